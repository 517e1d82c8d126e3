#pragma once
// Monte-Carlo tree search for any game: bandits at the nodes that weigh own results, all-moves-as-first
// results and priors, and an evaluator at the leaves.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "search/concepts.hpp"
#include "search/tree.hpp"

namespace kifu::search {

struct TreeOptions {
  float exploration = 0.4F;  // weight of the prior's bonus, which falls with visits
  float rave = 800;          // visits at which a move's own results outweigh all-moves-as-first; 0: without
  float first_play = 0.05F;  // how much less than its parent a move without results is expected to be worth
  std::uint32_t expand = 4;  // visits after which a leaf gets children
  float widening = 1.3F;  // one more move is considered each time visits grow by this factor; 0: all at once
  std::uint32_t wide = 10;      // moves considered from the start
  std::size_t megabytes = 512;  // bound of the tree's memory
};

struct Budget {
  std::uint64_t playouts = 0;  // 0: no bound
  double seconds = 0;          // 0: no bound
  // Ends as soon as no other move can get as many visits as the best one has.
  bool stop_when_decided = true;
  const std::atomic<bool>* stop = nullptr;
};

// By side and slot: within how many moves of the root a move may not be played, 0 where it may; none if
// empty.
using Forbidden = std::array<std::vector<std::uint16_t>, 2>;

struct Spent {
  std::uint64_t playouts = 0;
  double seconds = 0;
};

template <Game G, class E>
  requires Evaluator<E, G>
class TreeSearch {
 public:
  using Move = typename G::Move;
  using TreeNode = Node<Move>;

  explicit TreeSearch(TreeOptions options)
      : options_(options), pool_(std::make_unique<NodePool<TreeNode>>(most_nodes())) {}

  const TreeOptions& options() const { return options_; }
  const TreeNode& root() const { return root_; }
  std::size_t nodes() const { return pool_->used(); }

  void clear() {
    pool_ = std::make_unique<NodePool<TreeNode>>(most_nodes());
    root_ = TreeNode();
  }

  // The tree below this move becomes the tree; false, and an empty tree, when the move is not in it.
  bool advance(Move move) {
    const TreeNode* found = nullptr;
    const TreeNode* children = root_.children.load();
    for (std::uint32_t i = 0; children && i < root_.child_count; ++i)
      if (children[i].move == move) found = &children[i];
    if (!found || !found->children.load()) {
      clear();
      return false;
    }
    auto pool = std::make_unique<NodePool<TreeNode>>(most_nodes());
    TreeNode root(*found);
    copy_children(*found, root, *pool);
    relocate(root, root_);
    pool_ = std::move(pool);
    return true;
  }

  // Gives the root its moves if it has none. adjust(move, prior) returns the prior the search shall use, or
  // less than nothing to leave the move out.
  template <class Adjust>
  void prepare_root(const G& game, E& evaluator, Adjust&& adjust) {
    if (!root_.children.load()) {
      root_.growing = false;
      std::vector<Candidate<Move>> scratch;
      grow(root_, game, evaluator, scratch);
    }
    TreeNode* children = root_.children.load();
    if (!children) return;
    std::vector<std::pair<float, std::uint32_t>> order;
    for (std::uint32_t i = 0; i < root_.child_count; ++i)
      if (const float prior = adjust(children[i].move, children[i].prior); prior >= 0)
        order.emplace_back(prior, i);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<TreeNode> kept(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      relocate(children[order[i].second], kept[i]);
      kept[i].prior = order[i].first;
    }
    for (std::size_t i = 0; i < kept.size(); ++i) relocate(kept[i], children[i]);
    root_.child_count = static_cast<std::uint32_t>(kept.size());
  }

  // Runs until the budget is spent; one thread for each evaluator. With one thread and no bound of time the
  // result depends on the seed alone.
  Spent run(const G& game, std::vector<E>& evaluators, std::uint64_t seed, std::uint64_t stream,
            const Budget& budget, const Forbidden& forbidden = {}) {
    const auto start = std::chrono::steady_clock::now();
    forbidden_ = &forbidden;
    started_ = 0;
    halted_ = false;
    const auto seconds = [start] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    if (root_.children.load() && root_.child_count > 0) {
      const auto work = [&](std::size_t i) {
        Random random(seed, stream * 256 + i);
        Worker worker(game.slots());
        while (!halted_.load(std::memory_order_relaxed)) {
          const std::uint64_t number = started_.fetch_add(1, std::memory_order_relaxed);
          if (is_spent(budget, number, seconds)) {
            halted_ = true;
            started_.fetch_sub(1);
            break;
          }
          simulate(game, evaluators[i], random, worker);
        }
      };
      std::vector<std::thread> threads;
      for (std::size_t i = 1; i < evaluators.size(); ++i) threads.emplace_back(work, i);
      work(0);
      for (auto& thread : threads) thread.join();
    }
    return {started_.load(), seconds()};
  }

