#pragma once
#include <cstdint>
#include <vector>

#include "features/life_blocks.hpp"
#include "go/game.hpp"
#include "models/classifier.hpp"

namespace kifu::models {

// The probability that a block lives, from what the classifier says and how far the network takes its points
// for its own, both from 0 to 1. The weights are fitted on validation games (docs/results/network.md).
float combine_life(float classifier, float network, int size);

// Which blocks of a position live, by a trained classifier of their features.
struct LifePrediction {
  std::vector<go::Vertex> heads;  // one stone of every block
  std::vector<float> alive;       // probability that it lives
};

LifePrediction predict_life(const go::Game& game, const Classifier& classifier, const features::LifeSet& set,
                            std::uint64_t seed);

// The same for every point: the probability of its block, or -1 on an empty point.
std::vector<float> life_map(const go::Game& game, const Classifier& classifier, const features::LifeSet& set,
                            std::uint64_t seed);

}  // namespace kifu::models
