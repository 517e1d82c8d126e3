#include "learners/moves_full.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "work/crew.hpp"

namespace kifu::learners {

using go::Vertex;
using models::PatternDictionary;
namespace act = go::action;

namespace {

// Candidates less likely than this teach nothing worth the time.
constexpr float kNegligible = 3e-4f, kNegligibleNet = 6e-4f;
// A pattern played more often than this is known without its own game too.
constexpr int kPlenty = 40;

struct Change {
  std::uint32_t weight;
  float gradient;
};

}  // namespace

struct MoveTrainer::Lane {
  explicit Lane(int size) : walk(size) {}

  features::MoveWalk walk;
  std::span<const go::Action> game;
  std::size_t at = 0;
  Vertex played = go::kPass;
  std::vector<std::pair<std::uint32_t, std::uint16_t>> own;  // patterns of this game and how often, sorted
  models::Ranking ranking;
  std::vector<std::uint32_t> ids, begin;
  std::array<std::vector<Change>, kShards> changes;
  std::vector<models::MoveNet::Values> values;
  NetGradient net;
  Pass sum;

  int own_count(std::uint32_t number) const {
    const auto found = std::lower_bound(own.begin(), own.end(), std::pair{number, std::uint16_t{0}});
    return found != own.end() && found->first == number ? found->second : 0;
  }
};

MoveTrainer::MoveTrainer(PatternDictionary dictionary, std::vector<std::uint16_t> counts,
                         MoveTraining options)
    : dictionary_(std::move(dictionary)), counts_(std::move(counts)), options_(options) {
  if (counts_.size() != dictionary_.size()) throw std::invalid_argument("expected a count for every pattern");
  if (options.lanes < 1) throw std::invalid_argument("expected at least one lane");
  weights_.assign(dictionary_.size() + static_cast<std::size_t>(features::fact_count()), 0.0f);
  squares_.assign(weights_.size(), 0.0f);
  if (options.net) {
    net_ = models::MoveNet(models::MoveNet::fresh(options.seed));
    steps_ = NetSteps(models::MoveNet::rows());
  }
}

void MoveTrainer::restore(std::span<const float> weights, std::span<const float> squares,
                          std::span<const float> net, std::span<const float> net_state) {
  if (weights.size() != weights_.size() || squares.size() != squares_.size())
    throw std::invalid_argument("expected as many weights as there are facts and patterns");
  weights_.assign(weights.begin(), weights.end());
  squares_.assign(squares.begin(), squares.end());
  if (!options_.net) return;
  net_ = models::MoveNet({net.begin(), net.end()});
  steps_.restore(net_state);
}

// Goes on to the next stone played; false at the end of the game.
bool MoveTrainer::next_position(Lane& lane) {
  for (; lane.at < lane.game.size(); ++lane.at) {
    const go::Action action = lane.game[lane.at];
    if (act::kind(action) == act::play) {
      lane.walk.set_to_play(act::is_white(action) ? go::kWhite : go::kBlack);
      lane.played = lane.walk.board().geometry().vertex(static_cast<int>(act::x(action)),
                                                        static_cast<int>(act::y(action)));
      return true;
    }
    // Setup in a row is one change of the board.
    std::size_t n = 1;
    while (act::is_setup(action) && lane.at + n < lane.game.size() && act::is_setup(lane.game[lane.at + n]))
      ++n;
    lane.walk.apply(lane.game.subspan(lane.at, n));
    lane.at += n - 1;
  }
  return false;
}

void MoveTrainer::learn(Lane& lane) const {
  auto& [candidates, scores] = lane.ranking;
  for (auto& shard : lane.changes) shard.clear();
  features::list_candidates(lane.walk, options_.chains, true, candidates);
  const std::size_t n = candidates.points.size();
  const auto facts = static_cast<std::uint32_t>(features::fact_count());
  const auto known = [&](std::uint32_t number) {
    const int count = counts_[number];
    return count >= options_.at_least + kPlenty || count - lane.own_count(number) >= options_.at_least;
  };
  scores.resize(n);
  lane.values.resize(n);
  lane.ids.clear();
  lane.begin.assign(1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (const auto fact : candidates.facts_of(i)) lane.ids.push_back(fact);
    models::for_each_pattern(dictionary_, candidates.keys[i], known,
                             [&](int, std::uint32_t number) { lane.ids.push_back(facts + number); });
    lane.begin.push_back(static_cast<std::uint32_t>(lane.ids.size()));
    float score = options_.net ? net_.score(candidates, i, lane.values[i]) : 0;
    for (std::size_t k = lane.begin[i]; k < lane.ids.size(); ++k) score += weights_[lane.ids[k]];
    scores[i] = score;
  }
  models::softmax(scores);
  const auto at = static_cast<std::size_t>(
      std::find(candidates.points.begin(), candidates.points.end(), lane.played) - candidates.points.begin());
  if (at == n) return;
  lane.sum.loss -= std::log(std::max(scores[at], 1e-30f));
  lane.sum.first +=
      static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin()) == at;
  ++lane.sum.moves;
  if (options_.net) learn_net(lane, at);
  for (std::size_t i = 0; i < n; ++i) {
    const float gradient = scores[i] - (i == at ? 1.0f : 0.0f);
    if (std::abs(gradient) < kNegligible) continue;
    for (std::size_t k = lane.begin[i]; k < lane.begin[i + 1]; ++k)
      lane.changes[lane.ids[k] % kShards].push_back({lane.ids[k], gradient});
  }
}

