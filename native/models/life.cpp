#include "models/life.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace kifu::models {

namespace {

double logit(float p) {
  const double clipped = std::clamp(static_cast<double>(p), 1e-4, 1.0 - 1e-4);
  return std::log(clipped / (1.0 - clipped));
}

}  // namespace

float combine_life(float classifier, float network, int size) {
  // Of the classifier, of the network, and a constant: on 9 lines and on 19.
  constexpr std::array kNine{0.621, 0.445, -0.302}, kNineteen{0.614, 0.382, -0.253};
  const double large = std::clamp((size - 9) / 10.0, 0.0, 1.0);
  const auto weight = [&](std::size_t i) { return kNine[i] + large * (kNineteen[i] - kNine[i]); };
  const double odds = weight(0) * logit(classifier) + weight(1) * logit(network) + weight(2);
  return static_cast<float>(1.0 / (1.0 + std::exp(-odds)));
}

LifePrediction predict_life(const go::Game& game, const Classifier& classifier, const features::LifeSet& set,
                            std::uint64_t seed) {
  assert(classifier.width() == set.width());
  features::LifeBlocks blocks = features::life_blocks(game, set, seed);
  LifePrediction out;
  out.alive.resize(blocks.heads.size());
  classifier.predict(blocks.features, out.alive);
  out.heads = std::move(blocks.heads);
  return out;
}

std::vector<float> life_map(const go::Game& game, const Classifier& classifier, const features::LifeSet& set,
                            std::uint64_t seed) {
  const go::Board& board = game.board();
  std::vector<float> map(static_cast<std::size_t>(board.geometry().points()), -1.0F);
  const LifePrediction prediction = predict_life(game, classifier, set, seed);
  for (std::size_t i = 0; i < prediction.heads.size(); ++i)
    board.for_each_stone(prediction.heads[i], [&](go::Vertex v) {
      map[static_cast<std::size_t>(board.geometry().point(v))] = prediction.alive[i];
    });
  return map;
}

}  // namespace kifu::models
