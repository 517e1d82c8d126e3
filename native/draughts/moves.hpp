#pragma once
// Legal moves of English draughts: forced capture, no need to take the most, a man stops when crowned,
// a king may pass a square twice and end where it began, a piece is jumped once.
//
// Two captures with different paths are two moves, even where they take the same pieces and end on the
// same square: that is how perft tables count, and how the moves are written.
//
// Nothing here allocates: moves go into a fixed list, and a board is copied to be played on (copy-make).
#include <array>
#include <cassert>
#include <cstdint>

#include "draughts/board.hpp"

namespace kifu::draughts {

// The four diagonal steps by code: towards 32 (+4, +5), towards 1 (-4, -5).
constexpr std::array<int, 4> kSteps{4, 5, -4, -5};

struct Move {
  Bits captured = 0;
  std::uint32_t path = 0;  // two bits a jump, the first jump lowest: index into kSteps
  std::uint8_t from = 0;   // bits of the board, not squares
  std::uint8_t to = 0;
  std::uint8_t jumps = 0;  // 0 for a quiet move

  bool operator==(const Move&) const = default;
  constexpr Bits from_bit() const { return Bits{1} << from; }
  constexpr Bits to_bit() const { return Bits{1} << to; }
};

// At most 48 quiet moves (12 kings, 4 ways). Captures: a king jumps only between eight squares that have
// nine pieces between them; over all placements on such a group at most 17 paths, and there are four groups.
constexpr int kMaxMoves = 68;

class MoveList {
 public:
  void clear() { size_ = 0; }
  void push(const Move& move) {
    assert(size_ < kMaxMoves);
    moves_[size_++] = move;
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Move& operator[](int i) const { return moves_[i]; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, kMaxMoves> moves_;
  int size_ = 0;
};

// The side to move as seen by the generator: its pieces, the other's, all kings.
struct View {
  Bits own, other, kings;
  constexpr Bits empty() const { return kSquares & ~(own | other); }
};

constexpr View view(const Board& board) {
  return board.to_move == Colour::Black ? View{board.black, board.white, board.kings}
                                        : View{board.white, board.black, board.kings};
}

template <Colour C>
constexpr int kForward = C == Colour::Black ? 1 : -1;

// Pieces of the side C that can jump.
template <Colour C>
constexpr Bits jumpers(const View& v) {
  constexpr int f = kForward<C>;
  const Bits empty = v.empty();
  Bits found =
      v.own & (shift<-4 * f>(v.other & shift<-4 * f>(empty)) | shift<-5 * f>(v.other & shift<-5 * f>(empty)));
  if (const Bits kings = v.own & v.kings) {
    found |=
        kings & (shift<4 * f>(v.other & shift<4 * f>(empty)) | shift<5 * f>(v.other & shift<5 * f>(empty)));
  }
  return found;
}

namespace detail {

template <Colour C, bool King, class Visit>
void jump_on(Bits at, Bits other, Bits empty, Move& move, Visit& visit);

template <Colour C, bool King, int Code, class Visit>
inline bool jump(Bits at, Bits other, Bits empty, Move& move, Visit& visit) {
  constexpr int step = kSteps[Code];
  const Bits over = shift<step>(at) & other;
  const Bits land = shift<step>(over) & empty;
  if (!land) return false;
  const std::uint32_t path = move.path;
  move.path = path | static_cast<std::uint32_t>(Code) << (2 * move.jumps);
  move.captured |= over;
  ++move.jumps;
  if (!King && (land & kCrown<C>)) {
    visit(land, move);
  } else {
    jump_on<C, King>(land, other ^ over, empty, move, visit);
  }
  --move.jumps;
  move.captured ^= over;
  move.path = path;
  return true;
}

// At most twelve deep: each jump takes one of at most twelve pieces.
template <Colour C, bool King, class Visit>
void jump_on(Bits at, Bits other, Bits empty, Move& move, Visit& visit) {
  constexpr int ahead = C == Colour::Black ? 0 : 2;
  bool more = jump<C, King, ahead>(at, other, empty, move, visit);
  more |= jump<C, King, ahead + 1>(at, other, empty, move, visit);
  if constexpr (King) {
    more |= jump<C, King, 2 - ahead>(at, other, empty, move, visit);
    more |= jump<C, King, 3 - ahead>(at, other, empty, move, visit);
  }
  if (!more) visit(at, move);
}

template <int Step, class Visit>
inline void steps(Bits movers, Bits empty, Visit& visit) {
  for (Bits to = shift<Step>(movers) & empty; to; to &= to - 1) {
    const Bits bit = to & -to;
    visit(shift<-Step>(bit), bit);
  }
}

}  // namespace detail

// visit(landing bit, Move with path, captured and jumps) for every capture from one square.
// `move` holds the square left in `from`; its `to` is not set.
template <Colour C, class Visit>
inline void each_capture_from(const View& v, Bits from, Visit&& visit) {
  Move move;
  move.from = static_cast<std::uint8_t>(std::countr_zero(from));
  if (v.kings & from) {
    detail::jump_on<C, true>(from, v.other, v.empty() | from, move, visit);
  } else {
    detail::jump_on<C, false>(from, v.other, v.empty(), move, visit);
  }
}

// visit(from bit, to bit) for every quiet move of the men, or of the kings.
template <Colour C, class Visit>
inline void each_man_step(const View& v, Visit&& visit) {
  constexpr int f = kForward<C>;
  const Bits men = v.own & ~v.kings, empty = v.empty();
  detail::steps<4 * f>(men, empty, visit);
  detail::steps<5 * f>(men, empty, visit);
}
template <Colour C, class Visit>
inline void each_king_step(const View& v, Visit&& visit) {
  const Bits kings = v.own & v.kings, empty = v.empty();
  if (!kings) return;
  detail::steps<4>(kings, empty, visit);
  detail::steps<5>(kings, empty, visit);
  detail::steps<-4>(kings, empty, visit);
  detail::steps<-5>(kings, empty, visit);
}

// All legal moves of the side to move; a board with more than twelve pieces a side is not allowed.
void generate(const Board& board, MoveList& moves);

// Whether the side to move must jump, and whether it can move at all; cheaper than `generate`.
bool can_jump(const Board& board);
bool can_move(const Board& board);

// The board after a legal move.
Board after(const Board& board, const Move& move);

// Squares (1-32) the piece stands on, from start to end; returns how many (jumps + 1, or 2).
int squares_of(const Move& move, std::array<std::uint8_t, kMaxPieces + 1>& squares);

// Orders by the squares of the path; how lists are shown and how packed moves count (see notation.hpp).
bool before(const Move& a, const Move& b);

}  // namespace kifu::draughts
