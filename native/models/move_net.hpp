#pragma once
// How facts and stones act together: every fact and every stone around a candidate has a few learned numbers;
// their sums go through two small layers to one number that is added to the candidate's score. There are no
// constant terms, so the score is exactly the sum of what each fact adds at the slopes found.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/moves.hpp"

namespace kifu::models {

inline constexpr std::size_t kNetWidth = 16, kNetHidden = 16;

using NetRow = std::array<float, kNetWidth>;

class MoveNet {
 public:
  // What is kept of a candidate while it is learned from or explained.
  struct Values {
    NetRow sum;                            // of the numbers of its facts and stones
    std::array<float, kNetHidden> hidden;  // before the bend
  };

  MoveNet() = default;
  // Rows of the facts, rows of the stones around, the first layer input by input, the second.
  explicit MoveNet(std::vector<float> numbers);
  static std::size_t rows();
  static std::size_t size();
  // Small random numbers to begin with.
  static std::vector<float> fresh(std::uint64_t seed);

  bool empty() const { return numbers_.empty(); }
  std::span<const float> numbers() const { return numbers_; }
  std::span<float> numbers() { return numbers_; }
  const float* row(std::size_t i) const { return numbers_.data() + i * kNetWidth; }

  float score(const features::Candidates& candidates, std::size_t i, Values& values) const;
  // How the score changes with each of the sums.
  NetRow slopes(const Values& values) const;
  // The same times `gradient`, adding what this candidate says of the layers to `layers`.
  NetRow learn(const Values& values, float gradient, std::span<float> layers) const;

 private:
  const float* first() const { return numbers_.data() + rows() * kNetWidth; }
  const float* second() const { return first() + kNetWidth * kNetHidden; }

  std::vector<float> numbers_;
};

inline constexpr std::size_t kNetLayers = kNetWidth * kNetHidden + kNetHidden;

}  // namespace kifu::models
