#include "features/life_analysis.hpp"

#include <algorithm>
#include <numeric>

namespace kifu::features {

using go::flood;
using go::kEmpty;
using go::opponent;

LifeAnalysis::LifeAnalysis(const Board& board, Colour to_play)
    : board_(board), to_play_(to_play), stride_(board.geometry().stride()) {
  find_blocks();
  find_protected();
  for (const Colour colour : {go::kBlack, go::kWhite}) find_regions(colour);
  for (Block& block : blocks_) {
    for (const int r : block.regions) {
      block.accessible.push_back(reach(block, regions_[r]));
      block.eyespace |= touched_eyespace(block.stones, regions_[r]);
    }
  }
  find_chains();
  for (Chain& chain : chains_) describe_chain(chain);
  find_disputed();
}

void LifeAnalysis::find_blocks() {
  block_of_.fill(-1);
  for (int y = 0; y < board_.size(); ++y) {
    for (int x = 0; x < board_.size(); ++x) {
      const Vertex v = board_.geometry().vertex(x, y);
      on_board_.set(v);
      if (board_.is_empty(v)) {
        empty_.set(v);
        continue;
      }
      stones_[board_.at(v) - 1].set(v);
      if (block_of_[v] >= 0) continue;
      Block block;
      block.colour = board_.at(v);
      block.head = v;
      board_.for_each_stone(block.head, [&](Vertex s) {
        block.stones.set(s);
        block_of_[s] = static_cast<std::int16_t>(blocks_.size());
      });
      blocks_.push_back(std::move(block));
    }
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    const PointSet around = block.stones.around(stride_);
    block.liberties = around & empty_;
    block.liberty_count = block.liberties.count();
    block.cramped = block.liberty_count <= 1 ||
                    (block.liberty_count == 2 && (block.liberties.around(stride_) & block.liberties).any());
    (around & stones(opponent(block.colour))).for_each([&](Vertex v) {
      if (std::find(block.opponents.begin(), block.opponents.end(), block_of_[v]) == block.opponents.end())
        block.opponents.push_back(block_of_[v]);
    });
  }
}

int LifeAnalysis::liberties_after(Colour colour, Vertex v) const {
  PointSet stones, gone;
  stones.set(v);
  for (const Vertex u : board_.geometry().neighbours(v)) {
    const int b = block_of_[u];
    if (b < 0) continue;
    if (blocks_[b].colour == colour)
      stones |= blocks_[b].stones;
    else if (blocks_[b].liberty_count == 1)
      gone |= blocks_[b].stones;
  }
  PointSet liberties = stones.around(stride_) & (empty_ | gone);
  liberties.reset(v);
  return liberties.count();
}

void LifeAnalysis::find_protected() {
  empty_.for_each([&](Vertex v) {
    if (board_.empty_neighbours(v) >= 2) return;  // two liberties at least, whatever else
    for (const Colour colour : {go::kBlack, go::kWhite})
      if (liberties_after(opponent(colour), v) <= 1) protected_[colour - 1].set(v);
  });
}

void LifeAnalysis::find_regions(Colour colour) {
  PointSet left = empty_ | stones(opponent(colour));
  const PointSet all = left;
  while (left.any()) {
    PointSet seed;
    seed.set(left.first());
    Region region;
    region.points = flood(seed, all, stride_);
    left -= region.points;
    const int index = static_cast<int>(regions_.size());
    (region.points.around(stride_) & stones(colour)).for_each([&](Vertex v) {
      const int b = block_of_[v];
      if (std::find(region.blocks.begin(), region.blocks.end(), b) != region.blocks.end()) return;
      region.blocks.push_back(b);
      blocks_[b].regions.push_back(index);
    });
    if (region.blocks.empty()) continue;  // no stone of this colour on the board
    find_eyespace(region, colour);
    regions_.push_back(std::move(region));
  }
}

// Empty points not touched by the enemy, and cramped enemy blocks; false eyes are left out.
void LifeAnalysis::find_eyespace(Region& region, Colour colour) {
  const Colour enemy = opponent(colour);
  PointSet alive, dead;
  (region.points & stones(enemy)).for_each([&](Vertex v) {
    (blocks_[block_of_[v]].cramped ? dead : alive).set(v);
  });
  const PointSet space = (region.points & empty_) - alive.around(stride_);
  PointSet false_eyes;
  space.for_each([&](Vertex v) {
    int enemies = 0;
    bool edge = false;
    for (const Vertex d : board_.geometry().diagonals(v)) {
      edge |= board_.at(d) == go::kEdge;
      enemies += board_.at(d) == enemy && !blocks_[block_of_[d]].cramped;
    }
    if (enemies >= (edge ? 1 : 2)) false_eyes.set(v);
  });
  region.eyespace = (space - false_eyes) | dead;
}

void LifeAnalysis::find_chains() {
  std::vector<int> root(blocks_.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    for (std::size_t j = i + 1; j < blocks_.size(); ++j)
      if (blocks_[i].colour == blocks_[j].colour && (blocks_[i].liberties & blocks_[j].liberties).any())
        root[find(static_cast<int>(j))] = find(static_cast<int>(i));
  std::vector<int> number(blocks_.size(), -1);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const int r = find(static_cast<int>(i));
    if (number[r] < 0) {
      number[r] = static_cast<int>(chains_.size());
      chains_.emplace_back();
    }
    Block& block = blocks_[i];
    Chain& chain = chains_[number[r]];
    block.chain = number[r];
    chain.blocks.push_back(static_cast<int>(i));
    chain.links |= chain.liberties & block.liberties;
    chain.stones |= block.stones;
    chain.liberties |= block.liberties;
  }
}

PointSet LifeAnalysis::touched_eyespace(const PointSet& stones, const Region& region) const {
  const PointSet touched = stones.around(stride_) & region.eyespace;
  return touched.any() ? flood(touched, region.eyespace, stride_) : PointSet{};
}

void LifeAnalysis::describe_chain(Chain& chain) const {
  PointSet reached = chain.liberties, enemy_liberties;
  for (const int b : chain.blocks) {
    const Block& block = blocks_[b];
    for (std::size_t k = 0; k < block.regions.size(); ++k) {
      reached |= block.accessible[k];
      if (std::find(chain.regions.begin(), chain.regions.end(), block.regions[k]) == chain.regions.end())
        chain.regions.push_back(block.regions[k]);
    }
    for (const int o : block.opponents) enemy_liberties |= blocks_[o].liberties;
  }
  for (const int r : chain.regions) {
    const Region& region = regions_[r];
    const PointSet eyes = touched_eyespace(chain.stones, region);
    chain.eye_regions += eyes.any();
    chain.eyespace |= eyes;
    bool full = false;
    for (const int b : chain.blocks) {
      const Block& block = blocks_[b];
      const auto k = std::find(block.regions.begin(), block.regions.end(), r) - block.regions.begin();
      if (k == static_cast<std::ptrdiff_t>(block.regions.size())) continue;
      full |= !((region.points & empty_) - block.accessible[static_cast<std::size_t>(k)]).any();
    }
    chain.full_regions += full;
  }
  chain.external = enemy_liberties - reached;
}

void LifeAnalysis::find_disputed() {
  PointSet left = empty_;
  while (left.any()) {
    PointSet seed;
    seed.set(left.first());
    const PointSet space = flood(seed, empty_, stride_);
    left -= space;
    const PointSet around = space.around(stride_);
    if ((around & stones(go::kBlack)).any() && (around & stones(go::kWhite)).any())
      disputed_.push_back(space);
  }
}

int LifeAnalysis::perimeter(const PointSet& set) const {
  // A point over the edge has one neighbour on the board, so counting by direction counts each once.
  int over = 0;
  for (const PointSet& moved : {set.up(1), set.down(1), set.up(stride_), set.down(stride_)})
    over += (moved - on_board_).count();
  return ((set.around(stride_) & on_board_) - set).count() + over;
}

int LifeAnalysis::split_points(const PointSet& set) const {
  // The eight neighbours in a ring; sides at even places. Neighbouring ring places are connected on the
  // board.
  const int s = stride_;
  const std::array<int, 8> ring{-s, -s + 1, 1, s + 1, s, s - 1, -1, -s - 1};
  int found = 0;
  set.for_each([&](Vertex v) {
    std::array<bool, 8> in{};
    int sides = 0, joined = 0;
    for (int i = 0; i < 8; i += 2) sides += in[i] = set.test(v + ring[i]);
    if (sides < 2) return;
    for (int i = 1; i < 8; i += 2) in[i] = set.test(v + ring[i]);
    for (int i = 0; i < 8; i += 2) joined += in[i] && in[i + 1] && in[(i + 2) % 8];
    // `sides` places joined in a row around the ring need one join less than there are sides.
    found += joined < sides - 1;
  });
  return found;
}

PointSet LifeAnalysis::reach(const Block& block, const Region& region) const {
  PointSet reached = block.liberties & region.points;
  PointSet interior = (region.points & empty_) - reached;
  const PointSet& safe = protected_for(block.colour);
  PointSet free = reached;  // liberties not yet promised to an interior point
  for (bool changed = interior.any(); changed;) {
    changed = false;
    // A protected liberty needs no partner and is not used up.
    const PointSet by_safe = (reached & safe).around(stride_) & interior;
    if (by_safe.any()) {
      reached |= by_safe;
      free |= by_safe;
      interior -= by_safe;
      changed = true;
      continue;
    }
    // Otherwise two free liberties are miai; points with the fewest choices go first.
    Vertex best = go::kPass;
    int fewest = 5;
    interior.for_each([&](Vertex v) {
      int choices = 0;
      for (const Vertex u : board_.geometry().neighbours(v)) choices += free.test(u);
      if (choices >= 2 && choices < fewest) {
        fewest = choices;
        best = v;
      }
    });
    if (best == go::kPass) break;
    int used = 0;
    for (const Vertex u : board_.geometry().neighbours(best)) {
      if (used == 2 || !free.test(u)) continue;
      free.reset(u);
      ++used;
    }
    interior.reset(best);
    reached.set(best);
    free.set(best);
    changed = true;
  }
  return reached;
}

}  // namespace kifu::features