 private:
  struct Worker {
    explicit Worker(std::size_t slots) : first(slots) {}
    std::vector<TreeNode*> path;
    Trace trace;
    std::vector<Candidate<Move>> candidates;
    // Which side (1 or 2; 0 nobody) plays each slot first from some point of the line on.
    std::vector<std::uint8_t> first;
  };

  std::size_t most_nodes() const {
    return std::max<std::size_t>(options_.megabytes * (std::size_t{1} << 20) / sizeof(TreeNode), 4096);
  }

  template <class Seconds>
  bool is_spent(const Budget& budget, std::uint64_t number, Seconds&& seconds) const {
    if (budget.stop && budget.stop->load(std::memory_order_relaxed)) return true;
    if (budget.playouts > 0 && number >= budget.playouts) return true;
    // Asking for the time, and who leads, is not free.
    if (number % 16 != 0) return false;
    double left = budget.playouts > 0 ? static_cast<double>(budget.playouts - number) : 1e18;
    if (budget.seconds > 0) {
      const double now = seconds();
      if (now >= budget.seconds) return true;
      if (number >= 256)
        left = std::min(left, static_cast<double>(number) * (budget.seconds - now) / now * 1.1);
    }
    return budget.stop_when_decided && number >= 256 && number % 64 == 0 && is_decided(left);
  }

  bool is_decided(double left) const {
    std::uint32_t best = 0, second = 0;
    const TreeNode* children = root_.children.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < root_.child_count; ++i) {
      const auto visits = children[i].visits.load(std::memory_order_relaxed);
      if (visits > best) {
        second = best, best = visits;
      } else {
        second = std::max(second, visits);
      }
    }
    return root_.child_count == 1 || static_cast<double>(best) > static_cast<double>(second) + left;
  }

  static void relocate(const TreeNode& from, TreeNode& to) {
    to = from;
    to.child_count = from.child_count;
    to.growing.store(from.growing.load());
    to.children.store(from.children.load());
  }

  static void copy_children(const TreeNode& from, TreeNode& to, NodePool<TreeNode>& pool) {
    // A stack of its own: trees may be deep.
    std::vector<std::pair<const TreeNode*, TreeNode*>> open{{&from, &to}};
    while (!open.empty()) {
      const auto [old, copy] = open.back();
      open.pop_back();
      const TreeNode* children = old->children.load();
      if (!children) continue;
      TreeNode* copies = pool.allocate(old->child_count);
      if (!copies) continue;
      for (std::uint32_t i = 0; i < old->child_count; ++i) {
        copies[i] = children[i];
        open.emplace_back(&children[i], &copies[i]);
      }
      copy->child_count = old->child_count;
      copy->children.store(copies);
    }
  }

