#include "learners/frequencies.hpp"

#include <atomic>

#include "features/moves.hpp"
#include "models/moves.hpp"
#include "work/parallel.hpp"

namespace kifu::learners {

void Frequencies::add(const models::PatternDictionary& dictionary, const go::Games& games, int threads) {
  parallel_for(games.count(), threads, 4, [&](std::size_t begin, std::size_t end) {
    features::MoveWalk walk(games.size);
    features::Candidates candidates;
    for (std::size_t g = begin; g < end; ++g)
      features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, go::Vertex v) {
        if (v == go::kPass) return;
        features::list_candidates(before, features::kShapeOnly, false, candidates);
        for (std::size_t i = 0; i < candidates.points.size(); ++i) {
          auto number = models::largest_of(dictionary, candidates.keys[i], features::kShape).first;
          if (number == models::PatternDictionary::kNone) number = static_cast<std::uint32_t>(dictionary.size());
          // Sums of integers: the same in any order.
          auto& count = candidates.points[i] == v ? used[number] : unused[number];
          std::atomic_ref<std::uint32_t>(count).fetch_add(1, std::memory_order_relaxed);
        }
      });
  });
}

}  // namespace kifu::learners
