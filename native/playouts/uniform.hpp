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

// Whose a point is in a position played to its end as above, where an empty point has only stones beside it:
// 1 Black's, -1 White's, 0 neither's.
int owner(const go::Board& board, go::Vertex v);

// Area, Black minus White, of such a position.
int area_balance(const go::Board& board);

}  // namespace kifu::playouts
