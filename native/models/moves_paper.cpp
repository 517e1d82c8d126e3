#include "models/moves_paper.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

namespace kifu::models {

using features::MoveWalk;
using go::Vertex;

namespace {

std::size_t pair_of(int a, int b) {
  a = std::abs(a), b = std::abs(b);
  if (a > b) std::swap(a, b);
  return static_cast<std::size_t>(b * 32 + a);
}

}  // namespace

std::size_t MoveAttributes::place(const go::Geometry& geometry, Vertex v) const {
  const std::size_t begin = patterns_ * 5;
  if (!folded_) return begin + static_cast<std::size_t>(geometry.y(v) * 20 + geometry.x(v)) % kPoints;
  const int last = geometry.size() - 1;
  return begin + pair_of(std::min(geometry.x(v), last - geometry.x(v)),
                         std::min(geometry.y(v), last - geometry.y(v)));
}

std::size_t MoveAttributes::relative(const go::Geometry& geometry, int i, Vertex v, Vertex previous) const {
  const std::size_t begin = patterns_ * 5 + kPoints + static_cast<std::size_t>(i) * kRelative;
  const int dx = geometry.x(previous) - geometry.x(v), dy = geometry.y(previous) - geometry.y(v);
  if (folded_) return begin + pair_of(dx, dy);
  return begin + static_cast<std::size_t>((dy + 32) * 64 + dx + 32);
}

PaperMoveModel::PaperMoveModel(PatternDictionary dictionary, std::vector<std::uint32_t> used,
                               std::vector<std::uint32_t> unused, std::vector<float> weights, float bias,
                               int top, bool folded)
    : MoveModel(std::move(dictionary)),
      frequency_(used.size()),
      weights_(std::move(weights)),
      bias_(bias),
      top_(top),
      attributes_(dictionary_.size(), folded) {
  if (used.size() != dictionary_.size() + 1 || unused.size() != used.size() ||
      (!weights_.empty() && weights_.size() != attributes_.count()) || top < 0)
    throw std::invalid_argument("expected counts of every pattern and a weight of every attribute");
  for (std::size_t i = 0; i < used.size(); ++i)
    frequency_[i] = static_cast<float>((used[i] + 1.0) / (double(used[i]) + unused[i] + 2.0));
}

void PaperMoveModel::by_frequency(const MoveWalk& walk, Ranking& out, std::vector<std::uint32_t>& patterns,
                                  std::vector<std::uint32_t>& order) const {
  features::list_candidates(walk, features::kShapeOnly, false, out.candidates);
  const std::size_t n = out.candidates.points.size();
  patterns.resize(n);
  out.probability.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    patterns[i] = largest_of(dictionary_, out.candidates.keys[i], features::kShape).first;
    out.probability[i] = frequency(patterns[i]);
  }
  order.resize(n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return out.probability[a] > out.probability[b]; });
}

float PaperMoveModel::goodness(const MoveWalk& walk, const PatternHistory& history, Vertex v,
                               std::uint32_t pattern) const {
  const auto& geometry = walk.board().geometry();
  float sum = bias_ + weights_[attributes_.pattern(pattern)] + weights_[attributes_.place(geometry, v)];
  for (int i = 0; i < features::kPrevious; ++i) {
    const Vertex u = walk.previous()[static_cast<std::size_t>(i)];
    if (u == go::kPass) continue;
    sum += weights_[attributes_.previous_pattern(i, history[static_cast<std::size_t>(i)])];
    sum += weights_[attributes_.relative(geometry, i, v, u)];
  }
  return 1.0f / (1.0f + std::exp(-sum));
}

void PaperMoveModel::rank(const MoveWalk& walk, const PatternHistory& history, Ranking& out) const {
  std::vector<std::uint32_t> patterns, order;
  by_frequency(walk, out, patterns, order);
  if (!weights_.empty()) {
    const std::size_t n = std::min(order.size(), static_cast<std::size_t>(top_));
    float least = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const auto c = order[i];
      out.probability[c] = goodness(walk, history, out.candidates.points[c], patterns[c]);
      least = std::min(least, out.probability[c]);
    }
    // The others stay behind, in their order of frequency.
    float next = n < order.size() ? out.probability[order[n]] : 0;
    const float scale = next > 0 && next >= least ? 0.999f * least / next : 1.0f;
    for (std::size_t i = n; i < order.size(); ++i) out.probability[order[i]] *= scale;
  }
  const float sum = std::accumulate(out.probability.begin(), out.probability.end(), 0.0f);
  for (float& p : out.probability) p /= sum;
}

std::vector<std::string> PaperMoveModel::families() const {
  if (weights_.empty()) return {"frequency"};
  return {"pattern",        "point",   "pattern-last", "pattern-second", "pattern-third",
          "pattern-fourth", "to-last", "to-second",    "to-third",       "to-fourth"};
}

std::vector<float> PaperMoveModel::explain(const MoveWalk& walk, const PatternHistory& history,
                                           Ranking& out) const {
  rank(walk, history, out);
  const auto& geometry = walk.board().geometry();
  const std::size_t n = out.candidates.points.size(), width = families().size();
  std::vector<float> parts(n * width);
  for (std::size_t c = 0; c < n; ++c) {
    const auto pattern = largest_of(dictionary_, out.candidates.keys[c], features::kShape).first;
    float* row = parts.data() + c * width;
    if (weights_.empty()) {
      row[0] = std::log(frequency(pattern));
      continue;
    }
    const Vertex v = out.candidates.points[c];
    row[0] = weights_[attributes_.pattern(pattern)];
    row[1] = weights_[attributes_.place(geometry, v)];
    for (int i = 0; i < features::kPrevious; ++i) {
      const Vertex u = walk.previous()[static_cast<std::size_t>(i)];
      if (u == go::kPass) continue;
      row[2 + i] = weights_[attributes_.previous_pattern(i, history[static_cast<std::size_t>(i)])];
      row[6 + i] = weights_[attributes_.relative(geometry, i, v, u)];
    }
  }
  return parts;
}

}  // namespace kifu::models
