#pragma once
#include <string>
#include <string_view>

#include "draughts/board.hpp"

namespace kifu::draughts {

// Reads `B:W18,24,K10:B12,16,K22`: side to move, then the pieces of each side in either order, `K` before
// a king. Also taken: lower case, spaces, quotes around it, a trailing dot, ranges (`1-12`, `K1-K4`), a side
// without a list, and the counters `:H0:F1` (not used). Throws std::invalid_argument.
Board read_fen(std::string_view text);

// The canonical form: White's pieces first, each list ascending by square, no ranges.
std::string write_fen(const Board& board);

// Throws std::invalid_argument for a board that cannot arise: more than twelve pieces a side, men on
// the rank where they are crowned, two pieces on a square, no pieces at all.
void check_board(const Board& board);

}  // namespace kifu::draughts
