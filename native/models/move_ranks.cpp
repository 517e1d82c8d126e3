#include "models/move_ranks.hpp"

#include <algorithm>

#include "work/parallel.hpp"

namespace kifu::models {

namespace {

void add(const MoveModel& model, const features::MoveWalk& walk, const PatternHistory& history, go::Vertex v,
         Ranking& ranking, MoveRanks& out) {
  model.rank(walk, history, ranking);
  const auto& points = ranking.candidates.points;
  const auto at = static_cast<std::size_t>(std::find(points.begin(), points.end(), v) - points.begin());
  if (at == points.size()) return;
  const auto& p = ranking.probability;
  std::size_t rank = 1;
  for (std::size_t i = 0; i < points.size(); ++i) rank += p[i] > p[at] || (i < at && p[i] == p[at]);
  out.move.push_back(static_cast<std::uint16_t>(std::min(walk.moves() + 1, 65535)));
  out.rank.push_back(static_cast<std::uint16_t>(rank));
  out.probability.push_back(p[at]);
}

}  // namespace

MoveRanks rank_games(const MoveModel& model, const go::Games& games, int threads) {
  std::vector<MoveRanks> found(games.count());
  parallel_for(games.count(), threads, 1, [&](std::size_t begin, std::size_t end) {
    Ranking ranking;
    features::MoveWalk walk(games.size);
    for (std::size_t g = begin; g < end; ++g) {
      PatternHistory history = kNoHistory;
      features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, go::Vertex v) {
        if (v != go::kPass) add(model, before, history, v, ranking, found[g]);
        remember(history, v == go::kPass ? PatternDictionary::kNone : model.largest_shape(before, v));
      });
      found[g].game.assign(found[g].rank.size(), static_cast<std::uint32_t>(g));
    }
  });
  MoveRanks all;
  for (const auto& part : found) {
    all.game.insert(all.game.end(), part.game.begin(), part.game.end());
    all.move.insert(all.move.end(), part.move.begin(), part.move.end());
    all.rank.insert(all.rank.end(), part.rank.begin(), part.rank.end());
    all.probability.insert(all.probability.end(), part.probability.begin(), part.probability.end());
  }
  return all;
}

}  // namespace kifu::models
