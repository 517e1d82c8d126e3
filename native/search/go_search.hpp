#pragma once
// The tree search of Go: one object a player, which keeps its tree from move to move.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "go/game.hpp"
#include "search/go_evaluator.hpp"
#include "search/go_state.hpp"
#include "search/mcts.hpp"

namespace kifu::search {

// The instantiations of the search templates for Go stand in go_search.cpp.
extern template class TreeSearch<GoState, GoEvaluator>;

struct MoveReport {
  go::Vertex move;
  std::uint32_t visits, amaf_visits;
  float value, amaf, prior;           // for the side to move
  float lead;                         // the same: mean of the points after this move, komi included
  std::vector<go::Vertex> variation;  // from this move on
};

struct SearchReport {
  std::vector<MoveReport> moves;  // the most visited first
  float value = 0.5F;             // for the side to move
  std::uint64_t playouts = 0;     // of this search; visits count those of the tree that was kept too
  double seconds = 0;
  std::uint32_t kept = 0;  // visits of the tree from before
  std::size_t nodes = 0;
  std::vector<float> ownership;  // Black's 1 to White's -1
  float score = 0;               // mean, Black's side, komi included
};

struct SearchRequest {
  GoJudgement judgement;
  Budget budget;
  int threads = 1;
  std::uint64_t seed = 1;
  std::vector<std::uint8_t> allowed;  // a byte a point, the pass last: which first moves; empty: all
  Forbidden forbidden;                // further down, by vertex
  std::vector<float> advice;          // priors from elsewhere, a point each, adding up to 1; empty: none
  float advice_weight = 0.5F;
};

class GoSearch {
 public:
  GoSearch(const TreeOptions& options, const models::MoveModel* model) : tree_(options), model_(model) {}

  // Not for two threads at once; stop() and report() are.
  SearchReport search(const go::Game& game, const SearchRequest& request);
  void stop() { stop_ = true; }
  // As it stands now; nodes, seconds and what was kept are told at the end.
  SearchReport report() const;
  void clear();

 private:
  struct Past {
    go::Stone stone;
    bool setup;
  };
  void add_sums(SearchReport& found) const;
  void keep_what_fits(const go::Game& game, const SearchRequest& request);

  TreeSearch<GoState, GoEvaluator> tree_;
  const models::MoveModel* model_;
  std::vector<GoEvaluator> evaluators_;
  mutable std::mutex mutex_;  // held while the root changes
  std::atomic<bool> stop_{false};
  // What the root of the tree stands for.
  bool has_root_ = false, restricted_ = false, forbade_ = false;
  std::vector<Past> past_;
  std::uint64_t key_ = 0;
  GoJudgement judgement_;
};

}  // namespace kifu::search
