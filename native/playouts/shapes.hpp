#pragma once
// Shapes of the eight points around a candidate that call for a move there: hane, cuts, and play at the edge.
#include <array>
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

// Where a stone makes one of the shapes. Cheap to make: all of them look into one table.
class Shapes {
 public:
  Shapes();
  // Whether a stone of `mover` in the middle of these surroundings makes one.
  bool fit(std::uint32_t code, go::Colour mover) const { return table_[code] & mover; }
  // Which of the eight points around v do, as bits from the upper left row by row; those of points that are
  // not empty mean nothing. It has no branches, for none of them could be foretold.
  std::uint32_t fit_around(const go::Board& board, go::Vertex v, go::Colour mover) const;

 private:
  const std::uint8_t* table_;  // by surroundings: bit 0 for Black to move, bit 1 for White
};

inline std::uint32_t Shapes::fit_around(const go::Board& board, go::Vertex v, go::Colour mover) const {
  // Five rows of five points, two bits each. Rows that are not in the array are edges, or beside no point.
  std::array<std::uint32_t, 5> rows;
  for (int dy = -2; dy <= 2; ++dy) {
    const int from = v + dy * board.geometry().stride() - 2;
    std::uint64_t row = 0x0303030303;
    if (from >= 0 && from <= go::kMaxVertices - 8) {
      std::uint64_t bytes = 0;
      for (int i = 0; i < 8; ++i)  // one load, where the lowest byte comes first
        bytes |= std::uint64_t{board.colours()[static_cast<std::size_t>(from + i)]} << (8 * i);
      row &= bytes;
    }
    row = (row | row >> 6) & 0xf000f000f;
    row |= row >> 12;
    rows[static_cast<std::size_t>(dy + 2)] = static_cast<std::uint32_t>((row & 0xff) | (row >> 24 & 0x300));
  }
  std::uint32_t fits = 0;
  int bit = 0;
  for (std::size_t y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) {
      if (y == 1 && x == 1) continue;
      const std::uint32_t above = rows[y] >> (2 * x) & 0x3f, beside = rows[y + 1] >> (2 * x),
                          below = rows[y + 2] >> (2 * x) & 0x3f;
      const std::uint32_t code = above | (beside & 3) << 6 | (beside >> 4 & 3) << 8 | below << 10;
      fits |= (std::uint32_t{table_[code]} >> (mover - 1) & 1u) << bit++;
    }
  return fits;
}

}  // namespace kifu::playouts
