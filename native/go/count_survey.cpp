#include "go/count_survey.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace kifu::go {

namespace {

constexpr std::uint8_t other(std::uint8_t colour) { return static_cast<std::uint8_t>(3 - colour); }

}  // namespace

void Survey::read(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> dead_marks, int rows,
                  int columns) {
  height = rows;
  width = columns;
  stride = width + 2;
  const std::size_t padded = static_cast<std::size_t>(stride) * (height + 2);
  stone.assign(padded, kEdge);
  dead.assign(padded, kNobody);
  area.assign(padded, kNobody);
  owner.assign(padded, kNobody);
  block.assign(padded, -1);
  region.assign(padded, -1);
  regions.clear();
  region_points.clear();
  block_colour.clear();
  block_point_.clear();
  completed = false;
  for (int row = 0, i = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column, ++i) {
      if (stones[i] > kWhite) {
        throw std::invalid_argument("expected 0 (empty), 1 (black) or 2 (white) at row " + std::to_string(row) +
                                    ", column " + std::to_string(column) + ", got " + std::to_string(stones[i]));
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
      todo_.assign(1, start);
      stone[start] = kNobody;
      dead[start] = colour;
      while (!todo_.empty()) {
        const int p = todo_.back();
        todo_.pop_back();
        const int at = (p / stride - 1) * width + p % stride - 1;
        completed |= !dead_marks[at];
        for (const int q : around(p)) {
          if (stone[q] != colour) continue;
          stone[q] = kNobody;
          dead[q] = colour;
          todo_.push_back(q);
        }
      }
    }
  }
}

void Survey::number_blocks() {
  for (int row = 0; row < height; ++row) {
    for (int start = point(row, 0); start < point(row, width); ++start) {
      if (free(start) || block[start] >= 0) continue;
      const auto id = static_cast<std::int16_t>(block_colour.size());
      const std::uint8_t colour = stone[start];
      block_colour.push_back(colour);
      block_point_.push_back(start);
      block[start] = id;
      todo_.assign(1, start);
      while (!todo_.empty()) {
        const int p = todo_.back();
        todo_.pop_back();
        for (const int q : around(p)) {
          if (stone[q] != colour || block[q] >= 0) continue;
          block[q] = id;
          todo_.push_back(q);
        }
      }
    }
  }
}

void Survey::share_area() {
  mixed_.assign(stone.size(), 0);
  for (int row = 0; row < height; ++row) {
    for (int start = point(row, 0); start < point(row, width); ++start) {
      if (!free(start)) {
        area[start] = stone[start];
        continue;
      }
      if (mixed_[start]) continue;  // here: seen
      todo_.assign(1, start);
      mixed_[start] = 1;
      unsigned borders = 0;
      for (std::size_t i = 0; i < todo_.size(); ++i) {
        for (const int q : around(todo_[i])) {
          if (stone[q] == kNobody) {
            if (!mixed_[q]) mixed_[q] = 1, todo_.push_back(q);
          } else {
            borders |= 1u << stone[q];
          }
        }
      }
      borders &= 0b110;
      const bool black = borders == 0b010, white = borders == 0b100;
      const std::uint8_t whose = black ? kBlack : white ? kWhite : kNobody;
      for (const int p : todo_) {
        area[p] = owner[p] = whose;
        mixed_[p] = borders == 0b110 ? 2 : 1;
      }
    }
  }
  for (auto& m : mixed_) m = m == 2;
}

void Survey::share_territory() {
  share_area();
  reached_.assign(stone.size(), 0);
  meeting.assign(block_colour.size(), 0);
  reach(kBlack);
  reach(kWhite);
  for (std::size_t p = 0; p < stone.size(); ++p) {
    if (mixed_[p]) owner[p] = reached_[p] == 1 ? kBlack : reached_[p] == 2 ? kWhite : kNobody;
  }
  gather_regions();
  join_across_dame(kBlack);
  join_across_dame(kWhite);
}

int Survey::joint(int p) {
  while (joined_[p] != p) p = joined_[p] = joined_[joined_[p]];
  return p;
}

