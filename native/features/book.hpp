#pragma once
// The K facts nearest to a point (Bouzy and Chaslot, section 3): stones and edges in a fixed order of the
// neighbours without ties. An empty neighbour is no fact.
//
// Neighbours are ordered by distance, those of one distance (a ring) by row and column. Each of the eight
// ways to turn the board reads the rings in another order; the shared form of a pattern is the least of the
// eight readings. A reading with fewer facts is the beginning of one with more, in the shared form too.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "go/board.hpp"
#include "go/geometry.hpp"

namespace kifu::features {

// What a neighbour is in a pattern: nothing there, two kinds of stones, an edge. The four branches of a node.
enum Fact : std::uint8_t { kNothing = 0, kOwnStone = 1, kEnemyStone = 2, kBorder = 3 };

// A fact and where: rank of the neighbour in the fixed order (0 is the centre) above two bits of Fact.
using BookStep = std::uint16_t;
constexpr BookStep book_step(int rank, int fact) { return static_cast<BookStep>(rank << 2 | fact); }
constexpr int rank_of(BookStep step) { return step >> 2; }
constexpr Fact fact_of(BookStep step) { return static_cast<Fact>(step & 3); }

struct BookForm {
  // All sixteen symmetric forms are one pattern, seen from the player to move. Otherwise, as in the paper,
  // each is a pattern of its own: stones are black and white, and the centre (rank 0) says who moves.
  bool shared = true;
  // Each edge is one fact, where the board ends straight ahead, and a corner is two of them. Otherwise every
  // neighbour off the board is a fact of its own.
  bool lines = true;
  // A pattern may advise one of the eight points around its centre too (section 6 of the paper): a step to
  // that neighbour with kNothing ends it. Only where the facts tell all ways to turn the board apart.
  bool beside = false;
};

constexpr int kBeside = 8;  // ranks 1 to 8 are the points around the centre

struct BookOrder {
  static constexpr int kReach = go::kMaxSize;  // a far edge lies so far away
  static constexpr int kStride = go::kMaxSize + 2 * kReach;

  struct Neighbour {
    int dx, dy, delta;
    int inner;  // one step nearer to the centre, where the way is straight
    bool straight;
    std::array<std::uint8_t, 8> shifts;  // of its two bits in the ring's reading, for each symmetry
  };
  struct Ring {
    int distance;  // squared
    int begin, end;
  };
  std::vector<Neighbour> neighbours;  // neighbours[rank - 1]
  std::vector<Ring> rings;

  static const BookOrder& get();

  // Rank that a point around the centre (rank 1 to 8) has in a reading of this symmetry.
  int turned(int rank, int symmetry) const {
    const auto& ring = rings[rank <= 4 ? 0 : 1];
    const auto& neighbour = neighbours[static_cast<std::size_t>(rank - 1)];
    return ring.end - neighbour.shifts[static_cast<std::size_t>(symmetry)] / 2;
  }

 private:
  BookOrder();
};

// The stones of a position, padded so far that every neighbour can be looked up.
class BookGrid {
 public:
  explicit BookGrid(int size);

  int size() const { return size_; }
  go::Colour at(int x, int y) const { return static_cast<go::Colour>(cells_[cell(x, y)]); }
  void set(int x, int y, go::Colour colour) { cells_[cell(x, y)] = colour; }
  void follow(const go::Board& board);

  // visit(step) for up to `most` facts around a point, nearest first, until it returns false; then the
  // squared distance that was looked at is returned, or kEverything when the board has no more facts. `turns`
  // gets the symmetries whose readings are the least, a bit each.
  static constexpr int kEverything = 1 << 20;
  template <class Visit>
  int read(int x, int y, go::Colour mover, BookForm form, int most, Visit&& visit, unsigned& turns) const;
  template <class Visit>
  int read(int x, int y, go::Colour mover, BookForm form, int most, Visit&& visit) const {
    unsigned turns = 0;
    return read(x, y, mover, form, most, visit, turns);
  }

 private:
  static std::size_t cell(int x, int y) {
    return static_cast<std::size_t>((y + BookOrder::kReach) * BookOrder::kStride + x + BookOrder::kReach);
  }
  int farthest(int x, int y) const {
    const int dx = std::max(x, size_ - 1 - x), dy = std::max(y, size_ - 1 - y);
    const int edge = std::max(dx, dy) + 1;
    return std::max(dx * dx + dy * dy, edge * edge);
  }

  int size_;
  std::array<std::uint8_t, BookOrder::kStride * BookOrder::kStride> cells_;
};

template <class Visit>
int BookGrid::read(int x, int y, go::Colour mover, BookForm form, int most, Visit&& visit,
                   unsigned& turns) const {
  const BookOrder& order = BookOrder::get();
  const std::uint8_t* centre = cells_.data() + cell(x, y);
  const int last = form.lines ? farthest(x, y) : kEverything;
  unsigned& alive = turns;  // symmetries whose reading is the least so far
  alive = form.shared ? 0xff : 1;
  if (!form.shared && !visit(book_step(0, mover))) return 0;
  for (const auto& ring : order.rings) {
    if (ring.distance > last || most <= 0) break;
    std::array<std::uint64_t, 8> readings{};
    bool any = false;
    for (int i = ring.begin; i < ring.end; ++i) {
      const auto& neighbour = order.neighbours[static_cast<std::size_t>(i)];
      const std::uint8_t colour = centre[neighbour.delta];
      if (colour == go::kEmpty) continue;
      std::uint64_t fact = colour;
      if (colour == go::kEdge) {
        if (form.lines && (!neighbour.straight || centre[neighbour.inner] == go::kEdge)) continue;
      } else if (form.shared) {
        fact = colour == mover ? kOwnStone : kEnemyStone;
      }
      any = true;
      for (std::size_t s = 0; s < 8; ++s) readings[s] |= fact << neighbour.shifts[s];
    }
    if (!any) continue;
    const auto first = static_cast<std::size_t>(std::countr_zero(alive)) & 7;
    std::uint64_t least = readings[first];
    if (alive & (alive - 1)) {
      for (std::size_t s = first + 1; s < 8; ++s)
        if (alive >> s & 1) least = std::min(least, readings[s]);
      for (std::size_t s = first; s < 8; ++s)
        if (readings[s] != least) alive &= ~(1u << s);
    }
    while (least != 0) {  // the ring's first neighbour has the highest bits
      const int shift = (63 - std::countl_zero(least)) & ~1;
      const int rank = ring.end - shift / 2;
      const auto fact = static_cast<int>(least >> shift);
      least &= (std::uint64_t{1} << shift) - 1;
      if (most-- <= 0 || !visit(book_step(rank, fact))) return ring.distance;
    }
    if (most <= 0) return ring.distance;
  }
  return kEverything;
}

}  // namespace kifu::features