  void grow(TreeNode& node, const G& game, E& evaluator, std::vector<Candidate<Move>>& candidates) {
    if (node.growing.exchange(true)) return;
    candidates.clear();
    evaluator.candidates(game, candidates);
    if (candidates.empty()) return;
    // A full pool leaves the node a leaf for good: `growing` stays set.
    TreeNode* children = pool_->allocate(candidates.size());
    if (!children) return;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      children[i].move = candidates[i].move;
      children[i].prior = candidates[i].prior;
    }
    node.child_count = static_cast<std::uint32_t>(candidates.size());
    node.children.store(children, std::memory_order_release);
  }

  std::uint32_t considered(std::uint32_t visits, std::uint32_t children) const {
    if (options_.widening <= 1) return children;
    const double more = std::log(1.0 + visits / 10.0) / std::log(static_cast<double>(options_.widening));
    return std::min(children, options_.wide + static_cast<std::uint32_t>(more));
  }

  bool is_forbidden(const G& game, Move move, std::size_t depth) const {
    const auto& plies = (*forbidden_)[static_cast<std::size_t>(game.side())];
    return !plies.empty() && depth < plies[game.slot(move)];
  }

  // The child to look at next; nullptr where every move is forbidden.
  TreeNode* select(TreeNode& node, TreeNode* children, const G& game, std::size_t depth) const {
    const auto visits = node.visits.load(std::memory_order_relaxed);
    std::uint32_t left = considered(visits, node.child_count);
    // The node's own value is its mover's: the other side's here.
    const double expected = std::max(0.0, 1 - node.value(0.5) - static_cast<double>(options_.first_play));
    const double bonus =
        static_cast<double>(options_.exploration) * std::sqrt(static_cast<double>(visits) + 1);
    TreeNode* best = nullptr;
    double most = -1;
    for (std::uint32_t i = 0; i < node.child_count && left > 0; ++i) {
      TreeNode& child = children[i];
      if (is_forbidden(game, child.move, depth)) continue;
      --left;
      const double own = child.visits.load(std::memory_order_relaxed);
      double value = child.value(expected);
      if (options_.rave > 0) {
        const double amaf = child.amaf_visits.load(std::memory_order_relaxed);
        if (amaf > 0) {
          const double rave = static_cast<double>(options_.rave);
          const double beta = amaf / (amaf + own + amaf * own / rave);
          value += beta * (child.amaf(expected) - value);
        }
      }
      const double score = value + bonus * static_cast<double>(child.prior) / (1 + own);
      if (score > most) most = score, best = &child;
    }
    return best;
  }

  void simulate(const G& start, E& evaluator, Random& random, Worker& worker) {
    G game(start);
    auto& path = worker.path;
    path.clear();
    path.push_back(&root_);
    root_.visits.fetch_add(1, std::memory_order_relaxed);
    TreeNode* node = &root_;
    const int first_side = game.side();
    while (!game.is_over()) {
      TreeNode* children = node->children.load(std::memory_order_acquire);
      if (!children) {
        if (node->visits.load(std::memory_order_relaxed) > options_.expand &&
            !node->growing.load(std::memory_order_relaxed))
          grow(*node, game, evaluator, worker.candidates);
        children = node->children.load(std::memory_order_acquire);
        if (!children) break;
      }
      TreeNode* next = select(*node, children, game, path.size() - 1);
      if (!next) break;
      node = next;
      node->visits.fetch_add(1, std::memory_order_relaxed);
      path.push_back(node);
      game.play(node->move);
    }
    worker.trace.entries.clear();
    worker.trace.points = 0;
    const double value = static_cast<double>(evaluator.evaluate(game, random, worker.trace));
    back_up(game, first_side, value, worker);
  }

  // Sides alternate along the path.
  void back_up(const G& game, int first_side, double value, Worker& worker) {
    const auto& path = worker.path;
    auto& first = worker.first;
    if (options_.rave > 0) {
      std::fill(first.begin(), first.end(), std::uint8_t{0});
      const auto& entries = worker.trace.entries;
      for (std::size_t i = entries.size(); i-- > 0;)
        first[entries[i].slot] = static_cast<std::uint8_t>(entries[i].side + 1);
    }
    for (std::size_t depth = path.size(); depth-- > 0;) {
      TreeNode* node = path[depth];
      const int side = (first_side + static_cast<int>(depth)) & 1;  // to move at this node
      const double own = side == 0 ? value : 1 - value;
      node->add(1 - own, side == 0 ? -worker.trace.points : worker.trace.points);
      if (options_.rave > 0) {
        TreeNode* children = node->children.load(std::memory_order_acquire);
        if (children) {
          const std::uint32_t n = node->child_count;
          for (std::uint32_t i = 0; i < n; ++i)
            if (first[game.slot(children[i].move)] == side + 1) children[i].add_amaf(own);
        }
        if (depth > 0) first[game.slot(node->move)] = static_cast<std::uint8_t>((side ^ 1) + 1);
      }
    }
  }

  TreeOptions options_;
  std::unique_ptr<NodePool<TreeNode>> pool_;
  TreeNode root_;
  std::atomic<std::uint64_t> started_{0};
  std::atomic<bool> halted_{false};
  const Forbidden* forbidden_ = nullptr;
};

}  // namespace kifu::search
