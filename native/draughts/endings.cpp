#include "draughts/endings.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace kifu::draughts {

namespace {

constexpr int kSquareCount = 32, kManSquares = 28;

// Ways to choose k of n, for the few pieces of an ending.
constexpr auto kChoose = [] {
  std::array<std::array<std::uint32_t, Endings::kMostPieces + 1>, kSquareCount + 1> table{};
  for (std::size_t n = 0; n <= kSquareCount; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= Endings::kMostPieces; ++k)
      table[n][k] = n == 0 ? 0 : table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

std::size_t choose(int n, int k) { return kChoose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; }

std::size_t rank(std::uint32_t set) {
  std::size_t sum = 0;
  for (int k = 1; set; set &= set - 1, ++k) sum += choose(std::countr_zero(set), k);
  return sum;
}

std::uint32_t unrank(std::size_t number, int k, int squares) {
  std::uint32_t set = 0;
  for (int square = squares - 1; k > 0; --square)
    if (const std::size_t below = choose(square, k); number >= below) {
      number -= below;
      set |= std::uint32_t{1} << square;
      --k;
    }
  return set;
}

std::uint32_t reversed(std::uint32_t x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0F0F0F0Fu) | (x & 0x0F0F0F0Fu) << 4;
  x = (x >> 8 & 0x00FF00FFu) | (x & 0x00FF00FFu) << 8;
  return x >> 16 | x << 16;
}

int men_of(const Slice& slice) { return slice.men + slice.other_men; }

constexpr std::size_t kMost = Endings::kMostPieces;
using Offsets =
    std::array<std::array<std::array<std::array<std::size_t, kMost + 1>, kMost + 1>, kMost + 1>, kMost + 1>;

struct Layout {
  std::vector<Slice> all;
  Offsets offsets{};
  std::array<std::size_t, kMost + 1> sizes{};  // up to so many pieces
  std::array<std::vector<Slice>, kMost + 1> up_to;
};

const Layout& layout() {
  static const Layout made = [] {
    Layout out;
    std::size_t at = 0;
    for (int pieces = 2; pieces <= Endings::kMostPieces; ++pieces) {
      std::vector<Slice> found;
      for (int own = 1; own < pieces; ++own)
        for (int men = 0; men <= own; ++men)
          for (int other_men = 0; other_men <= pieces - own; ++other_men)
            found.push_back({men, own - men, other_men, pieces - own - other_men});
      std::stable_sort(found.begin(), found.end(),
                       [](const Slice& a, const Slice& b) { return men_of(a) < men_of(b); });
      for (const Slice& slice : found) {
        out.offsets[static_cast<std::size_t>(slice.men)][static_cast<std::size_t>(slice.kings)]
                   [static_cast<std::size_t>(slice.other_men)][static_cast<std::size_t>(slice.other_kings)] =
            at;
        at += slice.size();
        out.all.push_back(slice);
      }
      out.sizes[static_cast<std::size_t>(pieces)] = at;
      out.up_to[static_cast<std::size_t>(pieces)] = out.all;
    }
    return out;
  }();
  return made;
}

std::size_t checked(int pieces) {
  if (pieces < 2 || pieces > Endings::kMostPieces)
    throw std::invalid_argument("expected 2 to " + std::to_string(Endings::kMostPieces) + " pieces, got " +
                                std::to_string(pieces));
  return static_cast<std::size_t>(pieces);
}

Slice slice_of(const Board& board) {
  const int kings = std::popcount(board.black & board.kings);
  const int other = std::popcount(board.white & board.kings);
  return {std::popcount(board.black) - kings, kings, std::popcount(board.white) - other, other};
}

}  // namespace

std::size_t Slice::size() const {
  return choose(kManSquares, men) * choose(kSquareCount, kings) * choose(kManSquares, other_men) *
         choose(kSquareCount, other_kings);
}

std::size_t Slice::place(const Board& board) const {
  const std::uint32_t own = compress(board.black), other = compress(board.white),
                      crowned = compress(board.kings);
  std::size_t at = rank(own & ~crowned);
  at = at * choose(kSquareCount, kings) + rank(own & crowned);
  at = at * choose(kManSquares, other_men) + rank((other & ~crowned) >> (kSquareCount - kManSquares));
  return at * choose(kSquareCount, other_kings) + rank(other & crowned);
}

bool Slice::board(std::size_t at, Board& board) const {
  const auto take = [&](std::size_t ways) {
    const std::size_t part = at % ways;
    at /= ways;
    return part;
  };
  const std::uint32_t d = unrank(take(choose(kSquareCount, other_kings)), other_kings, kSquareCount);
  const std::uint32_t c = unrank(take(choose(kManSquares, other_men)), other_men, kManSquares)
                          << (kSquareCount - kManSquares);
  const std::uint32_t b = unrank(take(choose(kSquareCount, kings)), kings, kSquareCount);
  const std::uint32_t a = unrank(take(choose(kManSquares, men)), men, kManSquares);
  if ((a & b) | (c & d) | ((a | b) & (c | d))) return false;
  board = {expand(a | b), expand(c | d), expand(b | d), Colour::Black};
  return true;
}

const std::vector<Slice>& slices(int pieces) { return layout().up_to[checked(pieces)]; }

std::size_t slice_offset(const Slice& s) {
  return layout().offsets[static_cast<std::size_t>(s.men)][static_cast<std::size_t>(s.kings)]
                         [static_cast<std::size_t>(s.other_men)][static_cast<std::size_t>(s.other_kings)];
}

Board as_black(const Board& board) {
  if (board.to_move == Colour::Black) return board;
  const auto turned = [](Bits bits) { return expand(reversed(compress(bits))); };
  return {turned(board.white), turned(board.black), turned(board.kings), Colour::Black};
}

Endings::Endings(int pieces, std::vector<std::uint8_t> values) : pieces_(pieces), values_(std::move(values)) {
  if (values_.size() != size(pieces))
    throw std::invalid_argument("expected " + std::to_string(size(pieces)) + " positions of up to " +
                                std::to_string(pieces) + " pieces, got " + std::to_string(values_.size()));
}

std::size_t Endings::size(int pieces) { return layout().sizes[checked(pieces)]; }

std::uint8_t Endings::probe(const Board& board) const {
  const Board seen = as_black(board);
  const Slice slice = slice_of(seen);
  return values_[slice_offset(slice) + slice.place(seen)];
}

}  // namespace kifu::draughts
