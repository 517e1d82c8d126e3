#pragma once
// A small reader: can a block with few liberties be captured, or saved? Ladders and what they run into.
#include "go/board.hpp"

namespace kifu::go {

struct ReadLimits {
  int nodes = 300;  // positions looked at before giving up; giving up means "not captured"
  int depth = 60;
};

// Whether the opponent, moving first, captures the block by continuous atari (at most two liberties now).
bool can_capture(const Board& board, Vertex block, ReadLimits limits = {});

// Whether the owner, moving first, gets the block out of atari for good: by extending, or by capturing what
// surrounds it. A block not in atari is safe here.
bool can_escape(const Board& board, Vertex block, ReadLimits limits = {});

}  // namespace kifu::go
