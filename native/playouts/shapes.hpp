#pragma once
// Shapes of the eight points around a candidate that call for a move there: hane, cuts, and play at the edge.
#include <cstdint>

#include "go/board.hpp"

namespace kifu::playouts {

// The colours of the eight points around v, two bits each, from the upper left row by row.
inline std::uint32_t surroundings(const go::Board& board, go::Vertex v) {
  const int stride = board.geometry().stride();
  const auto at = [&](int step) {
    return static_cast<std::uint32_t>(board.at(static_cast<go::Vertex>(v + step)));
  };
  return at(-stride - 1) | at(-stride) << 2 | at(-stride + 1) << 4 | at(-1) << 6 | at(1) << 8 |
         at(stride - 1) << 10 | at(stride) << 12 | at(stride + 1) << 14;
}

// Whether a stone of `colour` in the middle of these surroundings makes one of the shapes.
bool makes_shape(std::uint32_t surroundings, go::Colour colour);

}  // namespace kifu::playouts
