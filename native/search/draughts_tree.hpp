#pragma once
// Draughts as the tree search sees it, with values from random games: played to their end, or broken off
// after some plies and judged (early playout termination).
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "draughts/board.hpp"
#include "draughts/game.hpp"
#include "draughts/moves.hpp"
#include "search/concepts.hpp"
#include "search/draughts_line.hpp"
#include "search/mcts.hpp"
#include "work/random.hpp"

namespace kifu::search {

class DraughtsState {
 public:
  using Move = draughts::Move;

  DraughtsState() = default;
  explicit DraughtsState(const draughts::Game& game);

  const draughts::Board& board() const { return board_; }
  int side() const { return static_cast<int>(board_.to_move); }
  bool is_over() const { return end_ != draughts::End::None; }
  draughts::End end() const { return end_; }
  void play(const Move& move);
  // The same without looking for repetitions, for random games.
  void play_on(const Move& move);
  std::size_t slot(const Move&) const { return 0; }
  std::size_t slots() const { return 1; }

 private:
  void step(const Move& move);

  draughts::Board board_ = draughts::start_board();
  draughts::End end_ = draughts::End::None;
  int quiet_ = 0;
  std::uint64_t key_ = 0;
  std::array<std::uint64_t, draughts::Game::kQuietPlies> past_;  // the last `quiet_` keys
};

class DraughtsEvaluator {
 public:
  // Random games end after `plies`, or are played out (0).
  DraughtsEvaluator(const DraughtsJudge& judge, int plies) : judge_(judge), plies_(plies) {}

  void candidates(const DraughtsState& state, std::vector<Candidate<draughts::Move>>& out);
  float evaluate(DraughtsState& state, Random& random, Trace& trace);
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  static constexpr int kLongest = 300;  // plies of a random game

  DraughtsJudge judge_;
  int plies_;
  std::uint64_t evaluations_ = 0;
  draughts::MoveList moves_;
};

// The instantiation stands in draughts_tree.cpp.
extern template class TreeSearch<DraughtsState, DraughtsEvaluator>;

// How good a position is for the side to move, -1 to 1, without looking ahead.
float judged(const DraughtsJudge& judge, const draughts::Board& board);

}  // namespace kifu::search
