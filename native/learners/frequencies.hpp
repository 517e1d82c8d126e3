#pragma once
// How often the largest known pattern of a legal move was played, and how often it was not.
#include <cstdint>
#include <vector>

#include "go/games.hpp"
#include "models/pattern_dictionary.hpp"

namespace kifu::learners {

struct Frequencies {
  explicit Frequencies(const models::PatternDictionary& dictionary)
      : used(dictionary.size() + 1), unused(dictionary.size() + 1) {}
  // Counts a legal move for its largest known pattern, or (nested) for all its known patterns of shape.
  void add(const models::PatternDictionary& dictionary, const go::Games& games, bool nested, int threads);

  // By pattern; the last entry stands for moves without a known pattern.
  std::vector<std::uint32_t> used, unused;
};

}  // namespace kifu::learners
