#include "analysis/life_search.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "go/life.hpp"

namespace kifu::analysis {

using go::Board;
using go::Colour;
using go::kPass;
using go::opponent;
using go::PointSet;
using go::Vertex;

namespace {

constexpr std::uint32_t kInfinite = 1u << 30;

// Proof numbers from the side to move: how much work is left to show that it succeeds, and that it fails.
struct Numbers {
  std::uint32_t proof = 1, disproof = 1;
};
constexpr Numbers kWon{0, kInfinite}, kLost{kInfinite, 0};

class Search {
 public:
  Search(Vertex target, Colour owner, Colour first, const LifeRegions& regions, const LifeLimits& limits)
      : target_(target), owner_(owner), first_(first), regions_(regions), limits_(limits) {}

  LifeRead run(const Board& board) {
    const Numbers root = expand(board, first_, false, kInfinite, kInfinite, 0);
    if (root.proof != 0 && root.disproof != 0) return {};
    const bool succeeds = root.proof == 0;
    LifeRead read{(first_ == owner_) == succeeds ? Life::kAlive : Life::kDead, kPass};
    if (succeeds) read.move = winning_;
    return read;
  }

 private:
  struct Child {
    Vertex move;
    std::uint64_t key;
    Board board;
    bool passed;
  };

  static std::uint64_t key(const Board& board, Colour mover, bool passed) {
    return board.key() ^ (board.ko() * 0x9e3779b97f4a7c15ULL) ^
           (mover == go::kWhite ? 0x5bd1e9955bd1ULL : 0) ^ (passed ? 0x27d4eb2f165667c5ULL : 0);
  }

  // Whether the owner's stones have cut the region in two: without that there are no two eyes in it.
  bool divided(const Board& board) const {
    PointSet left;
    regions_.first.for_each([&](Vertex v) {
      if (board.at(v) != owner_) left.set(v);
    });
    if (!left.any()) return false;
    PointSet seed;
    seed.set(left.first());
    return (left - go::flood(seed, left, board.geometry().stride())).any();
  }

  bool lives(const Board& board) const {
    if (limits_.eyes && !divided(board)) return false;
    const Vertex head = board.head(target_);
    int outside = 0;
    PointSet counted;
    board.for_each_stone(head, [&](Vertex s) {
      for (const Vertex u : board.geometry().neighbours(s)) {
        if (!board.is_empty(u) || regions_.first.test(u) || regions_.second.test(u) || counted.test(u))
          continue;
        counted.set(u);
        ++outside;
      }
    });
    if (outside >= limits_.escape && !limits_.eyes) return true;
    return go::unconditional_life(board)[board.geometry().point(target_)] == owner_;
  }

  std::vector<Child> children(const Board& board, Colour mover, bool passed) const {
    std::vector<Child> out;
    const auto add = [&](Vertex v, const Board& next) {
      const bool passes = v == kPass && limits_.eyes;
      out.push_back({v, key(next, opponent(mover), passes), next, passes});
    };
    (mover == first_ ? regions_.first : regions_.second).for_each([&](Vertex v) {
      // One's own eye is filled only where it is the last liberty of an enemy or of nobody: never here.
      if (!board.is_legal(mover, v) || (mover == owner_ && board.is_eye(owner_, v))) return;
      Board next(board);
      next.play(mover, v);
      if (mover == owner_ && next.at(target_) != owner_) return;
      add(v, next);
    });
    // Whoever has to show two eyes has not done so when both pass.
    if (limits_.eyes ? !(mover == owner_ && passed) : mover == owner_) {
      Board next(board);
      next.pass();
      add(kPass, next);
    }
    return out;
  }

  Numbers store(std::uint64_t k, Numbers n) { return known_[k] = n; }

  // Looks deeper until the numbers reach their thresholds.
  Numbers expand(const Board& board, Colour mover, bool passed, std::uint32_t proof_limit,
                 std::uint32_t disproof_limit, int depth) {
    const std::uint64_t k = key(board, mover, passed);
    const bool attacking = mover != owner_;
    if (board.at(target_) != owner_) return store(k, attacking ? kWon : kLost);
    ++nodes_;
    if (depth > limits_.depth) return attacking == limits_.eyes ? kWon : kLost;
    if (known_.find(k) == known_.end() && lives(board)) return store(k, attacking ? kLost : kWon);
    const auto below = children(board, mover, passed);
    if (below.empty()) return store(k, kLost);
    path_.insert(k);
    Numbers here;
    for (;;) {
      here = {kInfinite, 0};
      std::uint32_t second = kInfinite;
      const Child* best = nullptr;
      Numbers best_numbers;
      for (const Child& child : below) {
        const Numbers n = look_up(child, attacking);
        here.disproof = std::min(kInfinite, here.disproof + n.proof);
        if (n.disproof < here.proof || best == nullptr) {
          second = here.proof;
          here.proof = n.disproof;
          best = &child;
          best_numbers = n;
        } else {
          second = std::min(second, n.disproof);
        }
      }
      if (depth == 0 && here.proof == 0) winning_ = best->move;
      if (here.proof == 0) here.disproof = kInfinite;
      if (here.disproof == 0) here.proof = kInfinite;
      if (here.proof >= proof_limit || here.disproof >= disproof_limit || here.proof == 0 ||
          here.disproof == 0 || nodes_ > limits_.nodes)
        break;
      const std::uint32_t others = here.disproof - std::min(here.disproof, best_numbers.proof);
      expand(best->board, opponent(mover), best->passed,
             disproof_limit >= kInfinite ? kInfinite : disproof_limit - others,
             std::min(proof_limit, second >= kInfinite ? kInfinite : second + 1), depth + 1);
    }
    path_.erase(k);
    return store(k, here);
  }

  // Numbers of a child from its own mover's side. A repetition does not help whoever has to show something.
  Numbers look_up(const Child& child, bool attacking) const {
    if (path_.contains(child.key)) return attacking == limits_.eyes ? kLost : kWon;
    if (child.board.at(target_) != owner_) return kLost;  // only the enemy's move does that
    const auto found = known_.find(child.key);
    return found == known_.end() ? Numbers{} : found->second;
  }

  Vertex target_;
  Colour owner_, first_;
  const LifeRegions& regions_;
  LifeLimits limits_;
  int nodes_ = 0;
  Vertex winning_ = kPass;
  std::unordered_map<std::uint64_t, Numbers> known_;
  std::unordered_set<std::uint64_t> path_;
};

}  // namespace

LifeRead read_life(const Board& board, Vertex block, Colour first, const LifeRegions& regions,
                   const LifeLimits& limits) {
  Board start(board);
  start.clear_ko();
  return Search(block, board.at(block), first, regions, limits).run(start);
}

PointSet region_around(const Board& board, Vertex block, const PointSet& walls, int most) {
  const int stride = board.geometry().stride();
  PointSet reached;
  board.for_each_stone(board.head(block), [&](Vertex v) { reached.set(v); });
  int empties = 0;
  for (PointSet ring = reached; ring.any() && empties < most;) {
    PointSet next;
    ring.around(stride).for_each([&](Vertex v) {
      if (reached.test(v) || walls.test(v) || board.at(v) == go::kEdge) return;
      if (board.is_empty(v) && empties >= most) return;
      empties += board.is_empty(v);
      next.set(v);
      if (board.is_empty(v)) return;
      // A block is crossed in one step.
      board.for_each_stone(board.head(v), [&](Vertex s) { next.set(s); });
    });
    reached |= next;
    ring = next;
  }
  return reached;
}

}  // namespace kifu::analysis
