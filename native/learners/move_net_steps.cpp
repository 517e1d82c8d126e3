#include "learners/move_net_steps.hpp"

#include <cmath>
#include <stdexcept>

namespace kifu::learners {

using models::kNetLayers;
using models::kNetWidth;
using models::MoveNet;

void NetGradient::clear() {
  if (place_.empty()) place_.assign(MoveNet::rows(), -1);
  for (const auto row : rows_) place_[row] = -1;
  rows_.clear();
  sums_.clear();
  layers_.assign(kNetLayers, 0.0f);
}

void NetGradient::add_row(std::size_t row, const models::NetRow& change, float scale) {
  if (place_[row] < 0) {
    place_[row] = static_cast<std::int32_t>(rows_.size());
    rows_.push_back(static_cast<std::uint32_t>(row));
    sums_.resize(sums_.size() + kNetWidth, 0.0f);
  }
  float* sum = sums_.data() + static_cast<std::size_t>(place_[row]) * kNetWidth;
  for (std::size_t k = 0; k < kNetWidth; ++k) sum[k] += scale * change[k];
}

void NetGradient::add(const MoveNet& net, const features::Candidates& candidates, std::size_t i,
                      const MoveNet::Values& values, float gradient) {
  const auto change = net.learn(values, gradient, layers_);
  for (const auto fact : candidates.facts_of(i)) add_row(fact, change, 1);
  const auto first = static_cast<std::size_t>(features::fact_count());
  const float scale = 1.0f / static_cast<float>(candidates.views[i]);
  for (const auto stone : candidates.around_of(i)) add_row(first + stone, change, scale);
}

void NetSteps::step_rows(MoveNet& net, std::span<const NetGradient* const> gradients, std::size_t shard,
                         std::size_t shards, float rate) {
  // One step for all positions: a step for each, all at the same slopes, is too far.
  std::vector<std::int32_t> place(MoveNet::rows(), -1);
  std::vector<std::uint32_t> touched;
  std::vector<float> sums;
  for (const auto* gradient : gradients) {
    const auto rows = gradient->rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] % shards != shard) continue;
      if (place[rows[i]] < 0) {
        place[rows[i]] = static_cast<std::int32_t>(touched.size());
        touched.push_back(rows[i]);
        sums.resize(sums.size() + kNetWidth, 0.0f);
      }
      float* sum = sums.data() + static_cast<std::size_t>(place[rows[i]]) * kNetWidth;
      const float* change = gradient->of(i);
      for (std::size_t k = 0; k < kNetWidth; ++k) sum[k] += change[k];
    }
  }
  for (std::size_t i = 0; i < touched.size(); ++i) {
    const float* change = sums.data() + i * kNetWidth;
    float parts[4] = {};
    for (std::size_t k = 0; k < kNetWidth; ++k) parts[k & 3] += change[k] * change[k];
    float& square = squares_[touched[i]];
    square += ((parts[0] + parts[1]) + (parts[2] + parts[3])) / static_cast<float>(kNetWidth);
    const float step = rate / std::sqrt(square + 1e-3f);
    float* numbers = net.numbers().data() + touched[i] * kNetWidth;
    for (std::size_t k = 0; k < kNetWidth; ++k) numbers[k] -= step * change[k];
  }
}

void NetSteps::step_layers(MoveNet& net, std::span<const NetGradient* const> gradients, float rate) {
  constexpr float kFirst = 0.9f, kSecond = 0.999f;
  float* mean = squares_.data() + MoveNet::rows();
  float* square = mean + kNetLayers;
  float& steps = squares_.back();
  steps += 1;
  const float first = 1 - std::pow(kFirst, steps), second = 1 - std::pow(kSecond, steps);
  float* numbers = net.numbers().data() + MoveNet::rows() * kNetWidth;
  for (std::size_t k = 0; k < kNetLayers; ++k) {
    float sum = 0;
    for (const auto* gradient : gradients) sum += gradient->layers()[k];
    mean[k] = kFirst * mean[k] + (1 - kFirst) * sum;
    square[k] = kSecond * square[k] + (1 - kSecond) * sum * sum;
    numbers[k] -= rate * (mean[k] / first) / (std::sqrt(square[k] / second) + 1e-6f);
  }
}

void NetSteps::restore(std::span<const float> state) {
  if (state.size() != squares_.size())
    throw std::invalid_argument("expected the state of as many layers as there are");
  squares_.assign(state.begin(), state.end());
}

}  // namespace kifu::learners
