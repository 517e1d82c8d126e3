#include <algorithm>
#include <map>
#include <vector>

#include "check.hpp"
#include "learners/merging.hpp"
#include "work/random.hpp"

using namespace kifu;

namespace {

struct Counted {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint16_t> counts;
};

// A pattern by the steps from the root.
using Path = std::vector<std::uint16_t>;
using Paths = std::map<Path, std::uint32_t>;

// Depth first: a map of paths is in this order already.
models::FlatBook flat(const Paths& paths) {
  models::FlatBook out;
  for (const auto& [path, played] : paths) {
    out.depth.push_back(static_cast<std::uint8_t>(path.size()));
    out.step.push_back(path.back());
    out.played.push_back(played);
  }
  return out;
}

}  // namespace

KIFU_TEST(merged_patterns_are_sums_of_their_shards) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    Random random(3, index);
    std::map<std::uint64_t, std::uint32_t> all;
    std::vector<Counted> shards(random.below(6));
    for (auto& shard : shards) {
      std::map<std::uint64_t, std::uint16_t> found;
      for (auto n = random.below(40); n > 0; --n)
        found[random.below(60)] = static_cast<std::uint16_t>(1 + random.below(40'000));
      for (const auto& [key, count] : found) {
        shard.keys.push_back(key);
        shard.counts.push_back(count);
        all[key] += count;
      }
    }
    std::vector<learners::PatternShard> views;
    for (const auto& shard : shards) views.push_back({shard.keys, shard.counts});
    const auto merged = learners::merge_patterns(views);
    CHECK_EQUAL(merged.keys.size(), all.size());
    CHECK_EQUAL(merged.counts.size(), all.size());
    std::size_t i = 0;
    for (const auto& [key, count] : all) {
      CHECK_EQUAL(merged.keys[i], key);
      CHECK_EQUAL(merged.counts[i], std::min(count, 65'535u));
      ++i;
    }
  }
}

KIFU_TEST(merged_books_are_sums_of_their_shards) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    Random random(4, index);
    Paths all;
    std::vector<models::FlatBook> shards;
    for (auto n = random.below(6); n > 0; --n) {
      Paths paths;
      for (auto patterns = random.below(12); patterns > 0; --patterns) {
        Path path;
        for (auto depth = 1 + random.below(5); depth > 0; --depth) {
          path.push_back(static_cast<std::uint16_t>(random.below(4)));
          paths.try_emplace(path, random.below(9));  // with all on the way to it
        }
      }
      for (const auto& [path, played] : paths) all[path] += played;
      shards.push_back(flat(paths));
      CHECK(learners::is_depth_first(shards.back().depth));
    }
    std::vector<learners::BookShard> views;
    for (const auto& shard : shards) views.push_back({shard.depth, shard.step, shard.played});
    const auto merged = learners::merge_books(views), expected = flat(all);
    CHECK(merged.depth == expected.depth);
    CHECK(merged.step == expected.step);
    CHECK(merged.played == expected.played);
    CHECK(merged.matched.empty());
  }
}

KIFU_TEST(depths_that_are_no_tree_are_told) {
  using Depths = std::vector<std::uint8_t>;
  CHECK(learners::is_depth_first(Depths{}));
  CHECK(learners::is_depth_first(Depths{1, 2, 3, 1, 2, 2, 1}));
  CHECK(!learners::is_depth_first(Depths{2}));
  CHECK(!learners::is_depth_first(Depths{1, 3}));
  CHECK(!learners::is_depth_first(Depths{1, 0}));
}
