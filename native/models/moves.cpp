#include "models/moves.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace kifu::models {

using features::CandidateKeys;
using features::Chain;

std::pair<std::uint32_t, int> largest_of(const PatternDictionary& dictionary, const CandidateKeys& keys,
                                         Chain chain) {
  std::pair<std::uint32_t, int> found{PatternDictionary::kNone, 0};
  if (!keys.has(chain)) return found;
  const auto* key = keys.keys.data() + features::kChainStart[chain];
  for (int i = 0; i < keys.length(chain); ++i) {
    const std::uint32_t number = dictionary.find(key[i]);
    if (number == PatternDictionary::kNone) break;
    found = {number, i + 1};
  }
  return found;
}

std::uint32_t MoveModel::largest_shape(const features::MoveWalk& walk, go::Vertex v) const {
  return largest_of(dictionary_, features::keys_of_move(walk, v, features::kShapeOnly), features::kShape)
      .first;
}

FullMoveModel::FullMoveModel(PatternDictionary dictionary, std::vector<float> weights, MoveNet net,
                             unsigned chains)
    : MoveModel(std::move(dictionary)), weights_(std::move(weights)), net_(std::move(net)), chains_(chains) {
  if (weights_.size() != dictionary_.size() + static_cast<std::size_t>(features::fact_count()))
    throw std::invalid_argument("expected one weight for every fact and every pattern");
}

void FullMoveModel::rank(const features::MoveWalk& walk, const PatternHistory&, Ranking& out) const {
  features::list_candidates(walk, chains_, true, out.candidates);
  const auto& candidates = out.candidates;
  const float* patterns = weights_.data() + features::fact_count();
  out.probability.resize(candidates.points.size());
  MoveNet::Values values;
  for (std::size_t i = 0; i < candidates.points.size(); ++i) {
    float score = net_.empty() ? 0 : net_.score(candidates, i, values);
    for (const auto fact : candidates.facts_of(i)) score += weights_[fact];
    for_each_pattern(
        dictionary_, candidates.keys[i], [](std::uint32_t) { return true; },
        [&](int, std::uint32_t number) { score += patterns[number]; });
    out.probability[i] = score;
  }
  softmax(out.probability);
}

std::vector<std::string> FullMoveModel::families() const {
  std::vector<std::string> names{"shape",  "answer",  "follow", "liberties", "liberties-answer",
                                 "corner", "response"};
  for (const auto& group : features::fact_groups()) names.emplace_back(group.name);
  names.emplace_back("surroundings");
  return names;
}

std::vector<float> FullMoveModel::explain(const features::MoveWalk& walk, const PatternHistory& history,
                                          Ranking& out) const {
  rank(walk, history, out);
  const auto groups = features::fact_groups();
  const std::size_t width = features::kChains + groups.size() + 1;
  const auto& candidates = out.candidates;
  const float* patterns = weights_.data() + features::fact_count();
  std::vector<float> parts(candidates.points.size() * width);
  for (std::size_t i = 0; i < candidates.points.size(); ++i) {
    float* row = parts.data() + i * width;
    // With no constant terms the net's score is the sum of what facts and stones add at its slopes.
    NetRow slopes{};
    MoveNet::Values values;
    if (!net_.empty()) net_.score(candidates, i, values), slopes = net_.slopes(values);
    const auto together = [&](std::size_t of) {
      float sum = 0;
      if (!net_.empty())
        for (std::size_t k = 0; k < kNetWidth; ++k) sum += slopes[k] * net_.row(of)[k];
      return sum;
    };
    for (const auto fact : candidates.facts_of(i)) {
      std::size_t group = 0;
      while (fact >= groups[group].begin + groups[group].size) ++group;
      row[features::kChains + group] += weights_[fact] + together(fact);
    }
    for (const auto stone : candidates.around_of(i))
      row[width - 1] += together(static_cast<std::size_t>(features::fact_count()) + stone) /
                        static_cast<float>(candidates.views[i]);
    for_each_pattern(
        dictionary_, candidates.keys[i], [](std::uint32_t) { return true; },
        [&](int chain, std::uint32_t number) { row[chain] += patterns[number]; });
  }
  return parts;
}

void softmax(std::span<float> scores) {
  if (scores.empty()) return;
  const float most = *std::max_element(scores.begin(), scores.end());
  float sum = 0;
  for (float& score : scores) sum += score = std::exp(score - most);
  for (float& score : scores) score /= sum;
}

}  // namespace kifu::models
