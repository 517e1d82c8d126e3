#include "models/life.hpp"

#include <cassert>

namespace kifu::models {

LifePrediction predict_life(const go::Game& game, const Classifier& classifier, const features::LifeSet& set,
                            std::uint64_t seed) {
  assert(classifier.width() == set.width());
  features::LifeBlocks blocks = features::life_blocks(game, set, seed);
  LifePrediction out;
  const auto width = static_cast<std::size_t>(set.width());
  for (std::size_t i = 0; i < blocks.heads.size(); ++i)
    out.alive.push_back(
        classifier.predict(std::span<const float>(blocks.features).subspan(i * width, width)));
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
