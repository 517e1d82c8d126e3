#include "features/surroundings.hpp"

#include <algorithm>

namespace kifu::features {

using go::Vertex;

namespace {

constexpr int kSide = 2 * kAround + 1;
constexpr std::uint8_t kNone = 255;

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
    state = kNone;
    if (board.is_empty(v)) continue;
    const Vertex head = board.head(v);
    const int n = std::min(liberties.of(head), 5);
    // Blocks in atari or with two liberties are told apart by whether they are lost.
    const int strength = n <= 2 ? 2 * (n - 1) + facts.is_lost(head) : n + 1;
    state = static_cast<std::uint8_t>(strength + (board.at(v) == walk.to_play() ? 0 : kStrengths));
  }
}

int Surroundings::append(Vertex v, std::vector<std::uint16_t>& out) const {
  const auto& geometry = walk_.board().geometry();
  const int size = geometry.size(), x = geometry.x(v), y = geometry.y(v);
  const int left = std::min(x, kAround), right = std::min(size - 1 - x, kAround);
  const int up = std::min(y, kAround), down = std::min(size - 1 - y, kAround);
  int views = 0;
  for (int s = 0; s < 8; ++s) {
    const auto [tx, ty] = go::transform(s, size, {x, y});
    if (tx > ty || 2 * ty > size - 1) continue;
    ++views;
    const auto& places = kPlaces[static_cast<std::size_t>(s)];
    for (int dy = -up; dy <= down; ++dy) {
      const auto* states = state_.data() + (y + dy) * size + x;
      const auto* row = places.data() + (dy + kAround) * kSide + kAround;
      for (int dx = -left; dx <= right; ++dx)
        if (states[dx] != kNone) out.push_back(static_cast<std::uint16_t>(row[dx] + states[dx]));
    }
    for (std::size_t i = 0; i < kPrevious; ++i) {
      const Vertex u = walk_.previous()[i];
      if (u == go::kPass) continue;
      const int dx = geometry.x(u) - x, dy = geometry.y(u) - y;
      if (std::abs(dx) > kAround || std::abs(dy) > kAround) continue;
      const auto place = places[static_cast<std::size_t>((dy + kAround) * kSide + dx + kAround)];
      out.push_back(static_cast<std::uint16_t>(place + 2 * kStrengths + i));
    }
  }
  return views;
}

}  // namespace kifu::features
