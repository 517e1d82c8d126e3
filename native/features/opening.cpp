#include "features/opening.hpp"

#include <algorithm>
#include <cstdlib>

namespace kifu::features {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

constexpr int kNear = 3;  // Manhattan distance of feature E
// Nodes of a binary feature. Scalars are divided so that what the last node means is 1: 4 or more for edges
// and stones nearby, which begin with 0; 5 or more for liberties and stones, which begin with 1.
constexpr int kNodes = 5;

int width_of(OpeningCode code, int values) {
  return code == OpeningCode::kNone ? 0 : code == OpeningCode::kScalar ? values : values * kNodes;
}

// One count; `first` is what the first node means.
void add_count(std::uint32_t at, OpeningCode code, int count, int first, std::vector<OpeningInput>& out) {
  if (code == OpeningCode::kBinary)
    out.push_back({at + static_cast<std::uint32_t>(std::clamp(count - first, 0, kNodes - 1)), 1.0});
  else if (count != 0)
    out.push_back({at, static_cast<double>(count) / (kNodes - 1 + first)});
}

}  // namespace

int OpeningForm::width() const {
  return 2 + width_of(codes[0], 2) + width_of(codes[1], 1) + width_of(codes[2], 1) + width_of(codes[3], 2);
}

OpeningFeatures::OpeningFeatures(const OpeningForm& form) : form_(form) {
  edges_ = 2;
  liberties_ = edges_ + static_cast<std::uint32_t>(width_of(form.codes[0], 2));
  stones_ = liberties_ + static_cast<std::uint32_t>(width_of(form.codes[1], 1));
  near_ = stones_ + static_cast<std::uint32_t>(width_of(form.codes[2], 1));
  const go::Geometry geometry(form.size);
  for (int s = 0; s < go::kSymmetries; ++s) {
    auto& from = from_[static_cast<std::size_t>(s)];
    from.resize(static_cast<std::size_t>(geometry.points()));
    for (int y = 0; y < form.size; ++y)
      for (int x = 0; x < form.size; ++x) {
        const go::Place to = go::transform(s, form.size, {x, y});
        from[static_cast<std::size_t>(to.y * form.size + to.x)] = geometry.vertex(x, y);
      }
  }
  close_.resize(static_cast<std::size_t>(geometry.vertices()));
  for (int p = 0; p < geometry.points(); ++p)
    for (int q = 0; q < geometry.points(); ++q) {
      const Vertex v = geometry.vertex(p), u = geometry.vertex(q);
      const int distance = std::abs(geometry.x(v) - geometry.x(u)) + std::abs(geometry.y(v) - geometry.y(u));
      if (p != q && distance <= kNear) close_[v].push_back(u);
    }
  seen_.resize(close_.size());
  if (form.codes[0] != OpeningCode::kNone && form.edges_everywhere)
    for (int p = 0; p < geometry.points(); ++p) add_edges(p, constant_);
}

int OpeningFeatures::orientation(const Board& board, Colour view) const {
  // The greatest sequence of points, own stones before the other's before empty ones.
  const auto rank = [&](int s, std::size_t i) {
    const Colour colour = board.at(from_[static_cast<std::size_t>(s)][i]);
    return colour == go::kEmpty ? 0 : colour == view ? 2 : 1;
  };
  int best = 0;
  for (int s = 1; s < go::kSymmetries; ++s)
    for (std::size_t i = 0; i < from_[0].size(); ++i) {
      const int here = rank(s, i), there = rank(best, i);
      if (here == there) continue;
      if (here > there) best = s;
      break;
    }
  return best;
}

OpeningFeatures::Block OpeningFeatures::survey(const Board& board, Vertex head) {
  Block block{0, board.stones(head), 0, 0};
  if (form_.codes[1] != OpeningCode::kNone) block.liberties = board.count_liberties(head);
  if (form_.codes[3] == OpeningCode::kNone) return block;
  const Colour colour = board.at(head);
  ++round_;
  board.for_each_stone(head, [&](Vertex s) {
    for (const Vertex u : close_[s]) {
      if (board.is_empty(u) || seen_[u] == round_ || board.head(u) == head) continue;
      seen_[u] = round_;
      ++(board.at(u) == colour ? block.friends : block.enemies);
    }
  });
  return block;
}

void OpeningFeatures::add_edges(int point, std::vector<OpeningInput>& out) const {
  const int x = point % form_.size, y = point / form_.size;
  add_pair(static_cast<std::uint32_t>(point * form_.width()) + edges_, form_.codes[0],
           std::min(x, form_.size - 1 - x), std::min(y, form_.size - 1 - y), out);
}

void OpeningFeatures::add_pair(std::uint32_t at, OpeningCode code, int first, int second,
                               std::vector<OpeningInput>& out) const {
  add_count(at, code, first, 0, out);
  add_count(at + (code == OpeningCode::kBinary ? kNodes : 1), code, second, 0, out);
}

void OpeningFeatures::collect(const Board& board, Colour view, double off_board,
                              std::vector<OpeningInput>& out) {
  out.clear();
  const auto& from = from_[static_cast<std::size_t>(orientation(board, view))];
  const auto width = static_cast<std::uint32_t>(form_.width());
  const auto& codes = form_.codes;
  const bool blocks =
      codes[1] != OpeningCode::kNone || codes[2] != OpeningCode::kNone || codes[3] != OpeningCode::kNone;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Vertex v = from[i];
    if (board.is_empty(v)) continue;
    const std::uint32_t at = static_cast<std::uint32_t>(i) * width;
    out.push_back({at, 1.0});
    out.push_back({at + 1, board.at(v) == view ? 1.0 : -1.0});
    if (codes[0] != OpeningCode::kNone && !form_.edges_everywhere) add_edges(static_cast<int>(i), out);
    if (!blocks) continue;
    const Block block = survey(board, board.head(v));
    if (codes[1] != OpeningCode::kNone) add_count(at + liberties_, codes[1], block.liberties, 1, out);
    if (codes[2] != OpeningCode::kNone) add_count(at + stones_, codes[2], block.stones, 1, out);
    if (codes[3] != OpeningCode::kNone) add_pair(at + near_, codes[3], block.friends, block.enemies, out);
  }
  if (off_board != 0) out.push_back({static_cast<std::uint32_t>(form_.inputs() - 1), off_board / form_.unit});
}

double opening_off_board(const Board& board, Colour view, double komi) {
  const double black = board.captured(go::kWhite) - board.captured(go::kBlack) - komi;
  return view == go::kBlack ? black : -black;
}

}  // namespace kifu::features
