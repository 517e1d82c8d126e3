#pragma once
// Judges Go positions for the search: candidates by a model of moves or by plain knowledge, values by
// playouts.
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

  // Over all playouts so far: for every point Black's endings less White's, and the sum of Black's scores.
  const std::vector<std::int32_t>& owned() const { return owned_; }
  double score_sum() const { return score_sum_; }
  std::uint64_t playouts() const { return playouts_; }

 private:
  GoJudgement judgement_;
  const models::MoveModel* model_;
  std::unique_ptr<features::MoveWalk> walk_;
  models::Ranking ranking_;
  std::vector<go::Vertex> line_;
  std::vector<std::int32_t> owned_;
  double score_sum_ = 0;
  std::uint64_t playouts_ = 0;
};

}  // namespace kifu::search
