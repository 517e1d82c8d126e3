#pragma once
// What playouts with knowledge share: a few candidates to draw from, ways to save a block in atari, and a
// draw among all empty points that fills no own eye.
#include <array>
#include <cstddef>
#include <cstdint>

#include "go/board.hpp"
#include "work/random.hpp"

namespace kifu::playouts {

// Moves that are legal but for ko, which is refused here.
class Candidates {
 public:
  void add(const go::Board& board, go::Vertex v) {
    if (v != board.ko() && n_ < points_.size()) points_[n_++] = v;
  }
  go::Vertex pick(Random& random) const {
    return n_ == 0 ? go::kPass : points_[random.below(static_cast<std::uint32_t>(n_))];
  }

 private:
  std::array<go::Vertex, 16> points_;
  std::size_t n_ = 0;
};

// Captures of what surrounds a block of `colour`.
inline void add_captures(const go::Board& board, go::Colour colour, go::Vertex head, Candidates& out) {
  board.for_each_stone(head, [&](go::Vertex s) {
    for (const go::Vertex w : board.geometry().neighbours(s))
      if (board.at(w) == opponent(colour) && board.in_atari(board.head(w)))
        out.add(board, board.atari_liberty(board.head(w)));
  });
}

// A move that saves one of the blocks of `colour` in atari beside the last stone.
inline go::Vertex save(const go::Board& board, go::Colour colour, go::Vertex last, Random& random) {
  Candidates saves;
  for (const go::Vertex u : board.geometry().neighbours(last)) {
    if (board.at(u) != colour || !board.in_atari(board.head(u))) continue;
    const go::Vertex out = board.atari_liberty(board.head(u));
    if (board.stone_outlook(colour, out).liberties >= 2) saves.add(board, out);
    add_captures(board, colour, board.head(u), saves);
  }
  return saves.pick(random);
}

// Draws without replacement from the empty points until one makes sense, or kPass: no own eye, no suicide,
// and a stone that would stand in atari only if dares(v) says so. Inlined into the playout, so that the
// random stream stays in registers.
template <class Dares>
inline go::Vertex draw_sensible(go::Board& board, go::Colour colour, Random& random, Dares&& dares) {
  int left = board.empty_count();
  while (left > 0) {
    const int i = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    const go::Vertex v = board.empty_at(i);
    if (v != board.ko()) {
      const int empties = board.empty_neighbours(v);
      if (empties >= 2) return v;
      if (empties == 1 || !board.is_eye(colour, v)) {
        const go::Board::Outlook outlook = board.stone_outlook(colour, v);
        if (outlook.captures || outlook.liberties >= 2) return v;
        if (outlook.liberties == 1 && dares(v)) return v;  // no liberty is suicide
      }
    }
    board.swap_empties(i, --left);
  }
  return go::kPass;
}

}  // namespace kifu::playouts
