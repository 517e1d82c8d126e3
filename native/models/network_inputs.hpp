#pragma once
// Inputs of the network in batches: of positions in records, to learn from, and of a game with its past.
#include <cstdint>
#include <span>
#include <vector>

#include "features/network_planes.hpp"
#include "go/game.hpp"
#include "go/games.hpp"
#include "models/moves.hpp"

namespace kifu::models {

struct NetworkBatch {
  std::vector<float> planes;   // positions x kNetworkPlanes x points
  std::vector<float> numbers;  // positions x kNetworkNumbers
  std::vector<std::uint8_t> to_play;
};

// Writes the inputs of one position, turned by a symmetry, to where they belong; every thread has its own.
class NetworkWriter {
 public:
  // Without a model of moves (nullptr) the plane of log-probabilities stays empty.
  NetworkWriter(const MoveModel* model, int size)
      : model_(model), size_(size), points_(static_cast<std::size_t>(size) * size) {}

  void write(const features::MoveWalk& walk, const features::GameTerms& terms, int symmetry,
             std::span<float> planes, std::span<float> numbers);

 private:
  void write_moves(const features::MoveWalk& walk, int symmetry, std::span<float> planes);

  const MoveModel* model_;
  int size_;
  std::size_t points_;
  Ranking ranking_;
};

// Positions of records before the moves to predict, turned by a symmetry each.
struct NetworkSamples {
  std::span<const std::int32_t> games;  // which game
  std::span<const std::int32_t> moves;  // how many moves and passes were played before
  std::span<const std::uint8_t> symmetries;
};

// What was played, a turned point or the number of points for a pass, -1 behind the last move; and the
// owner of every turned point from the mover's view: 0 neutral, 1 own, 2 the enemy's, 255 not known.
struct NetworkTargets {
  std::vector<std::int32_t> move;
  std::vector<std::uint8_t> owners;
};

// `terms` has an entry a game; `labels` a row of points a game, or nothing. Without a model of moves
// (nullptr) the plane of log-probabilities stays empty. Throws std::invalid_argument for a move that is not
// there.
void read_samples(const MoveModel* model, const go::Games& games, std::span<const features::GameTerms> terms,
                  std::span<const std::uint8_t> labels, const NetworkSamples& samples, int threads,
                  NetworkBatch& batch, NetworkTargets& targets);

// The positions of a game from step `first` on, to the present one, which is all if `first` is negative; each
// of them turned by `symmetry`.
NetworkBatch read_history(const MoveModel* model, const go::Game& game, const features::GameTerms& terms,
                          int first, int symmetry, int threads);

// The present positions of games of one size, with an entry of `terms` each.
NetworkBatch read_positions(const MoveModel* model, std::span<const go::Game* const> games,
                            std::span<const features::GameTerms> terms, int threads);

}  // namespace kifu::models
