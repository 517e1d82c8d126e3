#include "learners/book.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "go/walk.hpp"
#include "work/parallel.hpp"

namespace kifu::learners {

using features::BookGrid;
using features::BookStep;
using models::BookTree;
using models::FlatBook;

namespace {

constexpr std::size_t kChunk = 4;  // games a thread takes at once
// What stands before a path: how long it is, and above that the neighbour of its centre that was played, as
// the pattern reads it; 0 for the centre itself.
constexpr int kLengthBits = 9, kLength = (1 << kLengthBits) - 1;

bool is_beside(BookStep step) {
  return features::rank_of(step) > 0 && features::fact_of(step) == features::kNothing;
}

// Adds the pattern around a point; `played` is the rank of its neighbour where the move was, 0 for the point.
void add_path(const BookGrid& grid, int x, int y, go::Colour mover, features::BookForm form, int facts,
              int played, std::vector<BookStep>& paths) {
  const std::size_t head = paths.size();
  paths.push_back(0);
  unsigned turns = 0;
  grid.read(
      x, y, mover, form, facts,
      [&](BookStep step) {
        paths.push_back(step);
        return true;
      },
      turns);
  if (played > 0) {
    if (!std::has_single_bit(turns)) return paths.resize(head);
    played = features::BookOrder::get().turned(played, std::countr_zero(turns));
  }
  paths[head] =
      static_cast<BookStep>(static_cast<std::size_t>(played) << kLengthBits | (paths.size() - head - 1));
}

// The grid of a walk through a game: changed(x, y) is called for every point that has changed since.
template <class Changed>
void follow(BookGrid& grid, const go::Board& board, Changed&& changed) {
  const auto& geometry = board.geometry();
  for (int y = 0; y < grid.size(); ++y)
    for (int x = 0; x < grid.size(); ++x)
      if (const go::Colour colour = board.at(geometry.vertex(x, y)); colour != grid.at(x, y)) {
        grid.set(x, y, colour);
        changed(x, y);
      }
}

[[noreturn]] void too_many() {
  throw std::overflow_error(
      "a pattern came up more than 4,294,967,295 times, which is as far as a book counts");
}

// The longest patterns of all points for both players, and how many tests each has stood for. A pattern is
// read again only after a change within the distance it was read to.
class CachedMatches {
 public:
  CachedMatches(int size, const BookTree& tree, features::BookForm form, int facts,
                std::vector<std::uint32_t>& ended)
      : size_(size), tree_(tree), form_(form), facts_(facts), ended_(ended), grid_(size) {
    for (auto& side : sides_) side.resize(static_cast<std::size_t>(size * size));
  }

  // Tests every empty point; returns how many.
  int test(const go::Board& board, go::Colour mover) {
    follow(grid_, board, [&](int x, int y) { forget(x, y); });
    auto& side = sides_[mover == go::kWhite];
    int tests = 0;
    for (int y = 0, p = 0; y < size_; ++y)
      for (int x = 0; x < size_; ++x, ++p) {
        if (grid_.at(x, y) != go::kEmpty) continue;
        auto& match = side[static_cast<std::size_t>(p)];
        if (match.reach < 0) read(x, y, mover, match);
        ++match.tests;
        ++tests;
      }
    return tests;
  }
  void end_game() {
    for (auto& side : sides_)
      for (auto& match : side) flush(match);
    grid_ = BookGrid(size_);
  }

 private:
  struct Match {
    int reach = -1;  // squared distance; below 0: not read
    std::uint32_t node = BookTree::kRoot, tests = 0;
  };

