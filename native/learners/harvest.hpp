#pragma once
// Counts the patterns in which experts played.
#include <array>
#include <cstdint>
#include <vector>

#include "features/moves.hpp"
#include "go/games.hpp"

namespace kifu::learners {

struct CountedPatterns {
  std::vector<std::uint64_t> keys;    // sorted
  std::vector<std::uint16_t> counts;  // at most 65,535
};

// The result does not depend on threads or on how the games are cut into calls.
class PatternHarvest {
 public:
  explicit PatternHarvest(unsigned chains) : chains_(chains) {}
  void add(const go::Games& games, int threads);
  std::size_t moves() const { return moves_; }
  // Patterns played at least so many times; the harvest is empty afterwards.
  CountedPatterns finish(int at_least, int threads);

 private:
  unsigned chains_;
  std::size_t moves_ = 0;
  std::array<std::vector<std::uint64_t>, 256> keys_;  // of every move, by their first byte
};

}  // namespace kifu::learners
