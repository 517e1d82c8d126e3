#pragma once
// A game of English draughts: a board with its history, undo, and the rules that end a game.
#include <cstdint>
#include <vector>

#include "draughts/board.hpp"
#include "draughts/moves.hpp"

namespace kifu::draughts {

enum class End : std::uint8_t {
  None,
  NoMove,      // the side to move has lost: no pieces, or none that can move
  Repetition,  // the position stands on the board for the third time with the same side to move
  FortyMoves,  // neither side has advanced a man or captured in its own last 40 moves
};

class Game {
 public:
  static constexpr int kQuietPlies = 80;  // 40 moves of each side
  static constexpr int kRepetitions = 3;

  // Throws std::invalid_argument for a board that cannot arise.
  explicit Game(const Board& board = start_board());

  const Board& board() const { return board_; }
  std::uint64_t key() const { return key_; }
  int quiet_plies() const { return quiet_plies_; }
  int ply() const { return static_cast<int>(past_.size()); }
  const Move& last_move() const { return past_.back().move; }
  const Move& move_at(int ply) const { return past_[static_cast<std::size_t>(ply)].move; }
  // Of the position before the move made at this ply.
  std::uint64_t key_at(int ply) const { return past_[static_cast<std::size_t>(ply)].key; }

  // Plays a legal move; not checked. A drawn game may be played on, as records do.
  void play(const Move& move);
  // Takes the last move back; there must be one.
  void undo();

  // How often this position has stood on the board since the last capture or man's move, now included.
  int occurrences() const;
  // Of the position now. A side that cannot move has lost, whatever the counters say.
  End end() const;

 private:
  struct Past {
    Board board;
    Move move;
    std::uint64_t key;
    std::int32_t quiet_plies;
  };

  Board board_;
  std::uint64_t key_;
  int quiet_plies_ = 0;
  std::vector<Past> past_;
};

}  // namespace kifu::draughts
