#pragma once
#include <cstdint>
#include <vector>

#include "go/board.hpp"
#include "playouts/endings.hpp"
#include "work/random.hpp"

namespace kifu::playouts {

struct UniformGame {
  int moves = 0;         // passes included
  int black_points = 0;  // area, Black minus White, without komi
};

// Plays on to two passes (or max_moves): each move uniform among the legal points that do not fill an own
// eye; a pass only when there is none. Simple ko, no suicide.
UniformGame play_uniform(go::Board& board, go::Colour to_play, Random& random, int max_moves);

// Area, Black minus White, of a position played to its end.
int area_balance(const go::Board& board);

// Mean owner of every point, row by row, from Black's side (-1 to 1), over `games` random endings.
std::vector<float> ownership(const go::Board& board, go::Colour to_play, int games, std::uint64_t seed);

}  // namespace kifu::playouts
