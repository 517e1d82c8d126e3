#include "playouts/uniform.hpp"

namespace kifu::playouts {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

// Draws without replacement from the empty points until one is playable, so the choice is exactly uniform.
Vertex choose(Board& board, Colour colour, Random& random) {
  int left = board.empty_count();
  while (left > 0) {
    const int i = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    const Vertex v = board.empty_at(i);
    // A point with an empty neighbour is legal and no eye, unless ko forbids it.
    if (v != board.ko() && (board.empty_neighbours(v) > 0 ||
                            (!board.is_eye(colour, v) && board.leaves_liberties(colour, v, false))))
      return v;
    board.swap_empties(i, --left);
  }
  return go::kPass;
}

}  // namespace

int area_balance(const Board& board) {
  int balance = 0;
  for (int y = 0; y < board.size(); ++y) {
    Vertex v = board.geometry().vertex(0, y);
    for (int x = 0; x < board.size(); ++x, ++v) balance += owner(board, v);
  }
  return balance;
}

UniformGame play_uniform(Board& board, Colour to_play, Random& random, int max_moves) {
  UniformGame game;
  game.moves = play_out(board, to_play, max_moves,
                        [&](Board& now, Colour colour, Vertex) { return choose(now, colour, random); });
  game.black_points = area_balance(board);
  return game;
}

std::vector<float> ownership(const Board& board, Colour to_play, int games, std::uint64_t seed) {
  return mean_owners(board, games, seed, [&](Board& end, Random& random) {
    play_out(end, to_play, 3 * end.geometry().points(),
             [&](Board& now, Colour colour, Vertex) { return choose(now, colour, random); });
  });
}

}  // namespace kifu::playouts