// Whether the defender closes the way from `from` over p to `to`: around p the two lie in different arcs of the
// eight points, with his walls or the edge between them on both sides, and a stone of his on p would be solidly
// connected. In a narrow pass (walls right beside p) he can wait for the enemy there. In a wider one he waits one
// point further in, unless two ways lead on from p: then it has to be here.
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
  if (((at_from ^ at_to) & 7) == 4 && walls == 2) return true;
  int ways = 0;
  for (int i = 0; i < 8; i += 2) ways += i != at_from && stone[ring[i]] == kNobody && apart(at_from, i);
  return ways >= 2;
}

// The attacker, whose stone stands at `from`, plays p at once. The defender has one answer: it holds when just one
// way leads on from p, and a solid stone there closes it.
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

// Walks from the stones of one colour through the spaces both sides border, as far as the defender must let it:
// into a gap of his wall, but not through it.
void Survey::reach(std::uint8_t colour) {
  const std::uint8_t defender = other(colour), bit = static_cast<std::uint8_t>(1 << (colour - 1));
  auto& passed = passed_[colour - 1];
  passed.clear();
  entered_.assign(stone.size(), 0);
  std::vector<std::array<int, 2>> steps;
  const auto enter = [&](int from, int p) {
    const auto way = static_cast<std::uint8_t>(from == p - stride ? 1 : from == p + 1 ? 2 : from == p + stride ? 4 : 8);
    if (!mixed_[p] || entered_[p] & way) return;
    entered_[p] |= way;
    reached_[p] |= bit;
    steps.push_back({from, p});
  };
  for (int row = 0; row < height; ++row) {
    for (int p = point(row, 0); p < point(row, width); ++p) {
      if (!mixed_[p]) continue;
      for (const int q : around(p)) {
        if (stone[q] == colour) enter(q, p);
      }
    }
  }
  while (!steps.empty()) {
    const auto [from, p] = steps.back();
    steps.pop_back();
    const bool in_time = free(from) || answer_holds(p, from, defender);
    bool through = true;
    for (const int q : around(p)) {
      if (q == from || (!mixed_[q] && stone[q] != colour)) continue;
      const bool supported = dead[q] == colour;  // nobody can block where an enemy stone stands already
      if (!supported && in_time && walled_off(p, from, q, defender)) {
        through = false;
      } else {
        enter(p, q);
      }
    }
    if (through) passed.push_back({from, p});
  }
}

// Blocks of a colour can meet where its walks over dame join, and were not held up at a gap.
void Survey::join_across_dame(std::uint8_t colour) {
  joined_.resize(stone.size());
  entered_block_.assign(stone.size(), -1);
  std::iota(joined_.begin(), joined_.end(), 0);
  for (const auto& [from, p] : passed_[colour - 1]) {
    if (region[p] >= 0 || region[from] >= 0) continue;
    joined_[joint(p)] = joint(free(from) ? from : block_point_[block[from]]);
  }
  for (std::size_t b = 0; b < block_colour.size(); ++b) {
    if (block_colour[b] != colour) continue;
    const int at = joint(block_point_[b]);
    if (entered_block_[at] < 0) entered_block_[at] = static_cast<int>(b);
    meeting[b] = entered_block_[at];
  }
}

void Survey::gather_regions() {
  for (int row = 0; row < height; ++row) {
    for (int start = point(row, 0); start < point(row, width); ++start) {
      if (!free(start) || owner[start] == kNobody || region[start] >= 0) continue;
      const auto id = static_cast<std::int16_t>(regions.size());
      OwnedRegion found;
      found.colour = owner[start];
      found.closed = !mixed_[start];
      found.first = static_cast<int>(region_points.size());
      region[start] = id;
      region_points.push_back(start);
      bool bordered = false;
      for (std::size_t i = found.first; i < region_points.size(); ++i) {
        const int p = region_points[i];
        found.dead += dead[p] != kNobody;
        for (const int q : around(p)) {
          bordered |= stone[q] == found.colour;
          if (!free(q) || owner[q] != found.colour || region[q] >= 0) continue;
          region[q] = id;
          region_points.push_back(q);
        }
      }
      found.size = static_cast<int>(region_points.size()) - found.first;
      if (bordered) {
        regions.push_back(found);
        continue;
      }
      for (int i = 0; i < found.size; ++i) {  // no stone holds these points: dame after all
        const int p = region_points[found.first + i];
        owner[p] = kNobody;
        region[p] = -1;
      }
      region_points.resize(found.first);
    }
  }
}

}  // namespace kifu::go