  void read(int x, int y, go::Colour mover, Match& match) {
    std::uint32_t node = BookTree::kRoot;
    match.reach = grid_.read(x, y, mover, form_, facts_, [&](BookStep step) {
      const std::uint32_t child = tree_.find(node, step);
      if (child == BookTree::kNone) return false;
      node = child;
      return true;
    });
    match.node = node;
  }
  void forget(int x, int y) {
    for (auto& side : sides_)
      for (int v = 0, p = 0; v < size_; ++v)
        for (int u = 0; u < size_; ++u, ++p) {
          auto& match = side[static_cast<std::size_t>(p)];
          if ((u - x) * (u - x) + (v - y) * (v - y) <= match.reach) flush(match);
        }
  }
  void flush(Match& match) {
    // Sums of integers: the same in any order. Whoever makes one pass its largest number sees it; tests
    // without any pattern may.
    if (match.tests > 0) {
      const auto before = std::atomic_ref<std::uint32_t>(ended_[match.node])
                              .fetch_add(match.tests, std::memory_order_relaxed);
      if (before > UINT32_MAX - match.tests && match.node != BookTree::kRoot) too_many();
    }
    match = {};
  }

  int size_;
  const BookTree& tree_;
  features::BookForm form_;
  int facts_;
  std::vector<std::uint32_t>& ended_;
  BookGrid grid_;
  std::array<std::vector<Match>, 2> sides_;
};

}  // namespace

void BookHarvest::create(const go::Games& games, int threads) {
  std::vector<std::vector<BookStep>> found(games.count());  // paths end to end, each behind its length
  parallel_for(games.count(), threads, kChunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t g = begin; g < end; ++g) {
      BookGrid grid(games.size);
      auto& paths = found[g];
      go::walk_game(games.size, games.game(g), [&](const go::Board& board, go::Colour colour, go::Vertex v) {
        if (v == go::kPass) return true;
        follow(grid, board, [](int, int) {});
        const int x = board.geometry().x(v), y = board.geometry().y(v);
        add_path(grid, x, y, colour, form_, facts_, 0, paths);
        for (int rank = 1; form_.beside && rank <= features::kBeside; ++rank) {
          const auto& at = features::BookOrder::get().neighbours[static_cast<std::size_t>(rank - 1)];
          if (grid.at(x - at.dx, y - at.dy) == go::kEmpty)
            add_path(grid, x - at.dx, y - at.dy, colour, form_, facts_, rank, paths);
        }
        return true;
      });
    }
  });
  const auto node_of = [&](std::uint32_t parent, BookStep step) {
    const std::uint32_t node = tree_.find_or_add(parent, step);
    if (node == played_.size()) played_.push_back(0);
    return node;
  };
  for (auto& paths : found) {
    for (std::size_t i = 0; i < paths.size();) {
      const std::size_t end = i + 1 + (paths[i] & kLength);
      const int beside = paths[i] >> kLengthBits;
      std::uint32_t node = BookTree::kRoot;
      for (++i; i < end; ++i) {
        node = node_of(node, paths[i]);
        ++played_[beside == 0 ? node : node_of(node, features::book_step(beside, features::kNothing))];
      }
      moves_ += beside == 0;
    }
    paths = {};
  }
  ended_.resize(tree_.size());
}

void BookHarvest::thin(std::uint32_t least_played) {
  BookTree kept;
  std::vector<std::uint32_t> played{0}, number(tree_.size(), BookTree::kNone);
  number[BookTree::kRoot] = BookTree::kRoot;
  // A pattern with less facts was played at least as often, but its centre need not have been.
  std::vector<bool> wanted(tree_.size());
  for (auto node = static_cast<std::uint32_t>(tree_.size()); --node > 0;)
    if (wanted[node] || played_[node] >= least_played) wanted[node] = wanted[tree_.parent(node)] = true;
  for (std::uint32_t node = 1; node < tree_.size(); ++node)
    if (wanted[node]) {
      number[node] = kept.find_or_add(number[tree_.parent(node)], tree_.step(node));
      // What only leads to others advises nothing.
      played.push_back(played_[node] >= least_played ? played_[node] : 0);
    }
  tree_ = std::move(kept);
  played_ = std::move(played);
  ended_.assign(tree_.size(), 0);
}

void BookHarvest::count(const go::Games& games, int threads) { tests_ += test(games, threads, ended_); }

std::vector<std::uint32_t> BookHarvest::counted(const go::Games& games, int threads,
                                                std::uint64_t& tests) const {
  std::vector<std::uint32_t> ended(tree_.size());
  tests = test(games, threads, ended);
  return flatten(ended, std::vector<bool>(tree_.size(), true)).matched;
}

