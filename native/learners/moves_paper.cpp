#include "learners/moves_paper.hpp"

#include <algorithm>
#include <cmath>

#include "work/parallel.hpp"

namespace kifu::learners {

using go::Vertex;
using models::PatternDictionary;

namespace {

// Positions are summed in so many parts, each on one thread, and the parts in their order.
constexpr std::size_t kParts = 8;

}  // namespace

void MoveSamples::add(const go::Games& games, int threads) {
  struct Part {
    std::vector<Position> positions;
    std::vector<std::uint32_t> patterns;
    std::vector<Vertex> points;
  };
  std::vector<Part> parts(games.count());
  parallel_for(games.count(), threads, 4, [&](std::size_t begin, std::size_t end) {
    features::MoveWalk walk(games.size);
    models::Ranking ranking;
    std::vector<std::uint32_t> patterns, order;
    for (std::size_t g = begin; g < end; ++g) {
      auto history = models::kNoHistory;
      Part& part = parts[g];
      features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, Vertex v) {
        if (v == go::kPass) return models::remember(history, PatternDictionary::kNone);
        model_.by_frequency(before, ranking, patterns, order);
        const auto& points = ranking.candidates.points;
        const std::size_t n = std::min(order.size(), static_cast<std::size_t>(model_.top()));
        Position position{history, before.previous(), part.points.size(), static_cast<std::uint16_t>(n), 0};
        bool found = false;
        for (std::size_t i = 0; i < n; ++i) {
          const auto c = order[i];
          if (points[c] == v) position.good = static_cast<std::uint16_t>(i), found = true;
          part.points.push_back(points[c]);
          part.patterns.push_back(patterns[c]);
        }
        const auto at = static_cast<std::size_t>(std::find(points.begin(), points.end(), v) - points.begin());
        const auto played = at < points.size() ? patterns[at] : PatternDictionary::kNone;
        if (!found) {
          position.good = position.count++;
          part.points.push_back(v);
          part.patterns.push_back(played);
        }
        part.positions.push_back(position);
        models::remember(history, played);
      });
    }
  });
  for (auto& part : parts) {
    for (auto& position : part.positions) {
      position.begin += points_.size();
      positions_.push_back(position);
    }
    points_.insert(points_.end(), part.points.begin(), part.points.end());
    patterns_.insert(patterns_.end(), part.patterns.begin(), part.patterns.end());
    part = {};
  }
}

template <class Visit>
void MoveSamples::for_each_attribute(const Position& position, std::size_t sample, Visit&& visit) const {
  const auto& attributes = model_.attributes();
  const Vertex v = points_[sample];
  visit(attributes.pattern(patterns_[sample]));
  visit(attributes.place(geometry_, v));
  for (int i = 0; i < features::kPrevious; ++i) {
    const Vertex u = position.previous[static_cast<std::size_t>(i)];
    if (u != go::kPass) visit(attributes.relative(geometry_, i, v, u));
  }
}

double MoveSamples::evaluate(std::span<const double> weights, std::span<double> gradient, int threads) const {
  const std::size_t n = positions_.size(), dimensions = weights.size();
  const auto& attributes = model_.attributes();
  std::array<double, kParts> losses{};
  std::vector<std::vector<double>> gradients(kParts);
  parallel_for(kParts, threads, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part) {
      auto& sum = gradients[part];
      sum.assign(dimensions, 0.0);
      for (std::size_t p = n * part / kParts; p < n * (part + 1) / kParts; ++p) {
        const Position& position = positions_[p];
        double shared = weights.back(), residuals = 0;
        for (int i = 0; i < features::kPrevious; ++i)
          if (position.previous[static_cast<std::size_t>(i)] != go::kPass)
            shared += weights[attributes.previous_pattern(i, position.history[static_cast<std::size_t>(i)])];
        for (std::size_t k = 0; k < position.count; ++k) {
          const std::size_t sample = position.begin + k;
          double score = shared;
          for_each_attribute(position, sample, [&](std::size_t a) { score += weights[a]; });
          const bool good = k == position.good;
          // log(1 + exp(-margin)) without overflow
          const double margin = good ? score : -score;
          losses[part] += std::log1p(std::exp(-std::abs(margin))) + std::max(-margin, 0.0);
          const double residual = 1.0 / (1.0 + std::exp(-score)) - good;
          residuals += residual;
          for_each_attribute(position, sample, [&](std::size_t a) { sum[a] += residual; });
        }
        for (int i = 0; i < features::kPrevious; ++i)
          if (position.previous[static_cast<std::size_t>(i)] != go::kPass)
            sum[attributes.previous_pattern(i, position.history[static_cast<std::size_t>(i)])] += residuals;
        sum[dimensions - 1] += residuals;
      }
    }
  });
  std::fill(gradient.begin(), gradient.end(), 0.0);
  for (const auto& part : gradients)
    for (std::size_t i = 0; i < dimensions; ++i) gradient[i] += part[i];
  double loss = 0;
  for (const double part : losses) loss += part;
  return loss;
}

std::vector<std::uint32_t> MoveSamples::counts() const {
  const auto& attributes = model_.attributes();
  std::vector<std::uint32_t> seen(attributes.count());
  for (const auto& position : positions_) {
    for (int i = 0; i < features::kPrevious; ++i)
      if (position.previous[static_cast<std::size_t>(i)] != go::kPass)
        seen[attributes.previous_pattern(i, position.history[static_cast<std::size_t>(i)])] += position.count;
    for (std::size_t k = 0; k < position.count; ++k)
      for_each_attribute(position, position.begin + k, [&](std::size_t a) { ++seen[a]; });
  }
  return seen;
}

}  // namespace kifu::learners
