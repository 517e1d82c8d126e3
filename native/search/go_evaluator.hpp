#pragma once
// Judges Go positions for the search: candidates by a model of moves or by plain knowledge, values by
// playouts.
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/moves.hpp"
#include "playouts/local.hpp"
#include "search/concepts.hpp"
#include "search/go_state.hpp"

namespace kifu::search {

struct GoJudgement {
  float komi = 7;
  bool territory = false;  // counts territory and prisoners instead of area
  // Part of a value that is by how much and not whether the game is won, so that a won game is played well.
  float margin = 0.05F;
  float flatten = 0.7F;  // power to which the model's probabilities are raised
  playouts::LocalKnowledge knowledge;
};

class GoEvaluator {
 public:
  // Without a model (nullptr) plain knowledge gives the candidates.
  GoEvaluator(int size, const GoJudgement& judgement, const models::MoveModel* model);

  void candidates(const GoState& state, std::vector<Candidate<go::Vertex>>& out);
  float evaluate(GoState& state, Random& random, Trace& trace);

  // Over all playouts so far, for any thread to read: for every point Black's endings less White's, the sum
  // of Black's scores, and how many there were.
  struct Sums {
    explicit Sums(std::size_t points) : owned(points) {}
    std::vector<std::atomic<std::int32_t>> owned;
    std::atomic<double> score{0};
    std::atomic<std::uint32_t> playouts{0};
  };
  const Sums& sums() const { return *sums_; }

 private:
  GoJudgement judgement_;
  const models::MoveModel* model_;
  std::unique_ptr<features::MoveWalk> walk_;
  models::Ranking ranking_;
  std::vector<go::Vertex> line_;
  std::unique_ptr<Sums> sums_;
};

}  // namespace kifu::search
