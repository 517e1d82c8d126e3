#pragma once
// Draughts as alpha-beta sees it: a line of positions, played and taken back, each with what its judgement
// needs.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "draughts/board.hpp"
#include "draughts/endings.hpp"
#include "draughts/game.hpp"
#include "draughts/moves.hpp"
#include "models/draughts_net.hpp"
#include "search/alphabeta.hpp"

namespace kifu::search {

// Who judges positions, and by which rules.
struct DraughtsJudge {
  const models::DraughtsNet* net = nullptr;    // nullptr: pieces are counted, a king as 1.5 men
  bool blocked_is_draw = false;                // the paper's reading of a player who has pieces but no move
  const draughts::Endings* endings = nullptr;  // solved positions, where they are to be looked up
};

class DraughtsLine {
 public:
  using Move = draughts::Move;
  using Moves = draughts::MoveList;
  static constexpr std::size_t kSlots = 2 * 36 * 36;

  void set(const draughts::Game& game, const DraughtsJudge& judge);

  void play(const Move& move);
  void undo() { --at_, keys_.pop_back(); }
  const draughts::Board& board() const { return frames_[at_].board; }
  // Where the rule of forty moves may change what the table of endings says, only positions with the same
  // count are the same.
  std::uint64_t key() const {
    const int quiet = frames_[at_].quiet;
    const bool counts = judge_.endings && quiet >= kLate;
    return counts ? keys_.back() + static_cast<std::uint64_t>(quiet) * 0x9E3779B97F4A7C15ULL : keys_.back();
  }
  void generate(Moves& moves) const { draughts::generate(board(), moves); }
  int stuck() const { return judge_.blocked_is_draw && board().pieces(board().to_move) ? 0 : kWon; }
  bool is_forcing(const Moves& moves) const { return moves[0].jumps > 0; }
  // A position that comes back within the line is a draw at once: what was good for a side the first time
  // will be so again.
  bool is_drawn() const;
  // By the table of endings. Between kings alone, a win that the rule of forty moves would cut off is not
  // known: only a capture on the way begins the count anew, and that is for the search to find.
  bool is_solved(int& plies) const;
  int value();
  std::size_t slot(const Move& move) const {
    const auto side = static_cast<std::size_t>(board().to_move == draughts::Colour::White);
    return (side * 36 + move.from) * 36 + move.to;
  }

 private:
  struct Frame {
    draughts::Board board;
    Move move;  // that led here
    int quiet = 0;
    bool summed[2] = {false, false};
    models::DraughtsNet::Sums sums[2];
  };
  // Kings alone win in less than so many plies, up to four pieces; from kLate on that may be too many.
  static constexpr int kLongestKingsWin = 50;
  static constexpr int kLate = draughts::Game::kQuietPlies - kLongestKingsWin;

  const models::DraughtsNet::Sums& sums_of(std::size_t at, draughts::Colour view);
  // Plies to the win that the table of endings tells, below 0 to the loss; 0 drawn.
  int table_plies() const;
  bool is_cut_off(int plies) const;

  DraughtsJudge judge_;
  std::vector<Frame> frames_ = std::vector<Frame>(kMostPly + 4);
  std::size_t at_ = 0;
  std::vector<std::uint64_t> keys_;  // from the last capture or man's move of the game on
  std::size_t root_ = 0;             // where in `keys_` the line begins
};

// The instantiation stands in draughts_line.cpp.
extern template class AlphaBeta<DraughtsLine>;

}  // namespace kifu::search
