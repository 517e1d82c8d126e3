#pragma once
// Monte-Carlo verification of a few candidates, as Bouzy and Chaslot's Indigo and Katia do it: playouts after
// each of them, and candidates that are clearly worse than the best are dropped on the way ("progressive
// pruning").
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "go/game.hpp"
#include "search/go_evaluator.hpp"

namespace kifu::search {

struct VerifyOptions {
  std::uint64_t playouts = 400;  // for all candidates together
  double seconds = 0;            // 0: no bound
  int round = 8;                 // playouts of every candidate between two looks at who is worse
  float width = 1.5F;            // standard errors around a mean outside of which a candidate is dropped
  bool by_score = true;          // means of points, as in the paper, or of games won
  int threads = 1;               // the result is the same for any number, unless seconds are given
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;  // set by somebody: end with what there is
};

struct Verified {
  go::Vertex move;
  std::uint32_t playouts;
  float score;  // mean points of the side to move, komi included
  float wins;   // part of the playouts won
  bool dropped;
};

struct Verification {
  std::vector<Verified> moves;   // the best first
  std::vector<float> ownership;  // Black's 1 to White's -1
};

// Candidates must be legal; kPass is one too.
Verification verify(const go::Game& game, std::span<const go::Vertex> candidates,
                    const GoJudgement& judgement, const VerifyOptions& options);

}  // namespace kifu::search
