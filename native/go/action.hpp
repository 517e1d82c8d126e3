#pragma once
// What a record does to the board, in 16 bits: what readers hand to boards and what the archive stores.
//   bits 0-5   x from the left, bits 6-11 y from the top, both from 0, as SGF counts them (0 in a pass)
//   bits 12-13 0 a stone is played, 1 a pass, 2 a stone is set up, 3 a point is emptied
//   bit  15    0 Black, 1 White
// x and y may lie outside the board where a record says so: replaying such a move reports it.
#include <cstdint>

namespace kifu::go {

using Action = std::uint16_t;

namespace action {

inline constexpr Action play = 0, pass = 1, place = 2, clear = 3;
inline constexpr Action white = 0x8000;

constexpr Action make(Action kind, bool is_white, unsigned x, unsigned y) {
  return static_cast<Action>(x | y << 6 | static_cast<unsigned>(kind) << 12 | (is_white ? white : 0u));
}
constexpr unsigned x(Action a) { return a & 63u; }
constexpr unsigned y(Action a) { return a >> 6 & 63u; }
constexpr unsigned kind(Action a) { return a >> 12 & 3u; }
constexpr bool is_white(Action a) { return (a & white) != 0; }
constexpr bool is_setup(Action a) { return kind(a) >= place; }

}  // namespace action
}  // namespace kifu::go
