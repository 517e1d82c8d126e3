#pragma once
// Walks through a record whose moves are legal, with the board alone.
#include <cstddef>
#include <span>
#include <utility>

#include "go/action.hpp"
#include "go/board.hpp"

namespace kifu::go {

inline Vertex vertex_at(const Geometry& geometry, Action a) {
  return geometry.vertex(static_cast<int>(action::x(a)), static_cast<int>(action::y(a)));
}

// visit(board, colour, v) before every move, v being kPass for a pass; it returns false to stop there.
template <class Visit>
void walk_game(int size, std::span<const Action> game, Visit&& visit) {
  Board board(size);
  bool drawn = false;
  for (const Action a : game) {
    const Colour colour = action::is_white(a) ? kWhite : kBlack;
    if (action::is_setup(a)) {
      board.draw(vertex_at(board.geometry(), a), action::kind(a) == action::clear ? kEmpty : colour);
      drawn = true;
      continue;
    }
    if (std::exchange(drawn, false)) board.rebuild(), board.clear_ko();
    const Vertex v = action::kind(a) == action::pass ? kPass : vertex_at(board.geometry(), a);
    if (!visit(std::as_const(board), colour, v)) return;
    if (v == kPass) {
      board.pass();
    } else {
      board.play(colour, v);
    }
  }
}

}  // namespace kifu::go
