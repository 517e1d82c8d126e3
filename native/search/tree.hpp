#pragma once
// Nodes of a search tree shared by several threads without locks, and the memory they live in.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace kifu::search {

// Sums of values are whole numbers of this unit, so that adding them in any order gives the same.
inline constexpr double kUnit = 1 << 20;
// The same of points.
inline constexpr double kPointUnit = 1 << 10;

// A move and what is known of it. Values are those of the side that plays the move, from 0 to 1.
// A visit is counted on the way down and its value added on the way up: what other threads are still looking
// at counts as lost for so long ("virtual loss").
template <class Move>
struct Node {
  Move move{};
  float prior = 0;
  std::atomic<std::uint32_t> visits{0};
  std::atomic<std::uint32_t> amaf_visits{0};
  std::atomic<std::uint64_t> sum{0};
  std::atomic<std::uint64_t> amaf_sum{0};
  std::atomic<std::int64_t> points{0};  // by which the side that plays the move was ahead, summed
  // Set once, before `children`, which publishes them; sorted by prior, the greatest first.
  std::uint32_t child_count = 0;
  std::atomic<bool> growing{false};
  std::atomic<Node*> children{nullptr};

  Node() = default;
  Node(const Node& other) { *this = other; }
  // Numbers only; a copy has no children. For threads that have stopped.
  Node& operator=(const Node& other) {
    move = other.move;
    prior = other.prior;
    visits.store(other.visits.load(std::memory_order_relaxed), std::memory_order_relaxed);
    amaf_visits.store(other.amaf_visits.load(std::memory_order_relaxed), std::memory_order_relaxed);
    sum.store(other.sum.load(std::memory_order_relaxed), std::memory_order_relaxed);
    amaf_sum.store(other.amaf_sum.load(std::memory_order_relaxed), std::memory_order_relaxed);
    points.store(other.points.load(std::memory_order_relaxed), std::memory_order_relaxed);
    child_count = 0;
    growing.store(false, std::memory_order_relaxed);
    children.store(nullptr, std::memory_order_relaxed);
    return *this;
  }

  double value(double if_unvisited) const {
    const auto n = visits.load(std::memory_order_relaxed);
    return n == 0 ? if_unvisited : static_cast<double>(sum.load(std::memory_order_relaxed)) / kUnit / n;
  }
  double amaf(double if_unvisited) const {
    const auto n = amaf_visits.load(std::memory_order_relaxed);
    return n == 0 ? if_unvisited : static_cast<double>(amaf_sum.load(std::memory_order_relaxed)) / kUnit / n;
  }
  // Mean of the points.
  double lead() const {
    const auto n = visits.load(std::memory_order_relaxed);
    return n == 0 ? 0 : static_cast<double>(points.load(std::memory_order_relaxed)) / kPointUnit / n;
  }
  void add(double value, double ahead) {
    sum.fetch_add(static_cast<std::uint64_t>(value * kUnit), std::memory_order_relaxed);
    points.fetch_add(static_cast<std::int64_t>(ahead * kPointUnit), std::memory_order_relaxed);
  }
  // Not one step: two threads at once may lose a count here, which costs less than making sure.
  void add_amaf(double value) {
    amaf_visits.store(amaf_visits.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    amaf_sum.store(amaf_sum.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(value * kUnit),
                   std::memory_order_relaxed);
  }
};

// Memory for nodes, in blocks that lie side by side; all is given back at once.
template <class Node>
class NodePool {
 public:
  explicit NodePool(std::size_t most_nodes) : most_(most_nodes) {}

  // `n` fresh nodes side by side, or nullptr when the bound is reached.
  Node* allocate(std::size_t n) {
    const std::lock_guard lock(mutex_);
    if (used_ + n > most_) return nullptr;
    if (chunks_.empty() || chunks_.back().used + n > chunks_.back().size) {
      // As much as there is already: a small search does not pay for the memory of a large one.
      const std::size_t size = std::max(n, std::clamp(used_, kFirst, kChunk));
      chunks_.push_back({std::make_unique<Node[]>(size), size, 0});
    }
    Chunk& chunk = chunks_.back();
    Node* first = chunk.nodes.get() + chunk.used;
    chunk.used += n;
    used_ += n;
    return first;
  }
  std::size_t used() const { return used_; }
  std::size_t most() const { return most_; }

 private:
  static constexpr std::size_t kFirst = 1 << 8, kChunk = 1 << 13;
  struct Chunk {
    std::unique_ptr<Node[]> nodes;
    std::size_t size, used;
  };

  std::size_t most_, used_ = 0;
  std::vector<Chunk> chunks_;
  std::mutex mutex_;
};

}  // namespace kifu::search
