#include "search/go_search.hpp"

#include <algorithm>

namespace kifu::search {

using go::Vertex;

template class TreeSearch<GoState, GoEvaluator>;

namespace {

bool forbids(const SearchRequest& request) {
  return !request.forbidden[0].empty() || !request.forbidden[1].empty();
}

}  // namespace

void GoSearch::clear() {
  const std::lock_guard lock(mutex_);
  tree_.clear();
  has_root_ = false;
}

void GoSearch::keep_what_fits(const go::Game& game, const SearchRequest& request) {
  const auto steps = static_cast<std::size_t>(game.steps());
  const auto same = [&](std::size_t i) {
    const go::Stone stone = game.step(static_cast<int>(i));
    return past_[i].stone.colour == stone.colour && past_[i].stone.vertex == stone.vertex &&
           past_[i].setup == game.is_setup(static_cast<int>(i));
  };
  // A root that has lost moves to an earlier request must grow them anew; lines without the moves that were
  // forbidden in them tell nothing of others.
  bool fits = has_root_ && past_.size() <= steps && !(restricted_ && past_.size() == steps) && !forbade_ &&
              !forbids(request) && judgement_.komi == request.judgement.komi &&
              judgement_.territory == request.judgement.territory;
  for (std::size_t i = 0; fits && i < past_.size(); ++i) fits = same(i);
  // Moves of one colour in a row are no line of the tree.
  go::Colour expected = game.to_play();
  for (std::size_t i = steps; fits && i-- > past_.size();) {
    expected = opponent(expected);
    fits = !game.is_setup(static_cast<int>(i)) && game.step(static_cast<int>(i)).colour == expected;
  }
  // The same steps on another board, as after a changed handicap: the key tells.
  if (fits) {
    go::Game past(game);
    while (static_cast<std::size_t>(past.steps()) > past_.size()) past.undo();
    fits = past.situation() == key_;
  }
  if (!fits) {
    tree_.clear();
  } else {
    for (std::size_t i = past_.size(); i < steps; ++i)
      if (!tree_.advance(game.step(static_cast<int>(i)).vertex)) break;
  }
  past_.clear();
  for (std::size_t i = 0; i < steps; ++i)
    past_.push_back({game.step(static_cast<int>(i)), game.is_setup(static_cast<int>(i))});
  key_ = game.situation();
  judgement_ = request.judgement;
  has_root_ = true;
}

SearchReport GoSearch::search(const go::Game& game, const SearchRequest& request) {
  stop_ = false;  // first of all: who says stop from now on means this search
  const int size = game.board().size();
  const auto& geometry = game.board().geometry();
  const GoState state(game);
  std::uint32_t kept = 0;
  {
    const std::lock_guard lock(mutex_);
    evaluators_.clear();
    for (int i = 0; i < std::max(1, request.threads); ++i)
      evaluators_.emplace_back(size, request.judgement, model_);
    keep_what_fits(game, request);
    kept = tree_.root().visits.load();
    restricted_ = !request.allowed.empty();
    forbade_ = forbids(request);
    tree_.prepare_root(state, evaluators_[0], [&](Vertex v, float prior) {
      const auto point = static_cast<std::size_t>(v == go::kPass ? geometry.points() : geometry.point(v));
      if (!request.allowed.empty() && !request.allowed[point]) return -1.0F;
      if (game.legality(game.to_play(), v) != go::Legality::kLegal) return -1.0F;
      if (request.advice.empty() || v == go::kPass) return prior;
      return prior + request.advice_weight * (request.advice[point] - prior);
    });
  }
  Budget budget = request.budget;
  budget.stop = &stop_;
  const Spent spent = tree_.run(state, evaluators_, request.seed, static_cast<std::uint64_t>(game.steps()),
                                budget, request.forbidden);
  SearchReport found = report();
  found.playouts = spent.playouts;
  found.seconds = spent.seconds;
  found.nodes = tree_.nodes();
  found.kept = kept;
  return found;
}

void GoSearch::add_sums(SearchReport& found) const {
  std::vector<double> owned;
  double score = 0, playouts = 0;
  for (const auto& evaluator : evaluators_) {
    const auto& sums = evaluator.sums();
    owned.resize(sums.owned.size());
    for (std::size_t i = 0; i < owned.size(); ++i) owned[i] += sums.owned[i].load(std::memory_order_relaxed);
    score += sums.score.load(std::memory_order_relaxed);
    playouts += sums.playouts.load(std::memory_order_relaxed);
  }
  const double n = std::max(playouts, 1.0);
  for (const double sum : owned) found.ownership.push_back(static_cast<float>(sum / n));
  found.score = static_cast<float>(score / n);
  found.playouts = static_cast<std::uint64_t>(playouts);
}

SearchReport GoSearch::report() const {
  const std::lock_guard lock(mutex_);
  SearchReport found;
  const auto& root = tree_.root();
  add_sums(found);
  const auto* children = root.children.load(std::memory_order_acquire);
  if (!children) return found;
  found.value = static_cast<float>(1 - root.value(0.5));
  for (std::uint32_t i = 0; i < root.child_count; ++i) {
    const auto& child = children[i];
    MoveReport move{child.move,
                    child.visits.load(std::memory_order_relaxed),
                    child.amaf_visits.load(std::memory_order_relaxed),
                    static_cast<float>(child.value(static_cast<double>(found.value))),
                    static_cast<float>(child.amaf(static_cast<double>(found.value))),
                    child.prior,
                    static_cast<float>(child.lead()),
                    {child.move}};
    found.moves.push_back(std::move(move));
  }
  std::stable_sort(found.moves.begin(), found.moves.end(),
                   [](const MoveReport& a, const MoveReport& b) { return a.visits > b.visits; });
  constexpr std::size_t kLongest = 24;
  for (MoveReport& move : found.moves) {
    const Node<Vertex>* node = nullptr;
    for (std::uint32_t i = 0; i < root.child_count; ++i)
      if (children[i].move == move.move) node = &children[i];
    while (node && move.variation.size() < kLongest) {
      const auto* next = node->children.load(std::memory_order_acquire);
      if (!next) break;
      const auto* best = std::max_element(next, next + node->child_count, [](const auto& a, const auto& b) {
        return a.visits.load(std::memory_order_relaxed) < b.visits.load(std::memory_order_relaxed);
      });
      if (best->visits.load(std::memory_order_relaxed) < 2) break;
      move.variation.push_back(best->move);
      node = best;
    }
  }
  return found;
}

}  // namespace kifu::search
