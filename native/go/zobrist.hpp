#pragma once
// Keys of positions: the XOR of one random 64-bit number per stone, and one per board size.
#include <array>
#include <cstdint>

#include "go/geometry.hpp"

namespace kifu::go {

namespace detail {

constexpr std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

struct ZobristTable {
  // Indexed [colour - 1][vertex]; part of the archive's format, so the formula must not change.
  std::array<std::array<std::uint64_t, kMaxVertices>, 2> stone{};
  constexpr ZobristTable() {
    for (int c = 0; c < 2; ++c)
      for (int v = 0; v < kMaxVertices; ++v)
        stone[c][v] = scramble(scramble(0x6b696675u + static_cast<unsigned>(c)) + static_cast<unsigned>(v));
  }
};

inline constexpr ZobristTable kZobrist{};

}  // namespace detail

inline std::uint64_t stone_key(Colour colour, Vertex v) { return detail::kZobrist.stone[colour - 1][v]; }
constexpr std::uint64_t size_key(int size) {
  return detail::scramble(0x73697a65u + static_cast<unsigned>(size));
}
inline constexpr std::uint64_t kWhiteToPlayKey = detail::scramble(0x77686974u);

}  // namespace kifu::go
