#pragma once
// A network of openings that learns from its own games by temporal differences.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "models/opening.hpp"
#include "search/opening_games.hpp"

namespace kifu::learners {

struct OpeningLessons {
  int moves = 20;  // of both sides, until the expert takes over
  double komi = 5.5;
  double rate = 0.1;
  double lambda = 0;  // how much of the difference goes to positions before the last one: TD(lambda)
  search::OpeningChoice choice{.explore = 0.1};
  // Whether a position learns from what came after a move that was drawn and not chosen.
  bool learn_from_drawn = true;
  std::uint64_t seed = 1;
};

// Plays and learns game after game; a game depends on the weights before it, the seed and its number.
class OpeningLearner {
 public:
  OpeningLearner(models::OpeningNet net, const OpeningLessons& lessons);

  const models::OpeningNet& net() const { return net_; }

  // Plays the opening of a game, learning from every move, and waits for the end of it.
  std::span<const go::Vertex> play(std::uint64_t number);
  // Learns how the game ended: the last target. Black's points, komi counted.
  void finish(double black_points);
  // What the last position was taken for before it was finished: Black's points.
  double expected() const { return net_.points(before_.for_black()); }

 private:
  void learn(double target);

  models::OpeningNet net_;
  OpeningLessons lessons_;
  models::OpeningNet::Glance before_, now_;
  std::vector<double> trace_;  // for lambda above 0
  std::vector<go::Vertex> moves_;
  std::vector<models::OpeningMove> scratch_;
  bool has_before_ = false;
};

}  // namespace kifu::learners
