#include "models/book.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

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
  has_beside_.assign(n + 1, false);
  std::vector<std::uint32_t> path{BookTree::kRoot};
  const auto deepest = static_cast<std::size_t>(facts + !form.shared + form.beside);
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
    if (features::fact_of(nodes.step[i]) == features::kNothing) has_beside_[path.back()] = true;
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
      if (best.node != BookTree::kRoot || form_.beside) out.push_back(best);
    }
  if (form_.beside) rank_beside(grid, mover, std::min(most, facts_), out);
  std::stable_sort(out.begin(), out.end(), [](const BookMove& a, const BookMove& b) {
    const std::uint64_t left = std::uint64_t{a.played} * b.matched,
                        right = std::uint64_t{b.played} * a.matched;
    return left != right ? left > right : a.matched > b.matched;
  });
}

// `best` has an entry for every empty point, row by row.
void Book::rank_beside(const features::BookGrid& grid, go::Colour mover, int most,
                       std::vector<BookMove>& best) const {
  const auto& order = features::BookOrder::get();
  const go::Geometry geometry(grid.size());
  std::vector<int> place(static_cast<std::size_t>(geometry.points()), -1);  // of a point in `best`
  for (std::size_t i = 0; i < best.size(); ++i)
    place[static_cast<std::size_t>(geometry.point(best[i].point))] = static_cast<int>(i);
  std::vector<BookMove> found = best;
  std::vector<std::uint32_t> path;
  for (const BookMove& centre : best) {
    const int x = geometry.x(centre.point), y = geometry.y(centre.point);
    path.clear();
    bool known = true;
    unsigned turns = 0;
    grid.read(
        x, y, mover, form_, facts_,
        [&](BookStep
                step) {  // to the end even where the pattern is not known: all facts decide how it is turned
          const std::uint32_t node =
              known ? tree_.find(path.empty() ? BookTree::kRoot : path.back(), step) : 0;
          known = known && node != BookTree::kNone;
          if (known) path.push_back(node);
          return true;
        },
        turns);
    if (!std::has_single_bit(turns)) continue;
    const auto known_facts = [&](std::size_t length) { return static_cast<int>(length) - !form_.shared; };
    for (std::size_t length = path.size(); length > 0; --length) {
      if (known_facts(length) > most || !has_beside_[path[length - 1]]) continue;
      for (int rank = 1; rank <= features::kBeside; ++rank) {
        const auto& at = order.neighbours[static_cast<std::size_t>(rank - 1)];
        if (grid.at(x + at.dx, y + at.dy) != go::kEmpty) continue;
        const std::uint32_t node =
            tree_.find(path[length - 1],
                       features::book_step(order.turned(rank, std::countr_zero(turns)), features::kNothing));
        if (node == BookTree::kNone || !advises_[node]) continue;
        const go::Vertex point = geometry.vertex(x + at.dx, y + at.dy);
        BookMove& here =
            found[static_cast<std::size_t>(place[static_cast<std::size_t>(geometry.point(point))])];
        const int facts = known_facts(length);
        const bool own =
            here.node != BookTree::kRoot && features::fact_of(tree_.step(here.node)) != features::kNothing;
        if (facts > here.facts || (facts == here.facts && !own && matched_[node] > here.matched))
          here = {point, static_cast<std::uint8_t>(facts), node, matched_[node], played_[node]};
      }
    }
  }
  std::erase_if(found, [](const BookMove& move) { return move.node == BookTree::kRoot; });
  best = std::move(found);
}

BookCounts Book::around(std::uint32_t surroundings) const {
  if (!form_.shared || !form_.lines) throw std::invalid_argument("this book does not read shapes alike");
  features::BookGrid grid(go::kMaxSize);
  constexpr int kCentre = go::kMaxSize / 2;
  for (int i = 0, place = 0; place < 9; ++place) {
    if (place == 4) continue;
    grid.set(kCentre - 1 + place % 3, kCentre - 1 + place / 3,
             static_cast<go::Colour>(surroundings >> (2 * i++) & 3));
  }
  std::uint32_t node = BookTree::kRoot;
  grid.read(kCentre, kCentre, go::kBlack, form_, facts_, [&](BookStep step) {
    if (features::rank_of(step) > features::kBeside) return false;
    node = tree_.find(node, step);
    return node != BookTree::kNone;
  });
  if (node == BookTree::kNone || node == BookTree::kRoot) return {};
  BookCounts counts{matched_[node], played_[node]};
  // What has one more fact among the eight is another shape.
  for (int rank = features::rank_of(tree_.step(node)) + 1; rank <= features::kBeside; ++rank)
    for (const auto fact : {features::kOwnStone, features::kEnemyStone, features::kBorder})
      if (const std::uint32_t more = tree_.find(node, features::book_step(rank, fact));
          more != BookTree::kNone)
        counts.matched -= matched_[more], counts.played -= played_[more];
  return counts;
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
