#pragma once
// The maximum-entropy model of the paper as a sum over samples: loss and gradient for a quasi-Newton method.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "go/games.hpp"
#include "models/moves_paper.hpp"

namespace kifu::learners {

// The first n candidates by frequency of every position, and the expert's move where it is not among them.
class MoveSamples {
 public:
  // The model gives frequencies, top and attributes; it must outlive the samples.
  MoveSamples(const models::PaperMoveModel& model, int size) : model_(model), geometry_(size) {}
  void add(const go::Games& games, int threads);

  std::size_t positions() const { return positions_.size(); }
  std::size_t samples() const { return points_.size(); }
  std::size_t attributes() const { return model_.attributes().count(); }

  // Sum of -log P(label) over the samples, and its gradient by the weights (then the bias at the end).
  double evaluate(std::span<const double> weights, std::span<double> gradient, int threads) const;
  // In how many samples each attribute occurs.
  std::vector<std::uint32_t> counts() const;

 private:
  struct Position {
    models::PatternHistory history;
    std::array<go::Vertex, features::kPrevious> previous;
    std::uint64_t begin;  // of its samples
    std::uint16_t count;
    std::uint16_t good;  // which of them was played
  };
  template <class Visit>
  void for_each_attribute(const Position& position, std::size_t sample, Visit&& visit) const;

  const models::PaperMoveModel& model_;
  go::Geometry geometry_;
  std::vector<Position> positions_;
  std::vector<std::uint32_t> patterns_;
  std::vector<go::Vertex> points_;
};

}  // namespace kifu::learners
