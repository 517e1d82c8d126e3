#pragma once
// Patterns of stones around a point: eight nested templates, the last the whole board, each as one 64-bit key
// that is the same for all symmetric positions and is seen from the player to move.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "go/board.hpp"

namespace kifu::features {

inline constexpr int kLocalTemplates = 7;
inline constexpr int kTemplates = 8;
// A point belongs to a template when |dx| + |dy| + max(|dx|, |dy|) is at most this.
inline constexpr std::array<int, kLocalTemplates> kReach{2, 3, 4, 5, 6, 8, 11};
inline constexpr int kRadius = 5;
// Eight symmetries, seen by Black and by White.
inline constexpr int kViews = 16;

using PatternKeys = std::array<std::uint64_t, kTemplates>;
using Views = std::array<std::uint64_t, kViews>;

// Which ring of the nested local templates an offset lies in: 0 to 6, or 7 when outside all; the centre is 0.
constexpr int ring_of(int dx, int dy) {
  const int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
  const int reach = ax + ay + (ax > ay ? ax : ay);
  for (int ring = 0; ring < kLocalTemplates; ++ring)
    if (reach <= kReach[static_cast<std::size_t>(ring)]) return ring;
  return kLocalTemplates;
}

// Squares in the corner of the board, each within the next: what joseki are made of.
inline constexpr int kCornerSquares = 3;
inline constexpr std::array<int, kCornerSquares> kCornerSide{6, 8, 10};

// What does not change on boards of one size: which centres see a point, and every random number.
struct PatternTables;
const PatternTables& pattern_tables(int size);

// Keys of all points, kept up to date as stones come and go. A change is undone by making it again, so the
// tracker follows a search without being copied.
class PatternTracker {
 public:
  explicit PatternTracker(int size);

  // Back to the empty board.
  void clear();
  // A stone of this colour comes to v, or leaves it.
  void toggle(go::Colour colour, go::Vertex v);
  // As on this board.
  void follow(const go::Board& board);
  // Plays on both; the number of captured stones.
  int play(go::Board& board, go::Colour colour, go::Vertex v);

  // Keys of the patterns around a point for a player, smallest template first.
  PatternKeys keys(go::Colour player, go::Vertex v) const;
  // The same for the local templates with one of their points marked as well: the point (dx, dy) from v,
  // which must lie within the largest one, as the last move (mark 0), the one before it (1), or a candidate
  // seen from the last move (2).
  PatternKeys marked_keys(go::Colour player, go::Vertex v, int dx, int dy, int mark) const;
  // The same around a stone at v, with a candidate at (dx, dy) from it marked: what the stone there calls
  // for.
  PatternKeys response_keys(go::Colour player, go::Vertex v, int dx, int dy) const {
    return marked_keys(player, v, dx, dy, 2);
  }
  // Keys of the corner squares for a candidate at v, smallest square of those that hold it first; how many.
  int corner_keys(go::Colour player, go::Vertex v, std::array<std::uint64_t, kCornerSquares>& out) const;

 private:
  static constexpr std::size_t kRow = kLocalTemplates * kViews;

  const PatternTables* tables_;
  std::vector<std::uint64_t> rings_;  // [vertex][ring][view]
  Views whole_{};
  // [corner][square][player][diagonal]: XOR of the stones in it, seen from the corner.
  using Corner = std::array<std::array<std::array<std::uint64_t, 2>, 2>, kCornerSquares>;
  std::array<Corner, 4> corners_{};
};

}  // namespace kifu::features
