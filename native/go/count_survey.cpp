#include "go/count_survey.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace kifu::go::counting {

namespace {

constexpr std::uint8_t kSeen = 1, kMixed = 2;  // of a free point: its space was found; both colours border it

}  // namespace

// Loops over points copy the data pointers first: bytes may alias anything, and the compiler would reload
// them.

void Survey::read(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> dead_marks, int rows,
                  int columns) {
  height = rows;
  width = columns;
  stride = width + 2;
  const std::size_t padded = static_cast<std::size_t>(stride) * (height + 2);
  stone.assign(padded, kEdge);
  dead.assign(padded, kNobody);
  owner.assign(padded, kNobody);
  block.assign(padded, -1);
  region.assign(padded, -1);
  todo_.resize(padded);
  regions.clear();
  region_points.clear();
  block_colour.clear();
  block_point_.clear();
  completed = false;
  for (int row = 0, i = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column, ++i) {
      if (stones[i] > kWhite) {
        throw std::invalid_argument("expected 0 (empty), 1 (black) or 2 (white) at row " +
                                    std::to_string(row) + ", column " + std::to_string(column) + ", got " +
                                    std::to_string(stones[i]));
      }
      stone[point(row, column)] = stones[i];
    }
  }
  complete_dead_blocks(dead_marks);
  number_blocks();
}

void Survey::complete_dead_blocks(std::span<const std::uint8_t> dead_marks) {
  for (int row = 0, i = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column, ++i) {
      const int start = point(row, column);
      const std::uint8_t colour = stone[start];
      if (!dead_marks[i] || colour == kNobody) continue;  // nothing there, or taken with its block already
      int depth = 0;
      todo_[depth++] = start;
      stone[start] = kNobody;
      dead[start] = colour;
      while (depth) {
        const int p = todo_[--depth];
        completed |= !dead_marks[(p / stride - 1) * width + p % stride - 1];
        for (const int q : around(p)) {
          if (stone[q] != colour) continue;
          stone[q] = kNobody;
          dead[q] = colour;
          todo_[depth++] = q;
        }
      }
    }
  }
}

void Survey::number_blocks() {
  const std::uint8_t* const stones = stone.data();
  std::int16_t* const blocks = block.data();
  int* const stack = todo_.data();
  for (int row = 0; row < height; ++row) {
    for (int start = point(row, 0), end = point(row, width); start < end; ++start) {
      const std::uint8_t colour = stones[start];
      if (colour == kNobody || blocks[start] >= 0) continue;
      const auto id = static_cast<std::int16_t>(block_colour.size());
      block_colour.push_back(colour);
      block_point_.push_back(start);
      blocks[start] = id;
      int depth = 0;
      stack[depth++] = start;
      while (depth) {
        for (const int q : around(stack[--depth])) {
          if (stones[q] != colour || blocks[q] >= 0) continue;
          blocks[q] = id;
          stack[depth++] = q;
        }
      }
    }
  }
}

// A space that one colour borders is its region as it stands; one that both border is shared later.
void Survey::share_area() {
  mixed_.assign(stone.size(), 0);
  region_points.resize(stone.size());
  const std::uint8_t* const stones = stone.data();
  std::uint8_t* const seen = mixed_.data();
  int* const space = region_points.data();
  int used = 0;
  for (int row = 0; row < height; ++row) {
    for (int start = point(row, 0), end = point(row, width); start < end; ++start) {
      if (stones[start] != kNobody || seen[start]) continue;
      const int first = used;
      space[used++] = start;
      seen[start] = kSeen;
      unsigned borders = 0;
      for (int i = first; i < used; ++i) {
        for (const int q : around(space[i])) {
          borders |= 1u << stones[q];
          if (stones[q] != kNobody || seen[q]) continue;
          seen[q] = kSeen;
          space[used++] = q;
        }
      }
      borders &= 0b110;
      if (borders == 0b010 || borders == 0b100) {
        const std::uint8_t whose = borders == 0b010 ? kBlack : kWhite;
        const auto id = static_cast<std::int16_t>(regions.size());
        for (int i = first; i < used; ++i) {
          owner[space[i]] = whose;
          region[space[i]] = id;
        }
        regions.push_back({whose, true, first, used - first});
        continue;
      }
      for (; used > first; --used) seen[space[used - 1]] = borders ? kMixed : kSeen;
    }
  }
  used_ = used;
}

void Survey::share_territory() {
  share_area();
  reached_.assign(stone.size(), 0);
  meeting.resize(block_colour.size());
  std::iota(meeting.begin(), meeting.end(), 0);
  shared_.clear();
  for (int row = 0; row < height; ++row) {
    for (int p = point(row, 0), end = point(row, width); p < end; ++p) {
      if (mixed_[p] == kMixed) shared_.push_back(p);
    }
  }
  if (shared_.empty()) return;
  reach(kBlack);
  reach(kWhite);
  for (const int p : shared_) owner[p] = reached_[p] == 1 ? kBlack : reached_[p] == 2 ? kWhite : kNobody;
  gather_held_regions();
  join_across_dame(kBlack);
  join_across_dame(kWhite);
}

