#include "draughts/moves.hpp"

#include <algorithm>

namespace kifu::draughts {

namespace {

template <Colour C>
void generate_for(const View& v, MoveList& moves) {
  if (Bits jumping = jumpers<C>(v)) {
    for (; jumping; jumping &= jumping - 1) {
      each_capture_from<C>(v, jumping & -jumping, [&](Bits land, Move move) {
        move.to = static_cast<std::uint8_t>(std::countr_zero(land));
        moves.push(move);
      });
    }
    return;
  }
  const auto quiet = [&](Bits from, Bits to) {
    Move move;
    move.from = static_cast<std::uint8_t>(std::countr_zero(from));
    move.to = static_cast<std::uint8_t>(std::countr_zero(to));
    moves.push(move);
  };
  each_man_step<C>(v, quiet);
  each_king_step<C>(v, quiet);
}

}  // namespace

void generate(const Board& board, MoveList& moves) {
  moves.clear();
  if (board.to_move == Colour::Black) {
    generate_for<Colour::Black>(view(board), moves);
  } else {
    generate_for<Colour::White>(view(board), moves);
  }
}

bool can_jump(const Board& board) {
  const View v = view(board);
  return (board.to_move == Colour::Black ? jumpers<Colour::Black>(v) : jumpers<Colour::White>(v)) != 0;
}

bool can_move(const Board& board) {
  if (can_jump(board)) return true;
  const View v = view(board);
  const Bits kings = v.own & v.kings;
  const Bits down = board.to_move == Colour::Black ? v.own : kings;
  const Bits up = board.to_move == Colour::Black ? kings : v.own;
  return ((down << 4 | down << 5 | up >> 4 | up >> 5) & v.empty()) != 0;
}

Board after(const Board& board, const Move& move) {
  const Bits from = move.from_bit(), to = move.to_bit();
  Board next = board;
  const bool black = board.to_move == Colour::Black;
  Bits& own = black ? next.black : next.white;
  Bits& other = black ? next.white : next.black;
  own = (own & ~from) | to;
  other &= ~move.captured;
  next.kings &= ~move.captured;
  if (board.kings & from) {
    next.kings = (next.kings & ~from) | to;
  } else {
    next.kings |= to & (black ? kBlackCrown : kWhiteCrown);
  }
  next.to_move = opponent(board.to_move);
  return next;
}

int squares_of(const Move& move, std::array<std::uint8_t, kMaxPieces + 1>& squares) {
  squares[0] = static_cast<std::uint8_t>(square_of(move.from));
  if (move.jumps == 0) {
    squares[1] = static_cast<std::uint8_t>(square_of(move.to));
    return 2;
  }
  int bit = move.from;
  for (int i = 0; i < move.jumps; ++i) {
    bit += 2 * kSteps[move.path >> (2 * i) & 3];
    squares[i + 1] = static_cast<std::uint8_t>(square_of(bit));
  }
  return move.jumps + 1;
}

bool before(const Move& a, const Move& b) {
  std::array<std::uint8_t, kMaxPieces + 1> x{}, y{};
  const int m = squares_of(a, x), n = squares_of(b, y);
  return std::lexicographical_compare(x.begin(), x.begin() + m, y.begin(), y.begin() + n);
}

}  // namespace kifu::draughts
