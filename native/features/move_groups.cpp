#include "features/move_groups.hpp"

#include <algorithm>

namespace kifu::features {

using go::Colour;
using go::Vertex;

MoveGroups::MoveGroups(const go::Board& board, const Field& field) {
  const auto& geometry = board.geometry();
  std::array<std::uint8_t, go::kMaxVertices> open{};
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    holder_[v] = board.at(v);
    if (board.is_empty(v)) {
      const int black = field[0][v], white = field[1][v];
      if (black >= 3 && 2 * black > 3 * white) holder_[v] = go::kBlack;
      if (white >= 3 && 2 * white > 3 * black) holder_[v] = go::kWhite;
    }
    open[v] = holder_[v] != go::kEmpty;
  }
  std::array<Vertex, go::kMaxPoints> stack;
  std::uint16_t groups = 0;
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex start = geometry.vertex(point);
    if (!open[start]) continue;
    const Colour colour = holder_[start];
    int room = 0, stones = 0;
    std::size_t n = 0;
    stack[n++] = start;
    open[start] = 0;
    while (n > 0) {
      const Vertex v = stack[--n];
      group_[v] = groups;
      ++(board.is_empty(v) ? room : stones);
      for (const Vertex u : geometry.neighbours(v))
        if (open[u] && holder_[u] == colour) open[u] = 0, stack[n++] = u;
    }
    constexpr std::array<int, 5> kRooms{4, 8, 13, 21, 36};
    sizes_[groups++] = {
        static_cast<int>(std::upper_bound(kRooms.begin(), kRooms.end(), room) - kRooms.begin()),
        stones <= 2   ? 0
        : stones <= 6 ? 1
                      : 2};
  }
}

}  // namespace kifu::features
