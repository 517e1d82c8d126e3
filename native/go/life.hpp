#pragma once
#include <cstdint>
#include <vector>

#include "go/board.hpp"

namespace kifu::go {

// Unconditional life (Benson 1976): blocks that cannot be captured even if their owner always passes, and the
// regions that are their eyes. One entry per point, row by row: kBlack or kWhite for a point that is
// unconditionally that colour's, kEmpty for all others. Enemy stones inside such an eye belong to the eye's
// owner.
std::vector<std::uint8_t> unconditional_life(const Board& board);

}  // namespace kifu::go
