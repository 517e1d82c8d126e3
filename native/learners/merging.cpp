#include "learners/merging.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace kifu::learners {

using models::FlatBook;

namespace {

constexpr std::uint32_t kMostPlayed = std::numeric_limits<std::uint16_t>::max();

CountedPatterns merge_two(const PatternShard& a, const PatternShard& b) {
  CountedPatterns out;
  out.keys.resize(a.keys.size() + b.keys.size());
  out.counts.resize(out.keys.size());
  std::size_t i = 0, j = 0, n = 0;
  // Which key comes next is as good as random: no branch depends on it.
  for (; i < a.keys.size() && j < b.keys.size(); ++n) {
    const std::uint64_t x = a.keys[i], y = b.keys[j];
    const bool first = x <= y, second = y <= x;
    out.keys[n] = first ? x : y;
    const std::uint32_t count = (first ? a.counts[i] : 0u) + (second ? b.counts[j] : 0u);
    out.counts[n] = static_cast<std::uint16_t>(std::min(count, kMostPlayed));
    i += first;
    j += second;
  }
  const auto rest = [&](const PatternShard& shard, std::size_t from) {
    std::copy(shard.keys.begin() + static_cast<std::ptrdiff_t>(from), shard.keys.end(),
              out.keys.begin() + static_cast<std::ptrdiff_t>(n));
    std::copy(shard.counts.begin() + static_cast<std::ptrdiff_t>(from), shard.counts.end(),
              out.counts.begin() + static_cast<std::ptrdiff_t>(n));
    n += shard.keys.size() - from;
  };
  rest(a, i);
  rest(b, j);
  out.keys.resize(n);
  out.counts.resize(n);
  return out;
}

// Walks through all shards at once. At every level only those are looked at that have the same way there.
class BookMerge {
 public:
  explicit BookMerge(std::span<const BookShard> shards) : shards_(shards), at_(shards.size()) {}

  FlatBook merged() {
    std::size_t most = 0;
    std::vector<std::size_t> all;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      most = std::max(most, shards_[s].depth.size());
      all.push_back(s);
    }
    out_.depth.reserve(most);
    out_.step.reserve(most);
    out_.played.reserve(most);
    below(all, 1);
    return std::move(out_);
  }

 private:
  bool is_at(std::size_t s, int depth) const {
    return at_[s] < shards_[s].depth.size() && shards_[s].depth[at_[s]] == depth;
  }

  // Merges what hangs on the node that these shards have just left; its children have this depth.
  void below(const std::vector<std::size_t>& here, int depth) {
    if (here.size() == 1) return copy_below(here.front(), depth);
    std::vector<std::size_t> same;
    for (;;) {
      same.clear();
      std::uint16_t least = 0;
      for (const auto s : here) {
        if (!is_at(s, depth)) continue;
        const std::uint16_t step = shards_[s].step[at_[s]];
        if (same.empty() || step < least) {
          same.clear();
          least = step;
        }
        if (step == least) same.push_back(s);
      }
      if (same.empty()) return;
      std::uint32_t played = 0;
      for (const auto s : same) played += shards_[s].played[at_[s]++];
      out_.depth.push_back(static_cast<std::uint8_t>(depth));
      out_.step.push_back(least);
      out_.played.push_back(played);
      below(same, depth + 1);
    }
  }

  // Most patterns are in one shard only, with all that hangs on them.
  void copy_below(std::size_t s, int depth) {
    const BookShard& shard = shards_[s];
    std::size_t end = at_[s];
    while (end < shard.depth.size() && shard.depth[end] >= depth) ++end;
    const auto from = static_cast<std::ptrdiff_t>(at_[s]), to = static_cast<std::ptrdiff_t>(end);
    out_.depth.insert(out_.depth.end(), shard.depth.begin() + from, shard.depth.begin() + to);
    out_.step.insert(out_.step.end(), shard.step.begin() + from, shard.step.begin() + to);
    out_.played.insert(out_.played.end(), shard.played.begin() + from, shard.played.begin() + to);
    at_[s] = end;
  }

  std::span<const BookShard> shards_;
  std::vector<std::size_t> at_;
  FlatBook out_;
};

}  // namespace

CountedPatterns merge_patterns(std::span<const PatternShard> shards) {
  if (shards.empty()) return {};
  if (shards.size() == 1)
    return {{shards[0].keys.begin(), shards[0].keys.end()},
            {shards[0].counts.begin(), shards[0].counts.end()}};
  if (shards.size() == 2) return merge_two(shards[0], shards[1]);
  const auto half = shards.size() / 2;
  const auto first = merge_patterns(shards.first(half)), second = merge_patterns(shards.subspan(half));
  return merge_two({first.keys, first.counts}, {second.keys, second.counts});
}

bool is_depth_first(std::span<const std::uint8_t> depth) {
  int before = 0;
  for (const int d : depth) {
    if (d < 1 || d > before + 1) return false;
    before = d;
  }
  return true;
}

FlatBook merge_books(std::span<const BookShard> shards) { return BookMerge(shards).merged(); }

}  // namespace kifu::learners
