#pragma once
// A position of English draughts as bitboards: pieces and the side to move, no history.
//
// Layout: square n (1-32) is bit (n - 1) + (n - 1) / 8, so a bit that is no square stands after every
// second row. Each diagonal step is then a shift by 4 or 5 on every row, and one mask (`kSquares`, part
// of "empty") catches all four edges. Black starts on 1-12 and moves towards 32.
#include <bit>
#include <cstdint>

namespace kifu::draughts {

using Bits = std::uint64_t;

enum class Colour : std::uint8_t { Black = 0, White = 1 };

constexpr Colour opponent(Colour colour) { return colour == Colour::Black ? Colour::White : Colour::Black; }

constexpr Bits kSquares = 0x7FBFDFEFFu;  // bits 0-34 without 8, 17 and 26
constexpr int kMaxPieces = 12;           // a side never has more

constexpr int bit_of(int square) { return square - 1 + (square - 1) / 8; }
constexpr int square_of(int bit) { return bit - bit / 9 + 1; }
constexpr Bits bits_of(int square) { return Bits{1} << bit_of(square); }

constexpr Bits kBlackCrown = Bits{0xF} << 31;  // 29-32, where black men are crowned
constexpr Bits kWhiteCrown = Bits{0xF};        // 1-4

template <Colour C>
constexpr Bits kCrown = C == Colour::Black ? kBlackCrown : kWhiteCrown;

// One diagonal step for all bits at once; the caller masks with squares that exist.
template <int Step>
constexpr Bits shift(Bits bits) {
  if constexpr (Step > 0) {
    return bits << Step;
  } else {
    return bits >> -Step;
  }
}

struct Board {
  Bits black = 0;
  Bits white = 0;
  Bits kings = 0;  // of both sides
  Colour to_move = Colour::Black;

  bool operator==(const Board&) const = default;
  constexpr Bits empty() const { return kSquares & ~(black | white); }
  constexpr Bits pieces(Colour colour) const { return colour == Colour::Black ? black : white; }
};

constexpr Bits kBlackStart = 0xFF | Bits{0xF} << 9;               // 1-12
constexpr Bits kWhiteStart = Bits{0xF} << 22 | Bits{0xFF} << 27;  // 21-32
constexpr Board start_board() { return Board{kBlackStart, kWhiteStart, 0, Colour::Black}; }

// Bit n - 1 for square n, without the gaps: the form given to arrays and files.
constexpr std::uint32_t compress(Bits bits) {
  return static_cast<std::uint32_t>((bits & 0xFF) | (bits >> 1 & 0xFF00) | (bits >> 2 & 0xFF0000) |
                                    (bits >> 3 & 0xFF000000));
}
constexpr Bits expand(std::uint32_t squares) {
  const Bits bits = squares;
  return (bits & 0xFF) | (bits & 0xFF00) << 1 | (bits & 0xFF0000) << 2 | (bits & 0xFF000000) << 3;
}

}  // namespace kifu::draughts