// Whether the defender closes the way from `from` over p to `to`: around p the two lie in different arcs of
// the eight points, with his walls or the edge between them on both sides, and a stone of his on p would be
// solidly connected. In a narrow pass (walls right beside p) he can wait for the enemy there. In a wider one
// he waits one point further in, unless two ways lead on from p: then it has to be here.
bool Survey::walled_off(int p, int from, int to, std::uint8_t defender) const {
  const std::array<int, 8> ring = {p - stride, p - stride + 1, p + 1, p + stride + 1,
                                   p + stride, p + stride - 1, p - 1, p - stride - 1};
  const auto wall = [&](int i) { return stone[ring[i & 7]] == defender || stone[ring[i & 7]] == kEdge; };
  bool solid = false;
  int at_from = 0, at_to = 0, walls = 0;
  for (int i = 0; i < 8; i += 2) {
    solid |= stone[ring[i]] == defender;
    walls += wall(i);
    if (ring[i] == from) at_from = i;
    if (ring[i] == to) at_to = i;
  }
  if (!solid) return false;
  const auto apart = [&](int a, int b) {
    bool there = false, back = false;
    for (int i = a + 1; (i & 7) != b; ++i) there |= wall(i);
    for (int i = b + 1; (i & 7) != a; ++i) back |= wall(i);
    return there && back;
  };
  if (!apart(at_from, at_to)) return false;
  const bool straight = (at_from ^ at_to) == 4;
  if (straight && walls == 2) return true;
  int ways = 0;
  for (int i = 0; i < 8; i += 2) ways += i != at_from && stone[ring[i]] == kNobody && apart(at_from, i);
  return ways >= 2;
}

// The attacker, whose stone stands at `from`, plays p at once. The defender has one answer: it holds when
// just one way leads on from p, and a solid stone there closes it.
bool Survey::answer_holds(int p, int from, std::uint8_t defender) const {
  int way = 0;
  for (const int q : around(p)) {
    if (q == from || stone[q] != kNobody || !walled_off(p, from, q, defender)) continue;
    if (way) return false;
    way = q;
  }
  if (!way) return true;
  bool solid = false;
  for (const int r : around(way)) {
    solid |= stone[r] == defender;
    if (r != p && stone[r] != defender && stone[r] != kEdge && !walled_off(way, p, r, defender)) return false;
  }
  return solid;
}

// Walks from the stones of one colour through the spaces both sides border, as far as the defender must let
// it: into a gap of his wall, but not through it.
void Survey::reach(std::uint8_t colour) {
  const auto defender = static_cast<std::uint8_t>(3 - colour),
             bit = static_cast<std::uint8_t>(1 << (colour - 1));
  auto& passed = passed_[colour - 1];
  passed.clear();
  entered_.assign(stone.size(), 0);
  steps_.clear();
  const auto enter = [&](int from, int p) {
    const int direction = from == p - stride ? 1 : from == p + 1 ? 2 : from == p + stride ? 4 : 8;
    if (mixed_[p] != kMixed || entered_[p] & direction) return;
    entered_[p] = static_cast<std::uint8_t>(entered_[p] | direction);
    reached_[p] |= bit;
    steps_.push_back({from, p});
  };
  for (const int p : shared_) {
    for (const int q : around(p)) {
      if (stone[q] == colour) enter(q, p);
    }
  }
  while (!steps_.empty()) {
    const auto [from, p] = steps_.back();
    steps_.pop_back();
    const bool in_time = free(from) || answer_holds(p, from, defender);
    bool held_up = false;
    for (const int q : around(p)) {
      if (q == from || (mixed_[q] != kMixed && stone[q] != colour)) continue;
      const bool supported = dead[q] == colour;  // nobody can block where an enemy stone stands already
      if (!supported && in_time && walled_off(p, from, q, defender)) {
        held_up = true;
      } else {
        enter(p, q);
      }
    }
    if (!held_up) passed.push_back({from, p});
  }
}

int Survey::joint(int p) {
  while (joined_[p] != p) p = joined_[p] = joined_[joined_[p]];
  return p;
}

// Blocks of a colour can meet where its walks over dame join, if they were not held up at a gap.
void Survey::join_across_dame(std::uint8_t colour) {
  joined_.resize(stone.size());
  std::iota(joined_.begin(), joined_.end(), 0);
  for (const auto& [from, p] : passed_[colour - 1]) {
    if (region[p] >= 0 || region[from] >= 0) continue;
    joined_[joint(p)] = joint(free(from) ? from : block_point_[block[from]]);
  }
  first_block_.assign(stone.size(), -1);
  for (std::size_t b = 0; b < block_colour.size(); ++b) {
    if (block_colour[b] != colour) continue;
    int& first = first_block_[joint(block_point_[b])];
    if (first < 0) first = static_cast<int>(b);
    meeting[b] = first;
  }
}

// What one side alone reaches of a shared space it holds, though its border has a gap.
void Survey::gather_held_regions() {
  int* const space = region_points.data();
  for (const int start : shared_) {
    if (owner[start] == kNobody || region[start] >= 0) continue;
    const auto id = static_cast<std::int16_t>(regions.size());
    const std::uint8_t colour = owner[start];
    const int first = used_;
    bool bordered = false;
    region[start] = id;
    space[used_++] = start;
    for (int i = first; i < used_; ++i) {
      for (const int q : around(space[i])) {
        bordered |= stone[q] == colour;
        if (!free(q) || owner[q] != colour || region[q] >= 0) continue;
        region[q] = id;
        space[used_++] = q;
      }
    }
    if (bordered) {
      regions.push_back({colour, false, first, used_ - first});
      continue;
    }
    for (; used_ > first; --used_) {  // no stone stands beside these points: dame after all
      owner[space[used_ - 1]] = kNobody;
      region[space[used_ - 1]] = -1;
    }
  }
}

}  // namespace kifu::go::counting
