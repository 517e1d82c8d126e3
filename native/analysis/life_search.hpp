#pragma once
// Does a block live when both sides play near it as well as they can? A proof-number search over the points
// of a small region. What it answers holds within that region, with the walls around it taken as alive and
// whoever takes a ko first as its winner; of all else it says that it does not know.
#include <cstdint>

#include "go/board.hpp"
#include "go/point_set.hpp"

namespace kifu::analysis {

enum class Life : std::uint8_t { kUnknown, kDead, kAlive };

struct LifeLimits {
  int nodes = 2000;  // positions looked at before giving up
  int depth = 30;    // moves; a line that is longer counts as alive
  int escape = 5;    // a block with so many liberties outside the region has escaped
  // Life is two eyes and nothing else: no seki, no escape, no repetition, and the enemy may pass as well.
  bool eyes = false;
};

struct LifeRead {
  Life life = Life::kUnknown;
  go::Vertex move = go::kPass;  // where the side that begins succeeds, if it does and needs a move
};

// Where each side may play. Success of the side that begins is the more certain the more its opponent may
// try.
struct LifeRegions {
  go::PointSet first, second;
};

// The fate of the block if `first` moves first and both play only in their regions; the owner may pass. It
// lives when it is unconditionally alive, has escaped, or cannot be captured; seki is life. Simple ko: a ko
// is won by whoever takes it first.
LifeRead read_life(const go::Board& board, go::Vertex block, go::Colour first, const LifeRegions& regions,
                   const LifeLimits& limits = {});

// Points around a block where its fate is decided: what is empty, and stones that may fall, reached from the
// block without crossing `walls`, the nearest first, up to `most` empty points.
go::PointSet region_around(const go::Board& board, go::Vertex block, const go::PointSet& walls, int most);

}  // namespace kifu::analysis
