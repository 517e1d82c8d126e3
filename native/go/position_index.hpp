#pragma once
// Positions of many games by keys that do not change when the board is turned, with the move that followed.
#include <cstdint>
#include <vector>

#include "go/board.hpp"
#include "go/games.hpp"

namespace kifu::go {

// The least of a position's eight symmetric keys, and by bits the symmetries that give it: several where
// the position is symmetric itself. Colours and the player to move count; ko does not.
struct PositionForm {
  std::uint64_t key;
  unsigned symmetries;
};
PositionForm position_form(const Board& board, Colour to_play);

inline constexpr std::uint16_t kPassNext = 0xffff;

// One entry a position before a move, in the order of games and moves.
struct PositionEntries {
  std::vector<std::uint64_t> key;
  std::vector<std::uint32_t> game;
  std::vector<std::uint16_t> move;  // moves before it
  // The point played next, row by row on the turned board, the least where several symmetries fit; or
  // kPassNext.
  std::vector<std::uint16_t> next;
};
// The positions before the first `depth` moves of each game.
PositionEntries index_positions(const Games& games, int depth, int threads);

// The point that a symmetry takes to `turned`: turns the moves of an entry back.
int turn_back(int size, int symmetry, int turned);

}  // namespace kifu::go
