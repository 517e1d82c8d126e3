#include "models/move_net.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "features/surroundings.hpp"
#include "work/random.hpp"

// Wider registers where the processor has them; without fused operations, so results are the same everywhere.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define KIFU_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define KIFU_WIDE
#endif

namespace kifu::models {

namespace {

constexpr float kSlope = 0.1f;  // of the bend below zero

float bend(float x) { return x > 0 ? x : kSlope * x; }
float slope(float x) { return x > 0 ? 1.0f : kSlope; }

KIFU_WIDE void add_rows(const float* rows, const std::uint16_t* list, std::size_t n, float* sum) {
  float total[kNetWidth] = {};
  for (std::size_t i = 0; i < n; ++i) {
    const float* row = rows + list[i] * kNetWidth;
    for (std::size_t k = 0; k < kNetWidth; ++k) total[k] += row[k];
  }
  for (std::size_t k = 0; k < kNetWidth; ++k) sum[k] = total[k];
}

KIFU_WIDE void through_first(const float* first, const float* sum, float* hidden) {
  float total[kNetHidden] = {};
  for (std::size_t k = 0; k < kNetWidth; ++k) {
    const float x = bend(sum[k]);
    for (std::size_t j = 0; j < kNetHidden; ++j) total[j] += x * first[k * kNetHidden + j];
  }
  for (std::size_t j = 0; j < kNetHidden; ++j) hidden[j] = total[j];
}

// Slopes of the sums from those of the hidden numbers.
KIFU_WIDE void back_first(const float* first, const float* sum, const float* hidden, float* out) {
  for (std::size_t k = 0; k < kNetWidth; ++k) {
    float parts[4] = {};
    for (std::size_t j = 0; j < kNetHidden; ++j) parts[j & 3] += first[k * kNetHidden + j] * hidden[j];
    out[k] = ((parts[0] + parts[1]) + (parts[2] + parts[3])) * slope(sum[k]);
  }
}

KIFU_WIDE void add_layers(const float* sum, const float* hidden, float* layers) {
  for (std::size_t k = 0; k < kNetWidth; ++k) {
    const float x = bend(sum[k]);
    for (std::size_t j = 0; j < kNetHidden; ++j) layers[k * kNetHidden + j] += x * hidden[j];
  }
}

}  // namespace

std::size_t MoveNet::rows() {
  return static_cast<std::size_t>(features::fact_count() + features::kAroundCount);
}
std::size_t MoveNet::size() { return rows() * kNetWidth + kNetLayers; }

MoveNet::MoveNet(std::vector<float> numbers) : numbers_(std::move(numbers)) {
  if (numbers_.size() != size()) throw std::invalid_argument("expected as many numbers as the layers have");
}

std::vector<float> MoveNet::fresh(std::uint64_t seed) {
  std::vector<float> numbers(size());
  Random random(seed, 0x6e6574);
  const auto fill = [&](std::size_t begin, std::size_t end, double most) {
    for (std::size_t i = begin; i < end; ++i)
      numbers[i] = static_cast<float>((2 * random.uniform() - 1) * most);
  };
  const std::size_t first = rows() * kNetWidth, second = first + kNetWidth * kNetHidden;
  fill(0, first, 0.05);
  fill(first, second, std::sqrt(6.0 / kNetWidth));
  fill(second, numbers.size(), std::sqrt(6.0 / kNetHidden));
  return numbers;
}

float MoveNet::score(const features::Candidates& candidates, std::size_t i, Values& values) const {
  const auto facts = candidates.facts_of(i);
  const auto around = candidates.around_of(i);
  NetRow stones;
  add_rows(row(0), facts.data(), facts.size(), values.sum.data());
  add_rows(row(static_cast<std::size_t>(features::fact_count())), around.data(), around.size(),
           stones.data());
  const float scale = 1.0f / static_cast<float>(candidates.views[i]);
  for (std::size_t k = 0; k < kNetWidth; ++k) values.sum[k] += scale * stones[k];
  through_first(first(), values.sum.data(), values.hidden.data());
  float score = 0;
  for (std::size_t j = 0; j < kNetHidden; ++j) score += second()[j] * bend(values.hidden[j]);
  return score;
}

NetRow MoveNet::slopes(const Values& values) const {
  std::array<float, kNetLayers> layers{};
  return learn(values, 1, layers);
}

NetRow MoveNet::learn(const Values& values, float gradient, std::span<float> layers) const {
  std::array<float, kNetHidden> hidden;
  for (std::size_t j = 0; j < kNetHidden; ++j) {
    hidden[j] = gradient * second()[j] * slope(values.hidden[j]);
    layers[kNetWidth * kNetHidden + j] += gradient * bend(values.hidden[j]);
  }
  add_layers(values.sum.data(), hidden.data(), layers.data());
  NetRow out;
  back_first(first(), values.sum.data(), hidden.data(), out.data());
  return out;
}

}  // namespace kifu::models
