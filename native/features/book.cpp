#include "features/book.hpp"

#include <algorithm>
#include <utility>

namespace kifu::features {

const BookOrder& BookOrder::get() {
  static const BookOrder order;
  return order;
}

BookOrder::BookOrder() {
  for (int dy = -kReach; dy <= kReach; ++dy)
    for (int dx = -kReach; dx <= kReach; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const int inner = (dy - (dy > 0) + (dy < 0)) * kStride + dx - (dx > 0) + (dx < 0);
      neighbours.push_back({dx, dy, dy * kStride + dx, inner, dx == 0 || dy == 0, {}});
    }
  const auto distance = [](const Neighbour& n) { return n.dx * n.dx + n.dy * n.dy; };
  std::stable_sort(neighbours.begin(), neighbours.end(),
                   [&](const Neighbour& a, const Neighbour& b) { return distance(a) < distance(b); });
  const int count = static_cast<int>(neighbours.size());
  for (int begin = 0, end = 0; begin < count; begin = end) {
    const auto at = [&](int i) -> Neighbour& { return neighbours[static_cast<std::size_t>(i)]; };
    while (end < count && distance(at(end)) == distance(at(begin))) ++end;
    rings.push_back({distance(at(begin)), begin, end});
    for (int i = begin; i < end; ++i)
      for (int s = 0; s < 8; ++s) {
        int dx = at(i).dx, dy = at(i).dy;
        if (s & 1) dx = -dx;
        if (s & 2) dy = -dy;
        if (s & 4) std::swap(dx, dy);
        int place = begin;
        while (at(place).dx != dx || at(place).dy != dy) ++place;
        at(i).shifts[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(2 * (end - 1 - place));
      }
  }
}

BookGrid::BookGrid(int size) : size_(size) {
  cells_.fill(go::kEdge);
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) set(x, y, go::kEmpty);
}

void BookGrid::follow(const go::Board& board) {
  for (int y = 0; y < size_; ++y)
    for (int x = 0; x < size_; ++x) set(x, y, board.at(board.geometry().vertex(x, y)));
}

}  // namespace kifu::features
