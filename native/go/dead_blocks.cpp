#include "go/dead_blocks.hpp"

#include <algorithm>

#include "go/life.hpp"

namespace kifu::go {

namespace {

// Colours that border a space of empty points and dead stones; bit 0 black, bit 1 white.
struct Space {
  std::vector<Vertex> points;
  int borders = 0;
};

Space space_from(const Board& board, const std::vector<std::uint8_t>& dead, Vertex start,
                 std::vector<std::uint8_t>& seen) {
  const Geometry& geometry = board.geometry();
  Space space;
  space.points.push_back(start);
  seen[start] = 1;
  for (std::size_t i = 0; i < space.points.size(); ++i)
    for (const Vertex u : geometry.neighbours(space.points[i])) {
      if (board.at(u) == kEdge) continue;
      if (board.is_empty(u) || dead[geometry.point(u)]) {
        if (!seen[u]) space.points.push_back(u);
        seen[u] = 1;
      } else {
        space.borders |= board.at(u);
      }
    }
  return space;
}

}  // namespace

void keep_own_regions(const Board& board, std::vector<std::uint8_t>& dead) {
  const Geometry& geometry = board.geometry();
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(geometry.vertices()));
    for (int p = 0; p < geometry.points(); ++p) {
      const Vertex start = geometry.vertex(p);
      if (seen[start] || !(board.is_empty(start) || dead[p])) continue;
      const Space space = space_from(board, dead, start, seen);
      for (const Vertex v : space.points) {
        const int point = geometry.point(v);
        if (!dead[point] || space.borders != board.at(v)) continue;
        dead[point] = 0;
        changed = true;
      }
    }
  }
}

std::vector<std::uint8_t> dead_blocks(const Board& board, std::span<const float> life, float threshold) {
  const Geometry& geometry = board.geometry();
  std::vector<std::uint8_t> dead(static_cast<std::size_t>(geometry.points()));
  for (int p = 0; p < geometry.points(); ++p) {
    const Vertex head = geometry.vertex(p);
    if (board.is_empty(head) || board.head(head) != head) continue;
    float sum = 0.0F;
    board.for_each_stone(head, [&](Vertex v) { sum += life[geometry.point(v)]; });
    if (sum >= threshold * static_cast<float>(board.stones(head))) continue;
    board.for_each_stone(head, [&](Vertex v) { dead[geometry.point(v)] = 1; });
  }
  keep_own_regions(board, dead);
  return dead;
}

int largest_unowned(std::span<const std::uint8_t> owners, int size) {
  std::vector<std::uint8_t> seen(owners.begin(), owners.end());
  std::vector<int> space;
  std::size_t largest = 0;
  for (int start = 0; start < size * size; ++start) {
    if (seen[start]) continue;
    space.assign(1, start);
    seen[start] = 1;
    const auto enter = [&](bool inside, int point) {
      if (!inside || seen[point]) return;
      seen[point] = 1;
      space.push_back(point);
    };
    for (std::size_t i = 0; i < space.size(); ++i) {
      const int p = space[i], x = p % size, y = p / size;
      enter(x > 0, p - 1);
      enter(x + 1 < size, p + 1);
      enter(y > 0, p - size);
      enter(y + 1 < size, p + size);
    }
    largest = std::max(largest, space.size());
  }
  return static_cast<int>(largest);
}

std::vector<std::uint8_t> unconditionally_dead(const Board& board) {
  std::vector<std::uint8_t> owner = unconditional_life(board);
  for (int p = 0; p < board.geometry().points(); ++p) {
    const Colour stone = board.at(board.geometry().vertex(p));
    owner[p] = stone != kEmpty && owner[p] == opponent(stone);
  }
  return owner;
}

}  // namespace kifu::go
