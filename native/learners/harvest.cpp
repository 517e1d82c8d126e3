#include "learners/harvest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "work/parallel.hpp"

namespace kifu::learners {

namespace {

// Keys of one first byte. They are hashes: the bits behind it spread them over piles so small that sorting
// one hardly leaves the nearest cache.
std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> keys) {
  constexpr std::size_t kPiles = 1024, kFew = 4 * kPiles;
  if (keys.size() < kFew) {
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  const auto pile = [](std::uint64_t key) { return key << 8 >> 54; };
  std::array<std::size_t, kPiles + 1> ends{};
  for (const auto key : keys) ++ends[pile(key) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<std::uint64_t> out(keys.size());
  for (const auto key : keys) out[ends[pile(key)]++] = key;  // from here on ends[p] is where pile p ends
  auto from = out.begin();
  for (std::size_t p = 0; p < kPiles; ++p) {
    const auto to = out.begin() + static_cast<std::ptrdiff_t>(ends[p]);
    std::sort(from, to);
    from = to;
  }
  return out;
}

}  // namespace

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
        for (int i = 0; i < keys.length(chain); ++i) {
          const std::uint64_t key = keys.keys[start + static_cast<std::size_t>(i)];
          keys_[key >> 56].push_back(key);
        }
      }
  }
}

CountedPatterns PatternHarvest::finish(int at_least, int threads) {
  std::array<CountedPatterns, 256> kept;
  parallel_for(keys_.size(), threads, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t byte = begin; byte < end; ++byte) {
      const auto keys = sorted(std::exchange(keys_[byte], {}));
      for (auto i = keys.begin(); i != keys.end();) {
        const auto next = std::find_if(i, keys.end(), [&](std::uint64_t key) { return key != *i; });
        if (next - i >= at_least) {
          kept[byte].keys.push_back(*i);
          kept[byte].counts.push_back(static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(next - i, 65535)));
        }
        i = next;
      }
    }
  });
  CountedPatterns result;
  std::size_t all = 0;
  for (const auto& part : kept) all += part.keys.size();
  result.keys.reserve(all);
  result.counts.reserve(all);
  for (auto& part : kept) {
    result.keys.insert(result.keys.end(), part.keys.begin(), part.keys.end());
    result.counts.insert(result.counts.end(), part.counts.begin(), part.counts.end());
    part = {};
  }
  return result;
}

}  // namespace kifu::learners
