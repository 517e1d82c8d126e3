#pragma once
// How every legal move of a position stands: what reviews of draughts rest on.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "draughts/game.hpp"
#include "draughts/moves.hpp"
#include "search/draughts_line.hpp"

namespace kifu::search {

struct DraughtsMoveValue {
  draughts::Move move;
  double value = 0;      // for the side that makes it, -1 lost to 1 won
  int plies_to_end = 0;  // from before the move, where the end is in sight: above 0 won, below lost
  std::vector<draughts::Move> line;  // the move first
  std::vector<double> by_depth;      // its value after 0, 1, 2, ... plies behind it; empty where solved
};

struct DraughtsValuesOptions {
  int depth = 6;            // plies behind the move
  bool reduce = false;      // reads unlikely answers less
  double seconds = 0;       // of all positions together; 0: no bound
  std::uint64_t nodes = 0;  // of each position; 0: no bound
  int table_bits = 16;
  int threads = 1;  // 0: all cores
};

// A position, and which of its legal moves are to be searched.
struct DraughtsQuestion {
  draughts::Game game;
  std::vector<draughts::Move> moves;
};

// For each position its moves. Every position is searched on its own, so that without a bound of seconds
// nothing depends on the others or on the threads. `done` counts positions; where `stop` becomes true, the
// rest has no moves.
std::vector<std::vector<DraughtsMoveValue>> draughts_values(std::span<const DraughtsQuestion> questions,
                                                            const DraughtsJudge& judge,
                                                            const DraughtsValuesOptions& options,
                                                            const std::atomic<bool>& stop,
                                                            std::atomic<std::size_t>& done);

}  // namespace kifu::search
