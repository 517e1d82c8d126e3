#pragma once
#include <cstdint>
#include <span>

#include "go/action.hpp"
#include "go/game.hpp"

namespace kifu::go {

enum class OnIllegal : std::uint8_t { kStop, kSkip };

struct Replayed {
  int moves = 0;                       // moves seen, passes included, the illegal one too
  int illegal = 0;                     // number of the first illegal move from 1, or 0
  bool bad_setup = false;              // the first problem is a setup before move `illegal`
  Legality reason = Legality::kLegal;  // why
};

// Plays a record's actions on. Stones set up in a row are one step; a setup that leaves the board impossible,
// or an illegal move, ends the replay or is left out.
Replayed replay(Game& game, std::span<const Action> actions, OnIllegal on_illegal);

// The stones before every move and pass of a game, board after board, row by row. Returns whether all moves
// are legal under simple ko, suicide allowed, which any rules of a record may have been; boards behind an
// illegal one are not written.
bool boards_before_moves(int size, std::span<const Action> actions, std::uint8_t* boards);

// One number for a game up to the board's eight symmetries: size, setup, and moves with their colours and
// passes.
std::uint64_t game_key(int size, std::span<const Action> actions);

}  // namespace kifu::go
