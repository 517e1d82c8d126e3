#pragma once
#include <cstdint>
#include <functional>

#include "draughts/board.hpp"

namespace kifu::draughts {

// Asked every few milliseconds; true stops the count.
using Stop = std::function<bool()>;

// The number of sequences of `depth` legal moves, every path of a capture counted as its own move.
// The rules about draws do not end a sequence. `bulk` counts the moves of the last ply without
// playing them, the usual convention. Returns what was counted when `stop` says true.
std::uint64_t perft(const Board& board, int depth, bool bulk = true, const Stop& stop = {});

}  // namespace kifu::draughts
