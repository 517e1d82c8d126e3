#pragma once
// Counts of several shards of games joined into those of all their games. Sums of whole numbers: the same in
// any order, and however the games are cut.
#include <cstdint>
#include <span>
#include <vector>

#include "learners/harvest.hpp"
#include "models/book_tree.hpp"

namespace kifu::learners {

struct PatternShard {
  std::span<const std::uint64_t> keys;  // sorted, each once
  std::span<const std::uint16_t> counts;
};
// All keys once, sorted; counts are added up and stop at 65,535.
CountedPatterns merge_patterns(std::span<const PatternShard> shards);

struct BookShard {
  std::span<const std::uint8_t> depth;  // as in FlatBook
  std::span<const std::uint16_t> step;
  std::span<const std::uint32_t> played;
};
// Whether these are depths of a tree, depth first: from 1, and never two deeper than the one before.
bool is_depth_first(std::span<const std::uint8_t> depth);
// All patterns once, depth first, children by their steps; `matched` stays empty. Shards must be depth first.
models::FlatBook merge_books(std::span<const BookShard> shards);

}  // namespace kifu::learners
