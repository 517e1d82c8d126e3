#include "features/life_blocks.hpp"

#include <algorithm>
#include <array>

#include "go/life.hpp"
#include "go/replay.hpp"
#include "playouts/tactical.hpp"
#include "work/random.hpp"

namespace kifu::features {

using go::Game;

PositionFeatures::PositionFeatures(const Game& game, const LifeSet& set, std::uint64_t seed)
    : set_(set), analysis_(game.board(), game.to_play()) {
  if (!set.full) return;
  ownership_ = playouts::tactical_ownership(game.board(), game.to_play(), {}, set.playouts, seed);
  safe_ = go::unconditional_life(game.board());
  context_ = {ownership_, safe_, std::min(game.passes_in_a_row(), 2)};
}

void PositionFeatures::append(int block, std::vector<float>& out) const {
  const std::size_t begin = out.size();
  out.resize(begin + static_cast<std::size_t>(set_.width()));
  const std::span<float> row(out.data() + begin, static_cast<std::size_t>(set_.width()));
  life_paper_features(analysis_, block, row);
  if (set_.full) life_extra_features(analysis_, context_, block, row.subspan(kLifePaperNames.size()));
}

namespace {

// Which stones are captured later: for every vertex, the steps at which a stone on it is taken off.
class Fates {
 public:
  Fates(const Game& end, std::span<const std::uint8_t> owner)
      : owner_(owner), geometry_(end.board().geometry()) {
    // Walk back, noting for each point the earliest step (from here) at which its stone disappears.
    Game past(end);
    std::vector<std::uint8_t> later = colours(past);
    for (int step = end.steps(); step-- > 0;) {
      past.undo();
      const std::vector<std::uint8_t> now = colours(past);
      for (std::size_t v = 0; v < now.size(); ++v)
        if (now[v] != go::kEmpty && later[v] != now[v]) removed_.push_back({static_cast<Vertex>(v), step});
      later = now;
    }
  }

  // Kind of the block with this stone in the position after `step` steps.
  LifeKind kind(const LifeAnalysis& analysis, const Block& block, int step) const {
    for (const auto& [vertex, when] : removed_)
      if (when >= step && vertex == block.head) return LifeKind::kCaptured;
    const std::uint8_t owner = owner_[geometry_.point(block.head)];
    if (owner == 255) return LifeKind::kUnknown;
    if (owner != block.colour)
      return owner == go::opponent(block.colour) ? LifeKind::kEnemyPoints : LifeKind::kUnknown;
    bool edge = false;
    (block.stones.around(analysis.stride())).for_each([&](Vertex v) {
      if (analysis.board().at(v) == go::kEdge) return;
      edge |= owner_[geometry_.point(v)] != block.colour;
    });
    return edge ? LifeKind::kEdge : LifeKind::kInterior;
  }

 private:
  static std::vector<std::uint8_t> colours(const Game& game) {
    std::vector<std::uint8_t> out(static_cast<std::size_t>(game.board().geometry().vertices()));
    for (std::size_t v = 0; v < out.size(); ++v) {
      const go::Colour c = game.board().at(static_cast<Vertex>(v));
      out[v] = c == go::kEdge ? go::kEmpty : c;
    }
    return out;
  }

  std::span<const std::uint8_t> owner_;
  go::Geometry geometry_;
  std::vector<std::pair<Vertex, int>> removed_;
};

// Visits the position after each move, last first, with what is needed to judge its blocks.
template <class Visit>
void walk(const LabelledGame& game, Visit&& visit) {
  Game played(game.size, go::Rules{go::KoRule::kSimple, true});
  if (go::replay(played, game.actions, go::OnIllegal::kStop).illegal != 0) return;
  int first = 0;
  while (first < played.steps() && played.is_setup(first)) ++first;
  const Fates fates(played, game.owner);
  for (int length = played.steps() - first, move = length; move > 0; --move) {
    visit(played, fates, move, length);
    played.undo();
  }
}

}  // namespace

float share_owned(const Block& block, const go::Geometry& geometry, std::span<const float> owners) {
  const double sign = block.colour == go::kBlack ? 1 : -1;
  double owned = 0;
  block.stones.for_each(
      [&](Vertex v) { owned += sign * owners[static_cast<std::size_t>(geometry.point(v))]; });
  return static_cast<float>(0.5 + 0.5 * owned / block.stones.count());
}

LifeBlocks life_blocks(const Game& game, const LifeSet& set, std::uint64_t seed) {
  const PositionFeatures position(game, set, seed);
  LifeBlocks out;
  const auto& blocks = position.analysis().blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    position.append(static_cast<int>(i), out.features);
    out.heads.push_back(blocks[i].head);
    out.opponents.push_back(blocks[i].opponents);
    out.chain.push_back(blocks[i].chain);
  }
  return out;
}

void life_examples(const LabelledGame& game, std::int32_t index, const LifeSet& set, LifeShares shares,
                   std::uint64_t seed, bool interior, LifeExamples& out) {
  Random random(seed, static_cast<std::uint64_t>(index));
  walk(game, [&](const Game& position, const Fates& fates, int move, int length) {
    const double share = move == length ? shares.end : shares.game;
    // Choose first: a position without a chosen block needs no features.
    const LifeAnalysis analysis(position.board(), position.to_play());
    std::vector<std::pair<int, LifeKind>> chosen;
    for (std::size_t b = 0; b < analysis.blocks().size(); ++b) {
      const bool take = random.uniform() < share;
      if (!take) continue;
      const LifeKind kind = fates.kind(analysis, analysis.blocks()[b], position.steps());
      if (kind == LifeKind::kUnknown || (kind == LifeKind::kInterior && !interior)) continue;
      chosen.emplace_back(static_cast<int>(b), kind);
    }
    if (chosen.empty()) return;
    const PositionFeatures features(position, set, seed + static_cast<std::uint64_t>(move));
    const auto points = static_cast<std::size_t>(game.size) * static_cast<std::size_t>(game.size);
    const auto row = static_cast<std::size_t>(move - 1) * points;
    const auto network =
        game.network.size() >= row + points ? game.network.subspan(row, points) : game.network.first(0);
    for (const auto& [block, kind] : chosen) {
      features.append(block, out.features);
      out.kind.push_back(static_cast<std::uint8_t>(kind));
      out.game.push_back(index);
      out.move.push_back(move);
      out.length.push_back(length);
      out.network.push_back(network.empty() ? 0.5F
                                            : share_owned(analysis.blocks()[static_cast<std::size_t>(block)],
                                                          position.board().geometry(), network));
    }
  });
}

std::array<std::int64_t, 5> life_kinds(const LabelledGame& game) {
  std::array<std::int64_t, 5> counts{};
  walk(game, [&](const Game& position, const Fates& fates, int, int) {
    const LifeAnalysis analysis(position.board(), position.to_play());
    for (const Block& block : analysis.blocks())
      ++counts[static_cast<std::size_t>(fates.kind(analysis, block, position.steps()))];
  });
  return counts;
}

}  // namespace kifu::features
