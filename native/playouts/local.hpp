#pragma once
// Playouts for play: answers to the last move by capture, escape and shape before chance has its turn.
#include <cstdint>
#include <memory>
#include <vector>

#include "go/board.hpp"
#include "playouts/shapes.hpp"
#include "work/random.hpp"

namespace kifu::playouts {

// How often each kind of knowledge is asked, 0 to 1.
struct LocalKnowledge {
  float capture = 0.95F;            // take the last stone's block if it is in atari
  float escape = 0.95F;             // save an own block that the last move put in atari
  float vital = 0.8F;               // the vital point of a small eyespace beside the last move
  float squeeze = 0.6F;             // a block of two liberties beside the last move: attack or defend it
  float shape = 0.95F;              // a 3x3 shape around the last move
  float refuse_self_atari = 0.95F;  // draw again where a stone would stand in atari
  float race = 0;      // a block short of liberties beside the last move: fill those of its rival
  float patterns = 0;  // where no shape was played, a point around the last move by its weight
  std::shared_ptr<const ShapeWeights> weights;  // for that
};

// A move for `colour` after the opponent's `last` (kPass if there was none), or kPass when nothing is left
// but own eyes and stupid self-ataris.
go::Vertex choose_local(go::Board& board, go::Colour colour, go::Vertex last, const LocalKnowledge& knowledge,
                        Random& random);

// Plays on to two passes or max_moves and appends the moves, passes included, to `line`; `to_play` begins.
// The area, Black minus White, without komi.
int play_local(go::Board& board, go::Colour to_play, go::Vertex last, const LocalKnowledge& knowledge,
               Random& random, int max_moves, std::vector<go::Vertex>& line);

// Point of a closed space of three to six points where the first stone decides, or kPass: the only point
// that touches enough of the others.
go::Vertex vital_point(const go::Board& board, go::Vertex inside);

}  // namespace kifu::playouts
