#pragma once
// Shapes of the eight points around a candidate that call for a move there: hane, cuts, and play at the edge.
#include <cstdint>
#include <vector>

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

inline constexpr std::uint32_t kSurroundings = 1u << 16;

// The same surroundings with black and white stones exchanged: 1 and 2 change places, 0 and 3 stay.
constexpr std::uint32_t swapped(std::uint32_t code) { return (code & 0x5555u) << 1 | (code >> 1 & 0x5555u); }

// How much a point is worth playing by its surroundings alone, 0 to 255.
class ShapeWeights {
 public:
  ShapeWeights() : weights_(2 * kSurroundings) {}
  std::uint8_t& of(std::uint32_t code, go::Colour mover) {
    return weights_[(mover == go::kWhite ? kSurroundings : 0) + code];
  }
  std::uint8_t of(std::uint32_t code, go::Colour mover) const {
    return weights_[(mover == go::kWhite ? kSurroundings : 0) + code];
  }

 private:
  std::vector<std::uint8_t> weights_;
};

// Whether a stone of `colour` in the middle of these surroundings makes one of the shapes.
bool makes_shape(std::uint32_t surroundings, go::Colour colour);

}  // namespace kifu::playouts
