#include "features/network_planes.hpp"

#include <algorithm>

#include "features/move_facts.hpp"
#include "go/tactics.hpp"

namespace kifu::features {

namespace {

constexpr go::ReadLimits kLimits{80, 40};

void write_rank(int rank, float* out) {
  if (rank == kUnknownRank) {
    out[kRankNumbers - 1] = 1;
    return;
  }
  const float level = std::clamp(static_cast<float>(rank), kRankKnots.front(), kRankKnots.back());
  std::size_t upper = 1;
  while (kRankKnots[upper] < level) ++upper;
  const float share = (level - kRankKnots[upper - 1]) / (kRankKnots[upper] - kRankKnots[upper - 1]);
  out[upper - 1] = 1 - share;
  out[upper] = share;
}

}  // namespace

void write_planes(const MoveWalk& walk, int symmetry, std::span<float> planes) {
  const auto& board = walk.board();
  const auto& geometry = board.geometry();
  const int size = board.size(), points = geometry.points();
  std::fill(planes.begin(), planes.end(), 0.0F);
  std::fill_n(planes.begin() + kOnBoard * points, points, 1.0F);
  std::array<int, go::kMaxPoints> at;
  for (int p = 0; p < points; ++p) at[static_cast<std::size_t>(p)] = turned_point(symmetry, size, p);
  const auto mark = [&](int plane, go::Vertex v) {
    planes[static_cast<std::size_t>(plane * points + at[static_cast<std::size_t>(geometry.point(v))])] = 1;
  };
  const BlockLiberties liberties(board);
  for (int p = 0; p < points; ++p) {
    const go::Vertex v = geometry.vertex(p);
    if (board.is_empty(v)) continue;
    mark(board.at(v) == walk.to_play() ? kOwnStones : kEnemyStones, v);
    const int n = liberties.of(board.head(v));
    if (n <= 3) mark(kLibertiesOne + n - 1, v);
    if (board.head(v) != v || n > 2) continue;
    const bool capturable = go::can_capture(board, v, kLimits);
    const bool lost = capturable && n == 1 && !go::can_escape(board, v, kLimits);
    board.for_each_stone(v, [&](go::Vertex stone) {
      if (capturable) mark(kCapturable, stone);
      if (lost) mark(kLost, stone);
    });
  }
  if (board.ko() != go::kPass) mark(kKo, board.ko());
  for (int i = 0; i < kPrevious; ++i)
    if (const go::Vertex v = walk.previous()[static_cast<std::size_t>(i)]; v != go::kPass)
      mark(kLastMoves + i, v);
}

void write_numbers(const MoveWalk& walk, const GameTerms& terms, std::span<float> numbers) {
  const auto& board = walk.board();
  const bool black = walk.to_play() == go::kBlack;
  const go::Colour enemy = go::opponent(walk.to_play());
  std::fill(numbers.begin(), numbers.end(), 0.0F);
  numbers[kKomi] = (black ? -terms.komi : terms.komi) / 15;
  numbers[kArea] = terms.area ? 1 : 0;
  numbers[kSize] = static_cast<float>(board.size() - 9) / 10;
  numbers[kPassed] = walk.moves() > 0 && walk.previous()[0] == go::kPass ? 1 : 0;
  numbers[kPassedTwice] = numbers[kPassed] > 0 && walk.moves() > 1 && walk.previous()[1] == go::kPass ? 1 : 0;
  numbers[kPrisoners] = static_cast<float>(board.captured(enemy) - board.captured(walk.to_play())) / 20;
  write_rank(black ? terms.black_rank : terms.white_rank, numbers.data() + kOwnRank);
  write_rank(black ? terms.white_rank : terms.black_rank, numbers.data() + kEnemyRank);
}

}  // namespace kifu::features
