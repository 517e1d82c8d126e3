#pragma once
// Whole games at once: written moves into packed ones, packed ones into positions.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draughts/board.hpp"
#include "draughts/notation.hpp"

namespace kifu::draughts {

enum class OnIllegal { Stop, Skip };

struct ReplayProblem {
  int index;  // of the written move, from 0
  Reading reading;
  std::string message;
};

struct Replayed {
  std::vector<std::uint16_t> moves;  // packed, see notation.hpp
  std::vector<std::int32_t> played;  // index of the written move that each is
  std::vector<ReplayProblem> problems;
  Board board;  // at the end
};

// Plays written moves from a board. A move that is not ok is a problem; repaired ones are problems too, but
// played. `Skip` leaves the refused move out and tries the next one in the same position.
Replayed replay(const Board& start, std::span<const std::string_view> texts, OnIllegal on_illegal);

// Positions as numbers: bit n - 1 for square n.
struct PositionRow {
  std::uint32_t black, white, kings, to_move;
};

// Every position before a move and the last one: moves.size() + 1 rows for one game.
// Throws std::invalid_argument where a packed move is not legal.
void replay_packed(const Board& start, std::span<const std::uint16_t> moves, std::span<PositionRow> rows);

// The Zobrist key of the position before each move; throws as replay_packed does.
void keys_packed(const Board& start, std::span<const std::uint16_t> moves, std::span<std::uint64_t> keys);

}  // namespace kifu::draughts
