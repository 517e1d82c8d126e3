#include "learners/frequencies.hpp"

#include <atomic>

#include "features/moves.hpp"
#include "models/moves.hpp"
#include "work/parallel.hpp"

namespace kifu::learners {

void Frequencies::add(const models::PatternDictionary& dictionary, const go::Games& games, bool nested,
                      int threads) {
  parallel_for(games.count(), threads, 4, [&](std::size_t begin, std::size_t end) {
    features::MoveWalk walk(games.size);
    features::Candidates candidates;
    for (std::size_t g = begin; g < end; ++g)
      features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, go::Vertex v) {
        if (v == go::kPass) return;
        features::list_candidates(before, features::kShapeOnly, false, candidates);
        for (std::size_t i = 0; i < candidates.points.size(); ++i) {
          auto& counts = candidates.points[i] == v ? used : unused;
          auto largest = static_cast<std::uint32_t>(dictionary.size());
          // Sums of integers: the same in any order.
          const auto add_one = [&](std::uint32_t number) {
            std::atomic_ref<std::uint32_t>(counts[number]).fetch_add(1, std::memory_order_relaxed);
          };
          models::for_each_pattern(
              dictionary, candidates.keys[i], [](std::uint32_t) { return true; },
              [&](int, std::uint32_t number) {
                if (nested) add_one(number);
                largest = number;
              });
          if (!nested || largest == dictionary.size()) add_one(largest);
        }
      });
  });
}

}  // namespace kifu::learners
