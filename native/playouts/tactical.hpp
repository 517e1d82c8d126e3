#pragma once
#include <cstdint>
#include <vector>

#include "go/board.hpp"
#include "work/random.hpp"

namespace kifu::playouts {

// How playouts with local knowledge choose. The probabilities were chosen on validation games of finished 9x9
// games, by how often the endings agree with the recorded result.
struct Tactics {
  double capture = 1.0;             // take the last stone's block if it is in atari
  double escape = 0.6;              // save an own block that the last move put in atari
  double refuse_self_atari = 0.85;  // draw again where a stone would stand in atari
};

// A move for `colour` after the opponent's `last` (kPass if there was none), or kPass when nothing is left
// but own eyes.
go::Vertex choose_tactical(go::Board& board, go::Colour colour, go::Vertex last, const Tactics& tactics,
                           Random& random);

// Mean owner of every point, row by row, from Black's side (-1 to 1), over `games` endings with local
// knowledge.
std::vector<float> tactical_ownership(const go::Board& board, go::Colour to_play, const Tactics& tactics,
                                      int games, std::uint64_t seed);

}  // namespace kifu::playouts
