#include "models/classifier.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace kifu::models {

namespace {

// How many trees are walked in step.
constexpr std::size_t kAtOnce = 8;

float logistic(double x) { return static_cast<float>(1.0 / (1.0 + std::exp(-x))); }

}  // namespace

Layers::Layers(std::vector<float> shift, std::vector<float> scale, std::vector<Layer> layers)
    : shift_(std::move(shift)), scale_(std::move(scale)), layers_(std::move(layers)) {
  int inputs = width();
  if (shift_.empty() || scale_.size() != shift_.size() || layers_.empty())
    throw std::invalid_argument("expected a shift and a scale for each input, and at least one layer");
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Layer& layer = layers_[i];
    const bool last = i + 1 == layers_.size();
    if (layer.inputs != inputs || layer.outputs < 1 || (last && layer.outputs != 1) ||
        layer.weights.size() !=
            static_cast<std::size_t>(layer.inputs) * static_cast<std::size_t>(layer.outputs) ||
        layer.biases.size() != static_cast<std::size_t>(layer.outputs))
      throw std::invalid_argument("layer " + std::to_string(i + 1) + " does not fit the one before it");
    inputs = layer.outputs;
  }
}

void Layers::predict(std::span<const float> rows, std::span<float> out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = predict(rows.subspan(i * shift_.size(), shift_.size()));
}

float Layers::predict(std::span<const float> row) const {
  std::vector<float> in(shift_.size()), out;
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = (row[i] - shift_[i]) * scale_[i];
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const Layer& layer = layers_[l];
    out.assign(layer.biases.begin(), layer.biases.end());
    for (int o = 0; o < layer.outputs; ++o) {
      const float* weights = layer.weights.data() + static_cast<std::ptrdiff_t>(o) * layer.inputs;
      double sum = out[static_cast<std::size_t>(o)];
      for (int i = 0; i < layer.inputs; ++i)
        sum += static_cast<double>(weights[i]) * in[static_cast<std::size_t>(i)];
      out[static_cast<std::size_t>(o)] = static_cast<float>(l + 1 < layers_.size() ? std::tanh(sum) : sum);
    }
    in.swap(out);
  }
  return logistic(in[0]);
}

Trees::Trees(int width, float baseline, std::span<const std::int64_t> offsets,
             std::span<const std::int16_t> feature, std::span<const float> threshold,
             std::span<const std::int16_t> left, std::span<const std::int16_t> right,
             std::span<const float> value)
    : width_(width), baseline_(baseline) {
  const std::size_t n = feature.size();
  if (width < 1 || offsets.size() < 2 || offsets[0] != 0 || static_cast<std::size_t>(offsets.back()) != n ||
      threshold.size() != n || left.size() != n || right.size() != n || value.size() != n)
    throw std::invalid_argument("the arrays of the trees do not fit each other");
  nodes_.reserve(n);
  for (std::size_t t = 0; t + 1 < offsets.size(); ++t) {
    const std::int64_t begin = offsets[t], count = offsets[t + 1] - begin;
    if (count < 1 || begin + count > static_cast<std::int64_t>(n))
      throw std::invalid_argument("a tree without nodes");
    std::vector<int> depth(static_cast<std::size_t>(count));
    int deepest = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(begin + i);
      if (feature[k] < 0) {
        const auto self = static_cast<std::int16_t>(i);
        nodes_.push_back({0.0F, 0, {self, self}});
        values_.push_back(value[k]);
        deepest = std::max(deepest, depth[static_cast<std::size_t>(i)]);
        continue;
      }
      // Children stand behind their parent, so walking down ends.
      if (feature[k] >= width || left[k] <= i || right[k] <= i || left[k] >= count || right[k] >= count)
        throw std::invalid_argument("node " + std::to_string(k) + " of the trees points nowhere");
      for (const std::int16_t child : {left[k], right[k]}) {
        int& below = depth[static_cast<std::size_t>(child)];
        below = std::max(below, depth[static_cast<std::size_t>(i)] + 1);
      }
      nodes_.push_back({threshold[k], feature[k], {left[k], right[k]}});
      values_.push_back(0.0F);
    }
    trees_.push_back({static_cast<std::size_t>(begin), deepest});
  }
  // Trees of like depth are walked together; the last group is filled up by trees that are one leaf of 0.
  std::stable_sort(trees_.begin(), trees_.end(),
                   [](const Tree& a, const Tree& b) { return a.depth < b.depth; });
  while (trees_.size() % kAtOnce != 0) {
    trees_.insert(trees_.begin(), {nodes_.size(), 0});
    nodes_.push_back({0.0F, 0, {0, 0}});
    values_.push_back(0.0F);
  }
}

void Trees::predict(std::span<const float> rows, std::span<float> out) const {
  const auto width = static_cast<std::size_t>(width_);
  std::vector<double> sums(out.size(), baseline_);
  for (std::size_t first = 0; first < trees_.size(); first += kAtOnce) {
    std::array<const Node*, kAtOnce> tree;
    for (std::size_t t = 0; t < kAtOnce; ++t) tree[t] = nodes_.data() + trees_[first + t].root;
    const int depth = trees_[first + kAtOnce - 1].depth;
    // All rows walk through these trees while they are in the cache.
    for (std::size_t i = 0; i < out.size(); ++i) {
      const float* row = rows.data() + i * width;
      // One walk waits for memory at every step; several in step wait together.
      std::array<std::int16_t, kAtOnce> at{};
      for (int step = depth; step > 0; --step)
        for (std::size_t t = 0; t < kAtOnce; ++t) {
          const Node& node = tree[t][at[t]];
          at[t] = node.next[!(row[static_cast<std::size_t>(node.feature)] <= node.threshold)];
        }
      for (std::size_t t = 0; t < kAtOnce; ++t)
        sums[i] += values_[trees_[first + t].root + static_cast<std::size_t>(at[t])];
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = logistic(sums[i]);
}

}  // namespace kifu::models
