#pragma once
// Zobrist keys. The numbers come from a fixed formula, so a key is the same in every build and may be stored.
#include <array>
#include <bit>
#include <cstdint>

#include "draughts/board.hpp"
#include "draughts/moves.hpp"

namespace kifu::draughts {

namespace detail {

// Kind: 0 black man, 1 white man, 2 black king, 3 white king; 36 bits a kind. The last number is White to
// move.
constexpr std::array<std::uint64_t, 4 * 36 + 1> make_zobrist() {
  std::array<std::uint64_t, 4 * 36 + 1> table{};
  std::uint64_t state = 0x6b696675;
  for (auto& entry : table) {  // SplitMix64
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t x = state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    entry = x ^ (x >> 31);
  }
  return table;
}
inline constexpr auto kZobrist = make_zobrist();

constexpr std::uint64_t piece_key(Colour colour, bool king, int bit) {
  return kZobrist[(static_cast<int>(colour) + 2 * king) * 36 + bit];
}

constexpr std::uint64_t pieces_key(Bits pieces, Bits kings, Colour colour) {
  std::uint64_t key = 0;
  for (; pieces; pieces &= pieces - 1) {
    key ^= piece_key(colour, (kings & pieces & -pieces) != 0, std::countr_zero(pieces));
  }
  return key;
}

}  // namespace detail

inline constexpr std::uint64_t kWhiteToMoveKey = detail::kZobrist.back();

constexpr std::uint64_t zobrist(const Board& board) {
  return detail::pieces_key(board.black, board.kings, Colour::Black) ^
         detail::pieces_key(board.white, board.kings, Colour::White) ^
         (board.to_move == Colour::White ? kWhiteToMoveKey : 0);
}

// The key after `move`, from the key before it.
inline std::uint64_t zobrist_after(std::uint64_t key, const Board& board, const Move& move) {
  const Colour us = board.to_move;
  const bool king = (board.kings & move.from_bit()) != 0;
  const Bits crown = us == Colour::Black ? kBlackCrown : kWhiteCrown;
  key ^= kWhiteToMoveKey ^ detail::piece_key(us, king, move.from);
  key ^= detail::piece_key(us, king || (move.to_bit() & crown), move.to);
  if (move.captured) key ^= detail::pieces_key(move.captured, board.kings, opponent(us));
  return key;
}

}  // namespace kifu::draughts
