#include "learners/harvest.hpp"

#include <algorithm>
#include <utility>

#include "work/parallel.hpp"

namespace kifu::learners {

void PatternHarvest::add(const go::Games& games, int threads) {
  std::vector<std::vector<features::CandidateKeys>> found(games.count());
  parallel_for(games.count(), threads, 8, [&](std::size_t begin, std::size_t end) {
    features::MoveWalk walk(games.size);
    for (std::size_t g = begin; g < end; ++g)
      features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, go::Vertex v) {
        if (v != go::kPass) found[g].push_back(features::keys_of_move(before, v, chains_));
      });
  });
  for (const auto& game : found) {
    moves_ += game.size();
    for (const auto& keys : game)
      for (int chain = 0; chain < features::kChains; ++chain) {
        if (!keys.has(chain) || !(chains_ >> chain & 1)) continue;
        const auto start = static_cast<std::size_t>(features::kChainStart[static_cast<std::size_t>(chain)]);
        for (int i = 0; i < keys.length(chain); ++i)
          keys_[start + static_cast<std::size_t>(i)].push_back(
              keys.keys[start + static_cast<std::size_t>(i)]);
      }
  }
}

CountedPatterns PatternHarvest::finish(int at_least, int threads) {
  std::array<CountedPatterns, features::kChainKeys> kept;
  parallel_for(keys_.size(), threads, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      auto keys = std::exchange(keys_[slot], {});
      std::sort(keys.begin(), keys.end());
      for (auto i = keys.begin(); i != keys.end();) {
        const auto next = std::find_if(i, keys.end(), [&](std::uint64_t key) { return key != *i; });
        if (next - i >= at_least) {
          kept[slot].keys.push_back(*i);
          kept[slot].counts.push_back(static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(next - i, 65535)));
        }
        i = next;
      }
    }
  });
  std::vector<std::pair<std::uint64_t, std::uint16_t>> all;
  for (auto& part : kept) {
    for (std::size_t i = 0; i < part.keys.size(); ++i) all.emplace_back(part.keys[i], part.counts[i]);
    part = {};
  }
  std::sort(all.begin(), all.end());
  CountedPatterns result;
  for (const auto& [key, count] : all) {
    if (!result.keys.empty() && result.keys.back() == key) continue;
    result.keys.push_back(key);
    result.counts.push_back(count);
  }
  return result;
}

}  // namespace kifu::learners
