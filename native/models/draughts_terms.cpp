#include "models/draughts_terms.hpp"

#include <bit>
#include <cstddef>

namespace kifu::models {

using namespace draughts;

namespace {

constexpr Bits squares(std::initializer_list<int> list) {
  Bits bits = 0;
  for (const int square : list) bits |= bits_of(square);
  return bits;
}

// As Black sees the board.
constexpr Bits kCentre = squares({10, 11, 14, 15, 18, 19, 22, 23});
constexpr Bits kBridge = squares({1, 3});
constexpr Bits kDoubleCorners = squares({1, 5, 28, 32});
constexpr Bits kLastRows = squares({21, 22, 23, 24, 25, 26, 27, 28});

constexpr Bits turned(Bits bits) {
  Bits out = 0;
  for (; bits; bits &= bits - 1) out |= Bits{1} << (34 - std::countr_zero(bits));
  return out;
}

float number(Bits bits) { return static_cast<float>(std::popcount(bits)); }

Bits around(Bits bits) { return (bits << 4 | bits << 5 | bits >> 4 | bits >> 5) & kSquares; }

// What one side has; `own` and `other` as Black sees them.
std::array<float, kDraughtsTerms> count(Bits own, Bits other, Bits kings) {
  const Bits men = own & ~kings, crowned = own & kings;
  const Bits empty = kSquares & ~(own | other);
  float advance = 0;
  for (int row = 0; row < 8; ++row) {
    const Bits line = Bits{0xF} << (row * 4 + row / 2);
    advance += static_cast<float>(row) * number(men & line);
  }
  const Bits steps_4 = own << 4 & empty, steps_5 = own << 5 & empty;
  const Bits back_4 = crowned >> 4 & empty, back_5 = crowned >> 5 & empty;
  // Pieces that the other side could jump if it were to move.
  const Bits other_kings = other & kings;
  const Bits exposed = own & ((other >> 4 & empty << 4) | (other >> 5 & empty << 5) |
                              (other_kings << 4 & empty >> 4) | (other_kings << 5 & empty >> 5));
  // Empty squares with own pieces on most sides.
  const Bits holes = empty & own << 4 & own >> 4 & own << 5;
  const Bits poles = own & ~around(own);
  const Bits free_runs = men & kLastRows & (empty >> 4 | empty >> 5);
  return {number(men),
          number(crowned),
          advance / 8,
          number(own & kBridge) / 2,
          number(men & kCentre) / 4,
          number(crowned & kCentre) / 2,
          number(crowned & kDoubleCorners),
          (number(steps_4) + number(steps_5) + number(back_4) + number(back_5)) / 8,
          number(exposed),
          number(holes) / 2,
          number(poles) / 4,
          number(free_runs)};
}

}  // namespace

std::array<float, kDraughtsTerms> draughts_terms(const Board& board) {
  const auto black = count(board.black, board.white, board.kings);
  const auto white = count(turned(board.white), turned(board.black), turned(board.kings));
  const bool is_black = board.to_move == Colour::Black;
  std::array<float, kDraughtsTerms> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = is_black ? black[i] - white[i] : white[i] - black[i];
  return out;
}

}  // namespace kifu::models
