#include "models/book.hpp"

#include <algorithm>
#include <stdexcept>

namespace kifu::models {

using features::BookStep;

Book::Book(const FlatBook& nodes, features::BookForm form, int facts, double least)
    : form_(form), facts_(facts) {
  const std::size_t n = nodes.depth.size();
  if (nodes.step.size() != n || nodes.matched.size() != n || nodes.played.size() != n)
    throw std::invalid_argument("expected as many steps and counts as depths");
  tree_.reserve(n + 1);
  matched_.assign(n + 1, 0);
  played_.assign(n + 1, 0);
  advises_.assign(n + 1, false);
  std::vector<std::uint32_t> path{BookTree::kRoot};
  const auto deepest = static_cast<std::size_t>(facts + !form.shared);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t depth = nodes.depth[i];
    if (depth < 1 || depth > path.size() || depth > deepest)
      throw std::invalid_argument("a pattern has no parent, or more facts than the book");
    path.resize(depth);
    const std::uint32_t node = tree_.find_or_add(path.back(), nodes.step[i]);
    if (node != i + 1) throw std::invalid_argument("a pattern is there twice");
    if (nodes.played[i] > nodes.matched[i])
      throw std::invalid_argument("a pattern was played more often than it came up");
    matched_[node] = nodes.matched[i];
    played_[node] = nodes.played[i];
    const bool mover_only = !form.shared && depth == 1;
    advises_[node] = !mover_only && nodes.played[i] > 0 && nodes.played[i] > least * nodes.matched[i];
    patterns_ += advises_[node];
    path.push_back(node);
  }
}

void Book::rank(const features::BookGrid& grid, go::Colour mover, int most,
                std::vector<BookMove>& out) const {
  out.clear();
  const go::Geometry geometry(grid.size());
  for (int y = 0; y < grid.size(); ++y)
    for (int x = 0; x < grid.size(); ++x) {
      if (grid.at(x, y) != go::kEmpty) continue;
      std::uint32_t node = BookTree::kRoot;
      int facts = form_.shared ? 0 : -1;
      BookMove best{geometry.vertex(x, y), 0, BookTree::kRoot, 0, 0};
      grid.read(x, y, mover, form_, std::min(most, facts_), [&](BookStep step) {
        node = tree_.find(node, step);
        if (node == BookTree::kNone) return false;
        ++facts;
        if (advises_[node])
          best = {best.point, static_cast<std::uint8_t>(facts), node, matched_[node], played_[node]};
        return true;
      });
      if (best.node != BookTree::kRoot) out.push_back(best);
    }
  std::stable_sort(out.begin(), out.end(), [](const BookMove& a, const BookMove& b) {
    const std::uint64_t left = std::uint64_t{a.played} * b.matched,
                        right = std::uint64_t{b.played} * a.matched;
    return left != right ? left > right : a.matched > b.matched;
  });
}

std::vector<BookMove> Book::rank(const go::Board& board, go::Colour mover, int most) const {
  features::BookGrid grid(board.size());
  grid.follow(board);
  std::vector<BookMove> out;
  rank(grid, mover, most, out);
  return out;
}

std::vector<BookStep> Book::steps(std::uint32_t node) const {
  std::vector<BookStep> steps;
  for (; node != BookTree::kRoot; node = tree_.parent(node)) steps.push_back(tree_.step(node));
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace kifu::models
