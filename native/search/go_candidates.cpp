#include "search/go_candidates.hpp"

#include <algorithm>
#include <cstdlib>

#include "playouts/shapes.hpp"

namespace kifu::search {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

// What the stone does to the blocks beside it.
float tactics(const Board& board, Colour us, Vertex v) {
  const Board::Outlook outlook = board.stone_outlook(us, v);
  float weight = 1;
  int saved = 0, taken = 0, threatened = 0;
  for (const Vertex u : board.geometry().neighbours(v)) {
    const Colour colour = board.at(u);
    if (colour != go::kBlack && colour != go::kWhite) continue;
    const Vertex head = board.head(u);
    const bool atari = board.in_atari(head);
    if (colour == us) {
      if (atari) saved += board.stones(head);
    } else if (atari) {
      taken += board.stones(head);
      // Captures that free an own block in atari.
      board.for_each_stone(head, [&](Vertex s) {
        for (const Vertex w : board.geometry().neighbours(s))
          if (board.at(w) == us && board.in_atari(board.head(w))) saved += 1;
      });
    } else if (board.count_liberties(head, 3) == 2) {
      threatened += board.stones(head);
    }
  }
  if (taken > 0) weight *= 5 + 2 * static_cast<float>(std::min(taken, 10));
  if (saved > 0 && (taken > 0 || outlook.liberties >= 2))
    weight *= 4 + 2 * static_cast<float>(std::min(saved, 10));
  if (threatened > 0 && outlook.liberties >= 2)
    weight *= 2 + 0.3F * static_cast<float>(std::min(threatened, 5));
  if (taken == 0 && outlook.liberties < 2) weight *= 0.05F;
  return weight;
}

float nearness(const Board& board, Vertex v, Vertex last) {
  if (last == go::kPass) return 1;
  const auto& geometry = board.geometry();
  const int dx = std::abs(geometry.x(v) - geometry.x(last)), dy = std::abs(geometry.y(v) - geometry.y(last));
  const int distance = dx + dy + std::max(dx, dy);
  constexpr float kWeights[] = {1, 1, 5, 4, 2.5F, 2, 1.6F, 1.3F};
  return distance < 8 ? kWeights[distance] : 1;
}

// First and second line are for close fights only; third and fourth are where an opening is played.
float line(const Board& board, Vertex v) {
  const auto& geometry = board.geometry();
  const int size = geometry.size(), x = geometry.x(v), y = geometry.y(v);
  const int height = std::min({x, y, size - 1 - x, size - 1 - y});
  int stones = 0;
  for (int uy = std::max(0, y - 2); uy <= std::min(size - 1, y + 2); ++uy)
    for (int ux = std::max(0, x - 2); ux <= std::min(size - 1, x + 2); ++ux)
      stones += !board.is_empty(geometry.vertex(ux, uy));
  if (stones > 0) return height == 0 ? 0.4F : 1;
  if (height == 0) return 0.02F;
  if (height == 1) return 0.15F;
  return height <= 3 && size > 9 ? 2 : 1;
}

}  // namespace

bool fills_eye(const Board& board, Colour colour, Vertex v) {
  if (!board.is_eye(colour, v)) return false;
  for (const Vertex u : board.geometry().neighbours(v))
    if (board.at(u) == colour && board.in_atari(board.head(u))) return false;
  return true;
}

void settle(std::vector<Candidate<Vertex>>& candidates) {
  float sum = 0;
  for (const auto& candidate : candidates) sum += candidate.prior;
  if (sum > 0)
    for (auto& candidate : candidates) candidate.prior /= sum;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.prior > b.prior; });
}

void plain_candidates(const GoState& state, std::vector<Candidate<Vertex>>& out) {
  const Board& board = state.board();
  const Colour us = state.to_play();
  const playouts::Shapes shapes;
  out.clear();
  for (int point = 0; point < board.geometry().points(); ++point) {
    const Vertex v = board.geometry().vertex(point);
    if (!board.is_legal(us, v) || fills_eye(board, us, v)) continue;
    float weight = tactics(board, us, v) * nearness(board, v, state.previous()[0]) * line(board, v);
    if (shapes.fit(playouts::surroundings(board, v), us)) weight *= 2;
    out.push_back({v, weight});
  }
  settle(out);
}

}  // namespace kifu::search
