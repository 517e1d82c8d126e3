#pragma once
#include "go/board.hpp"
#include "work/random.hpp"

namespace kifu::playouts {

struct UniformGame {
  int moves = 0;         // passes included
  int black_points = 0;  // area, Black minus White, without komi
};

// Plays on to two passes (or max_moves): each move uniform among the legal points that do not fill an own
// eye; a pass only when there is none. Simple ko, no suicide.
UniformGame play_uniform(go::Board& board, go::Colour to_play, Random& random, int max_moves);

// Area of a position played to its end as above: stones and the empty points that touch one colour only.
int area_balance(const go::Board& board);

}  // namespace kifu::playouts
