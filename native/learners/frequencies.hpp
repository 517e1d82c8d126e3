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
  void add(const models::PatternDictionary& dictionary, const go::Games& games, int threads);

  // By pattern; the last entry stands for moves without a known pattern.
  std::vector<std::uint32_t> used, unused;
};

}  // namespace kifu::learners