std::uint64_t BookHarvest::test(const go::Games& games, int threads,
                                std::vector<std::uint32_t>& ended) const {
  std::atomic<std::uint64_t> tests{0};
  parallel_for(games.count(), threads, kChunk, [&](std::size_t begin, std::size_t end) {
    CachedMatches matches(games.size, tree_, form_, facts_, ended);
    std::uint64_t n = 0;
    for (std::size_t g = begin; g < end; ++g) {
      go::walk_game(games.size, games.game(g), [&](const go::Board& board, go::Colour colour, go::Vertex v) {
        if (v != go::kPass) n += static_cast<std::uint64_t>(matches.test(board, colour));
        return true;
      });
      matches.end_game();
    }
    tests += n;
  });
  ended[BookTree::kRoot] = 0;  // no pattern at all: nobody asks, and it could grow beyond 32 bits
  return tests;
}

FlatBook BookHarvest::finish(double least) const {
  std::vector<std::uint32_t> matched = ended_;
  std::vector<bool> kept(tree_.size());
  for (auto node = static_cast<std::uint32_t>(tree_.size()); --node > 0;) {
    if (tree_.parent(node) == BookTree::kRoot) continue;
    std::uint32_t& above = matched[tree_.parent(node)];
    if (above > UINT32_MAX - matched[node]) too_many();
    above += matched[node];
  }
  for (auto node = static_cast<std::uint32_t>(tree_.size()); --node > 0;) {
    if (is_beside(tree_.step(node))) matched[node] = matched[tree_.parent(node)];
    if (played_[node] > least * matched[node]) kept[node] = true;
    if (kept[node]) kept[tree_.parent(node)] = true;
  }
  return flatten(matched, kept);
}

FlatBook BookHarvest::tally() const { return flatten(ended_, std::vector<bool>(tree_.size(), true)); }

FlatBook BookHarvest::flatten(const std::vector<std::uint32_t>& matched,
                              const std::vector<bool>& kept) const {
  const std::size_t n = tree_.size();
  // Children of every node, by their steps: counted, placed, sorted.
  std::vector<std::uint32_t> begin(n + 1), children(n > 0 ? n - 1 : 0);
  for (std::uint32_t node = 1; node < n; ++node) ++begin[tree_.parent(node) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  auto next = begin;
  for (std::uint32_t node = 1; node < n; ++node) children[next[tree_.parent(node)]++] = node;
  for (std::size_t node = 0; node < n; ++node)
    std::sort(children.begin() + begin[node], children.begin() + begin[node + 1],
              [&](std::uint32_t a, std::uint32_t b) { return tree_.step(a) < tree_.step(b); });
  FlatBook flat;
  std::vector<std::uint32_t> path{BookTree::kRoot};
  std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
  while (!path.empty()) {
    const std::uint32_t node = path.back();
    if (at[node] == begin[node + 1]) {
      path.pop_back();
      continue;
    }
    const std::uint32_t child = children[at[node]++];
    if (!kept[child]) continue;
    flat.depth.push_back(static_cast<std::uint8_t>(path.size()));
    flat.step.push_back(tree_.step(child));
    flat.matched.push_back(matched[child]);
    flat.played.push_back(played_[child]);
    path.push_back(child);
  }
  return flat;
}

void BookHarvest::restore(const FlatBook& tally, std::uint64_t moves, std::uint64_t tests) {
  tree_ = BookTree();
  tree_.reserve(tally.depth.size() + 1);
  std::vector<std::uint32_t> path{BookTree::kRoot};
  played_.assign(1, 0);
  ended_.assign(1, 0);
  for (std::size_t i = 0; i < tally.depth.size(); ++i) {
    path.resize(std::clamp<std::size_t>(tally.depth[i], 1, path.size()));
    path.push_back(tree_.find_or_add(path.back(), tally.step[i]));
    played_.push_back(tally.played[i]);
    ended_.push_back(tally.matched[i]);
  }
  moves_ = moves;
  tests_ = tests;
}

}  // namespace kifu::learners
