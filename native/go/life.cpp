#include "go/life.hpp"

#include <algorithm>
#include <cstdlib>

namespace kifu::go {

namespace {

// A maximal connected set of points that are not `colour`, with the blocks of `colour` around it.
struct Region {
  std::vector<Vertex> points;
  std::vector<Vertex> around;  // heads of the blocks that enclose it
  std::vector<Vertex> vital;   // those of them that every empty point of the region touches
  bool enclosed = true;
};

void add_once(std::vector<Vertex>& list, Vertex v) {
  if (std::find(list.begin(), list.end(), v) == list.end()) list.push_back(v);
}

std::vector<Region> regions_of(const Board& board, Colour colour) {
  const Geometry& geometry = board.geometry();
  std::vector<Region> regions;
  std::vector<Vertex> touched;  // by one point; kept, as a new one a point costs an allocation
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(geometry.vertices()));
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex start = geometry.vertex(point);
    if (seen[start] || board.at(start) == colour) continue;
    Region& region = regions.emplace_back();
    region.points.push_back(start);
    seen[start] = 1;
    bool first_empty = true;
    for (std::size_t i = 0; i < region.points.size(); ++i) {
      const Vertex v = region.points[i];
      touched.clear();
      for (const Vertex u : geometry.neighbours(v)) {
        if (board.at(u) == kEdge) continue;
        if (board.at(u) == colour) {
          add_once(touched, board.head(u));
        } else if (!seen[u]) {
          seen[u] = 1;
          region.points.push_back(u);
        }
      }
      for (const Vertex head : touched) add_once(region.around, head);
      if (!board.is_empty(v)) continue;
      if (first_empty) {
        region.vital = touched;
        first_empty = false;
      } else {
        std::erase_if(region.vital, [&](Vertex head) {
          return std::find(touched.begin(), touched.end(), head) == touched.end();
        });
      }
    }
  }
  return regions;
}

// Inside a region that only living blocks enclose, an enemy's eye is a point that touches none of them:
// beside one, the owner may always play. With fewer than two such points, or two neighbours, nothing can live
// there.
bool has_no_room_for_two_eyes(const Board& board, const Region& region, Colour colour) {
  std::vector<Vertex> inner;
  for (const Vertex v : region.points) {
    bool touches = false;
    for (const Vertex u : board.geometry().neighbours(v)) touches |= board.at(u) == colour;
    if (touches) continue;
    inner.push_back(v);
    if (inner.size() > 2) return false;
  }
  if (inner.size() < 2) return true;
  const int step = inner[1] - inner[0];
  return std::abs(step) == 1 || std::abs(step) == board.geometry().stride();
}

void mark(const Board& board, Colour colour, std::vector<std::uint8_t>& owner) {
  std::vector<Region> regions = regions_of(board, colour);
  std::vector<Vertex> alive;
  for (const Region& region : regions)
    for (const Vertex head : region.around) add_once(alive, head);
  for (bool changed = true; changed;) {
    changed = false;
    std::erase_if(alive, [&](Vertex head) {
      const auto eyes = std::count_if(regions.begin(), regions.end(), [&](const Region& region) {
        return region.enclosed &&
               std::find(region.vital.begin(), region.vital.end(), head) != region.vital.end();
      });
      changed |= eyes < 2;
      return eyes < 2;
    });
    for (Region& region : regions) {
      if (!region.enclosed) continue;
      region.enclosed = std::all_of(region.around.begin(), region.around.end(), [&](Vertex head) {
        return std::find(alive.begin(), alive.end(), head) != alive.end();
      });
      changed |= !region.enclosed;
    }
  }
  for (const Vertex head : alive)
    board.for_each_stone(head, [&](Vertex v) { owner[board.geometry().point(v)] = colour; });
  for (const Region& region : regions)
    if (region.enclosed && !region.around.empty() && has_no_room_for_two_eyes(board, region, colour))
      for (const Vertex v : region.points) owner[board.geometry().point(v)] = colour;
}

}  // namespace

std::vector<std::uint8_t> unconditional_life(const Board& board) {
  std::vector<std::uint8_t> owner(static_cast<std::size_t>(board.geometry().points()), kEmpty);
  mark(board, kBlack, owner);
  mark(board, kWhite, owner);
  return owner;
}

}  // namespace kifu::go
