#include "draughts/game.hpp"

#include <cassert>
#include <cstddef>

#include "draughts/fen.hpp"
#include "draughts/zobrist.hpp"

namespace kifu::draughts {

Game::Game(const Board& board) : board_(board), key_(zobrist(board)) { check_board(board); }

void Game::play(const Move& move) {
  past_.push_back({board_, move, key_, quiet_plies_});
  const bool king = (board_.kings & move.from_bit()) != 0;
  key_ = zobrist_after(key_, board_, move);
  board_ = after(board_, move);
  quiet_plies_ = king && !move.captured ? quiet_plies_ + 1 : 0;
}

void Game::undo() {
  assert(!past_.empty());
  const Past& past = past_.back();
  board_ = past.board;
  key_ = past.key;
  quiet_plies_ = past.quiet_plies;
  past_.pop_back();
}

int Game::occurrences() const {
  // A capture or a man's move cannot be undone by play, so nothing older can be the same.
  int count = 1;
  for (int back = 2; back <= quiet_plies_; back += 2) {
    const Past& past = past_[past_.size() - static_cast<std::size_t>(back)];
    count += past.key == key_ && past.board == board_;
  }
  return count;
}

End Game::end() const {
  if (!can_move(board_)) return End::NoMove;
  if (occurrences() >= kRepetitions) return End::Repetition;
  if (quiet_plies_ >= kQuietPlies) return End::FortyMoves;
  return End::None;
}

}  // namespace kifu::draughts
