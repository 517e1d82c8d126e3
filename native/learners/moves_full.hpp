#pragma once
// Learns the weights of the full model: maximum likelihood of the moves played, over all legal moves of each
// position, by stochastic gradient with a step of its own for every weight (Adagrad).
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "features/moves.hpp"
#include "go/games.hpp"
#include "learners/move_net_steps.hpp"
#include "models/moves.hpp"

namespace kifu::learners {

struct MoveTraining {
  unsigned chains = features::kAllChains;
  int at_least = 2;  // times a pattern was played in other games
  int lanes = 32;    // games walked through at the same time; one step takes a position of each
  bool net = true;   // learn how facts and stones act together, too
  std::uint64_t seed = 1;
};

// Results depend on the games, their order and the options, not on the number of threads.
class MoveTrainer {
 public:
  // `counts` says how often each pattern was played in all the games that will be learned from: what a game
  // itself contributed is left out while it is learned from, as it will be for games never seen.
  MoveTrainer(models::PatternDictionary dictionary, std::vector<std::uint16_t> counts, MoveTraining options);
  // Continues from these weights and sums of squared gradients, and what net() and net_state() gave.
  void restore(std::span<const float> weights, std::span<const float> squares, std::span<const float> net,
               std::span<const float> net_state);
  // One pass over the games in this order; the sum of -log P(move) before each step, and the moves.
  struct Pass {
    double loss = 0;
    std::uint64_t moves = 0, first = 0;  // first: how often the move had the highest score
  };
  // `told` hears now and then how many games are begun; what it throws ends the pass.
  struct Rates {
    float weights, net_rows, net_layers;
  };
  Pass train(const go::Games& games, std::span<const std::uint32_t> order, Rates rates, int threads,
             const std::function<void(std::size_t)>& told);

  std::span<const float> weights() const { return weights_; }
  std::span<const float> squares() const { return squares_; }
  std::span<const float> net() const { return net_.numbers(); }
  std::span<const float> net_state() const { return steps_.state(); }
  const models::PatternDictionary& dictionary() const { return dictionary_; }

 private:
  struct Lane;
  static bool next_position(Lane& lane);
  void count_own(Lane& lane) const;
  void learn(Lane& lane) const;
  void learn_net(Lane& lane, std::size_t at) const;
  void apply(std::span<const std::unique_ptr<Lane>> lanes, std::size_t shard, Rates rates);

  static constexpr std::size_t kShards = 4;
  models::PatternDictionary dictionary_;
  std::vector<std::uint16_t> counts_;
  MoveTraining options_;
  std::vector<float> weights_, squares_;
  models::MoveNet net_;
  NetSteps steps_;
};

}  // namespace kifu::learners
