#pragma once
// Moves and setup stones as 16-bit numbers: what readers hand to the board and the archive stores.
//   bits 0-5 x, bits 6-11 y (0-51, from the top left), bits 12-13 colour (1 black, 2 white, 0 for a point
//   cleared by setup); a pass has x = y = 63.
#include <cstdint>

namespace kifu::go {

using PackedMove = std::uint16_t;

inline constexpr int kPackedPass = 63;

constexpr PackedMove pack(int colour, int x, int y) {
  return static_cast<PackedMove>(x | (y << 6) | (colour << 12));
}
constexpr PackedMove pack_pass(int colour) { return pack(colour, kPackedPass, kPackedPass); }
constexpr int packed_x(PackedMove move) { return move & 63; }
constexpr int packed_y(PackedMove move) { return (move >> 6) & 63; }
constexpr int packed_colour(PackedMove move) { return (move >> 12) & 3; }
constexpr bool is_packed_pass(PackedMove move) { return (move & 0xfff) == 0xfff; }

}  // namespace kifu::go
