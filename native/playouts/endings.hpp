#pragma once
// What all playouts share: alternating moves to two passes, whose the points are then, and the mean of that.
#include <cstdint>
#include <vector>

#include "go/board.hpp"
#include "work/random.hpp"

namespace kifu::playouts {

// Whose a point is in a position played to its end, where an empty point has only stones beside it: 1
// Black's, -1 White's, 0 neither's.
inline int owner(const go::Board& board, go::Vertex v) {
  constexpr int kOwner[] = {0, 1, -1};
  if (!board.is_empty(v)) return kOwner[board.at(v)];
  if (board.empty_neighbours(v) > 0) return 0;
  return (board.neighbours_or_edges(v, go::kBlack) == 4) - (board.neighbours_or_edges(v, go::kWhite) == 4);
}

// Plays to two passes or max_moves and returns the number of moves, passes included. `choose(board, colour,
// last)` gives a legal point or kPass; `last` is the move before, kPass at the start.
template <class Choose>
int play_out(go::Board& board, go::Colour to_play, int max_moves, Choose&& choose) {
  int moves = 0;
  go::Vertex last = go::kPass;
  for (int passes = 0; passes < 2 && moves < max_moves; ++moves) {
    const go::Vertex v = choose(board, to_play, last);
    if (v == go::kPass) {
      ++passes;
      board.pass();
    } else {
      passes = 0;
      board.play(to_play, v);
    }
    last = v;
    to_play = opponent(to_play);
  }
  return moves;
}

// Mean owner of every point, row by row, from Black's side (-1 to 1), over `games` endings. `play(board,
// random)` plays one to its end; ending i has the stream (seed, i).
template <class Play>
std::vector<float> mean_owners(const go::Board& board, int games, std::uint64_t seed, Play&& play) {
  const auto& geometry = board.geometry();
  std::vector<std::int32_t> sum(static_cast<std::size_t>(geometry.points()));
  go::Board end(board);
  for (int i = 0; i < games; ++i) {
    if (i > 0) end = board;
    Random random(seed, static_cast<std::uint64_t>(i));
    play(end, random);
    std::size_t point = 0;
    for (int y = 0; y < geometry.size(); ++y)
      for (int x = 0; x < geometry.size(); ++x) sum[point++] += owner(end, geometry.vertex(x, y));
  }
  std::vector<float> mean(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i)
    mean[i] = static_cast<float>(sum[i]) / static_cast<float>(games);
  return mean;
}

}  // namespace kifu::playouts
