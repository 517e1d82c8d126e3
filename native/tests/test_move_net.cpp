#include <algorithm>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "features/moves.hpp"
#include "features/surroundings.hpp"
#include "models/move_net.hpp"
#include "work/random.hpp"

using namespace kifu;
using features::MoveWalk;
using go::Vertex;

namespace {

// A walk through a random game, every point turned.
MoveWalk walked(int size, int moves, int symmetry) {
  MoveWalk walk(size);
  Random random(5);
  for (int i = 0; i < moves;) {
    const int x = static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
    const int y = static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
    const auto [tx, ty] = go::transform(symmetry, size, {x, y});
    const Vertex v = walk.board().geometry().vertex(tx, ty);
    if (!walk.board().is_legal(walk.to_play(), v)) continue;
    walk.play(walk.to_play(), v);
    ++i;
  }
  return walk;
}

}  // namespace

KIFU_TEST(moves_surroundings_are_the_same_on_turned_boards) {
  for (const int size : {4, 9, 19}) {
    features::Candidates plain, turned;
    const MoveWalk walk = walked(size, size * size / 3, 0);
    features::list_candidates(walk, features::kShapeOnly, true, plain);
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
      const MoveWalk other = walked(size, size * size / 3, symmetry);
      features::list_candidates(other, features::kShapeOnly, true, turned);
      const auto& geometry = walk.board().geometry();
      for (std::size_t i = 0; i < plain.points.size(); ++i) {
        const Vertex v = plain.points[i];
        const auto [x, y] = go::transform(symmetry, size, {geometry.x(v), geometry.y(v)});
        const auto at = std::find(turned.points.begin(), turned.points.end(), geometry.vertex(x, y));
        CHECK(at != turned.points.end());
        const auto k = static_cast<std::size_t>(at - turned.points.begin());
        CHECK_EQUAL(plain.views[i], turned.views[k]);
        std::vector<std::uint16_t> a(plain.around_of(i).begin(), plain.around_of(i).end());
        std::vector<std::uint16_t> b(turned.around_of(k).begin(), turned.around_of(k).end());
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        CHECK(a == b);
      }
    }
  }
}

KIFU_TEST(moves_net_slopes_are_those_of_its_score_and_add_up_to_it) {
  models::MoveNet net(models::MoveNet::fresh(3));
  features::Candidates candidates;
  features::list_candidates(walked(9, 30, 0), features::kShapeOnly, true, candidates);
  const auto facts = static_cast<std::size_t>(features::fact_count());
  for (std::size_t i = 0; i < candidates.points.size(); i += 7) {
    models::MoveNet::Values values;
    const float score = net.score(candidates, i, values);
    const auto slopes = net.slopes(values);
    double sum = 0;
    for (const auto fact : candidates.facts_of(i))
      for (std::size_t k = 0; k < models::kNetWidth; ++k) sum += slopes[k] * net.row(fact)[k];
    for (const auto stone : candidates.around_of(i))
      for (std::size_t k = 0; k < models::kNetWidth; ++k)
        sum += slopes[k] * net.row(facts + stone)[k] / candidates.views[i];
    CHECK(std::abs(sum - score) < 1e-4);
    const std::size_t fact = candidates.facts_of(i)[0];
    for (std::size_t k = 0; k < models::kNetWidth; k += 5) {
      models::MoveNet moved(net);
      models::MoveNet::Values after;
      moved.numbers()[fact * models::kNetWidth + k] += 1e-4f;
      CHECK(std::abs((moved.score(candidates, i, after) - score) / 1e-4f - slopes[k]) < 0.02f);
    }
  }
}
