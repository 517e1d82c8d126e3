#include "features/surroundings.hpp"

#include <algorithm>

namespace kifu::features {

using go::Vertex;

namespace {

constexpr int kSide = 2 * kAround + 1;

// How far a row of the circle reaches to either side.
constexpr std::array<int, kSide> kReachOf = [] {
  std::array<int, kSide> reach{};
  for (int dy = -kAround; dy <= kAround; ++dy)
    for (int dx = 0; dx <= kAround; ++dx)
      if (dx * dx + dy * dy <= kAroundSquare) reach[static_cast<std::size_t>(dy + kAround)] = dx;
  return reach;
}();

// The number of the first state at a place, for every way to turn the board.
constexpr std::array<std::array<std::uint16_t, kSide * kSide>, 8> kPlaces = [] {
  std::array<std::array<std::uint16_t, kSide * kSide>, 8> places{};
  for (int s = 0; s < 8; ++s)
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        const auto [tx, ty] = go::transform(s, kSide, {x, y});
        places[static_cast<std::size_t>(s)][static_cast<std::size_t>(y * kSide + x)] =
            static_cast<std::uint16_t>((ty * kSide + tx) * kAroundStates);
      }
  return places;
}();

}  // namespace

Surroundings::Surroundings(const MoveWalk& walk, const BlockLiberties& liberties, const MoveFacts& facts)
    : walk_(walk) {
  const auto& board = walk.board();
  const auto& geometry = board.geometry();
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    auto& state = state_[static_cast<std::size_t>(point)];
    state = 0;
    if (board.is_empty(v)) continue;
    const Vertex head = board.head(v);
    const int n = std::min(liberties.of(head), 5);
    // Blocks in atari or with two liberties are told apart by whether they are lost.
    const int strength = n <= 2 ? 2 * (n - 1) + facts.is_lost(head) : n + 1;
    state = static_cast<std::uint8_t>(1 + strength + (board.at(v) == walk.to_play() ? 0 : kStrengths));
  }
}

int Surroundings::append(Vertex v, std::vector<std::uint16_t>& out) const {
  const auto& geometry = walk_.board().geometry();
  const int size = geometry.size(), x = geometry.x(v), y = geometry.y(v);
  const int up = std::min(y, kAround), down = std::min(size - 1 - y, kAround);
  int views = 0;
  std::size_t n = 0;
  std::array<std::uint16_t, 8 * (kSide * kSide + kPrevious) + 1> list;
  for (int s = 0; s < 8; ++s) {
    const auto [tx, ty] = go::transform(s, size, {x, y});
    if (tx > ty || 2 * ty > size - 1) continue;
    ++views;
    const auto& places = kPlaces[static_cast<std::size_t>(s)];
    for (int dy = -up; dy <= down; ++dy) {
      const auto* states = state_.data() + (y + dy) * size + x;
      const auto* row = places.data() + (dy + kAround) * kSide + kAround;
      const int reach = kReachOf[static_cast<std::size_t>(dy + kAround)];
      const int end = std::min(size - 1 - x, reach);
      for (int dx = -std::min(x, reach); dx <= end; ++dx) {
        list[n] = static_cast<std::uint16_t>(row[dx] + states[dx] - 1);
        n += states[dx] != 0;
      }
    }
    for (std::size_t i = 0; i < kPrevious; ++i) {
      const Vertex u = walk_.previous()[i];
      if (u == go::kPass) continue;
      const int dx = geometry.x(u) - x, dy = geometry.y(u) - y;
      if (dx * dx + dy * dy > kAroundSquare) continue;
      const auto place = places[static_cast<std::size_t>((dy + kAround) * kSide + dx + kAround)];
      list[n++] = static_cast<std::uint16_t>(place + 2 * kStrengths + i);
    }
  }
  out.insert(out.end(), list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n));
  return views;
}

}  // namespace kifu::features