// The gradients given to the net add up to nothing: else what is left out would push all scores the same way,
// which changes no probability but lets the layers grow without end.
void MoveTrainer::learn_net(Lane& lane, std::size_t at) const {
  const auto& [candidates, scores] = lane.ranking;
  float others = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == at || scores[i] < kNegligibleNet) continue;
    others += scores[i];
    lane.net.add(net_, candidates, i, lane.values[i], scores[i]);
  }
  if (others > 0) lane.net.add(net_, candidates, at, lane.values[at], -others);
}

void MoveTrainer::apply(std::span<const std::unique_ptr<Lane>> lanes, std::size_t shard, Rates rates) {
  if (options_.net) {
    std::vector<const NetGradient*> gradients;
    for (const auto& lane : lanes) gradients.push_back(&lane->net);
    if (shard == kShards) {
      steps_.step_layers(net_, gradients, rates.net_layers);
      return;
    }
    steps_.step_rows(net_, gradients, shard, kShards, rates.net_rows);
  }
  for (const auto& lane : lanes) {
    for (const auto [weight, gradient] : lane->changes[shard]) {
      float& square = squares_[weight];
      square += gradient * gradient;
      weights_[weight] -= rates.weights * gradient / std::sqrt(square + 1e-3f);
    }
  }
}

// What this game adds to the counts.
void MoveTrainer::count_own(Lane& lane) const {
  std::vector<std::uint32_t> numbers;
  features::for_each_move(lane.walk, lane.game, [&](const features::MoveWalk& walk, Vertex v) {
    if (v == go::kPass) return;
    models::for_each_pattern(
        dictionary_, features::keys_of_move(walk, v, options_.chains), [](std::uint32_t) { return true; },
        [&](int, std::uint32_t number) { numbers.push_back(number); });
  });
  std::sort(numbers.begin(), numbers.end());
  for (const auto number : numbers) {
    if (lane.own.empty() || lane.own.back().first != number) lane.own.emplace_back(number, 0);
    ++lane.own.back().second;
  }
  lane.walk.clear();
}

MoveTrainer::Pass MoveTrainer::train(const go::Games& games, std::span<const std::uint32_t> order,
                                     Rates rates, int threads, const std::function<void(std::size_t)>& told) {
  std::vector<std::unique_ptr<Lane>> lanes;
  std::size_t next = 0;
  const auto begin_game = [&](Lane& lane) {
    if (next == order.size()) return false;
    lane.game = games.game(order[next++]);
    lane.at = 0;
    lane.walk.clear();
    lane.own.clear();
    return true;
  };
  for (int i = 0; i < options_.lanes && next < order.size(); ++i) {
    lanes.push_back(std::make_unique<Lane>(games.size));
    begin_game(*lanes.back());
  }
  Pass total;
  Crew crew(threads);
  for (std::size_t step = 0; !lanes.empty(); ++step) {
    if (step % 64 == 0) told(next);
    crew.run(lanes.size(), [&](std::size_t i) {
      Lane& lane = *lanes[i];
      if (lane.at == 0 && lane.own.empty()) count_own(lane);
      for (auto& shard : lane.changes) shard.clear();
      lane.net.clear();
      lane.played = go::kPass;
      if (!next_position(lane)) return;
      learn(lane);
      lane.walk.apply(lane.game[lane.at++]);
    });
    crew.run(kShards + options_.net, [&](std::size_t shard) { apply(lanes, shard, rates); });
    for (auto& lane : lanes)
      if (lane->played == go::kPass && !begin_game(*lane)) {
        total.loss += lane->sum.loss;
        total.moves += lane->sum.moves;
        total.first += lane->sum.first;
        lane.reset();
      }
    std::erase_if(lanes, [](const auto& lane) { return !lane; });
  }
  return total;
}

}  // namespace kifu::learners
