#pragma once
// Can a block of a finished position be captured? A small search over its liberties, the enemy's, and what is
// next to them: capturing races and seki, where random endings are blind.
#include <cstdint>

#include "go/board.hpp"

namespace kifu::analysis {

enum class Capture : std::uint8_t { kUnknown, kFails, kSucceeds };

struct CaptureLimits {
  int nodes = 2000;   // positions looked at before giving up
  int depth = 14;     // moves
  int liberties = 5;  // a block with more is left alone
};

// Whether the enemy of the block, moving first, captures it; its owner may answer or pass. Simple ko only: a
// ko is taken as a fight that whoever takes it first wins.
Capture read_capture(const go::Board& board, go::Vertex block, const CaptureLimits& limits = {});

}  // namespace kifu::analysis
