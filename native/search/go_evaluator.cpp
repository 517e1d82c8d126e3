#include "search/go_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "playouts/endings.hpp"
#include "search/go_candidates.hpp"

namespace kifu::search {

using go::Vertex;

namespace {

// Only one thread writes, so no step needs to be whole: as fast as a plain sum.
template <class T>
void add(std::atomic<T>& sum, T more) {
  sum.store(sum.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
}

}  // namespace

GoEvaluator::GoEvaluator(int size, const GoJudgement& judgement, const models::MoveModel* model)
    : judgement_(judgement),
      model_(model),
      walk_(model ? std::make_unique<features::MoveWalk>(size) : nullptr),
      sums_(std::make_unique<Sums>(static_cast<std::size_t>(size * size))) {}

void GoEvaluator::candidates(const GoState& state, std::vector<Candidate<Vertex>>& out) {
  if (model_) {
    walk_->move_to(state.board(), state.to_play(), state.previous(), state.moves());
    model_->rank(*walk_, models::kNoHistory, ranking_);
    out.clear();
    for (std::size_t i = 0; i < ranking_.probability.size(); ++i) {
      const Vertex v = ranking_.candidates.points[i];
      if (!fills_eye(state.board(), state.to_play(), v))
        out.push_back({v, std::pow(ranking_.probability[i], judgement_.flatten)});
    }
    settle(out);
  } else {
    plain_candidates(state, out);
  }
  // Passing is among the moves looked at first: where every move costs something, it is the best.
  constexpr std::size_t kPlaceOfPass = 6;
  out.insert(out.begin() + static_cast<std::ptrdiff_t>(std::min(kPlaceOfPass, out.size())),
             {go::kPass, 0.001F});
}

float GoEvaluator::evaluate(GoState& state, Random& random, Trace& trace) {
  go::Board& board = state.board();
  const auto& geometry = board.geometry();
  const int side = state.side();
  line_.clear();
  const int area = playouts::play_local(board, state.to_play(), state.previous()[0], judgement_.knowledge,
                                        random, 3 * geometry.points(), line_);
  for (std::size_t i = 0; i < line_.size(); ++i)
    if (line_[i] != go::kPass)
      trace.entries.push_back({line_[i], static_cast<std::uint8_t>(side ^ static_cast<int>(i & 1))});
  std::size_t point = 0;
  for (int y = 0; y < geometry.size(); ++y) {
    Vertex v = geometry.vertex(0, y);
    for (int x = 0; x < geometry.size(); ++x, ++v) {
      auto& sum = sums_->owned[point++];
      add(sum, playouts::owner(board, v));
    }
  }
  // From here on both sides are taken to have played as many stones: random moves in own territory cost
  // nothing.
  const float score =
      static_cast<float>(area - (judgement_.territory ? state.balance() : 0)) - judgement_.komi;
  trace.points = static_cast<double>(score);
  add(sums_->score, static_cast<double>(score));
  add(sums_->playouts, std::uint32_t{1});
  const float won = score > 0 ? 1.0F : score < 0 ? 0.0F : 0.5F;
  const float lead = score / static_cast<float>(geometry.size());
  const float by = 0.5F + 0.5F * lead / (1 + std::abs(lead));
  return won + judgement_.margin * (by - won);
}

}  // namespace kifu::search
