#pragma once
#include <cstdint>
#include <span>

#include "go/game.hpp"
#include "go/packed.hpp"

namespace kifu::go {

struct Replayed {
  int played = 0;                      // moves on the board when the replay ended
  int illegal = -1;                    // index of the first illegal move, or -1
  Legality reason = Legality::kLegal;  // why it is illegal
};

// The vertex of a packed move (kPass for a pass); false if it is off the board.
bool unpack(const Geometry& geometry, PackedMove move, Stone& out);

// Sets up the packed stones in one step. False, and nothing changed, if one is off the board or a block is
// left without liberties.
bool setup(Game& game, std::span<const PackedMove> stones);

// Plays the moves on. An illegal one ends the replay, or is left out if `skip_illegal`.
Replayed replay(Game& game, std::span<const PackedMove> moves, bool skip_illegal);

// One number for a game up to the board's eight symmetries: size, setup, and moves with their colours and
// passes.
std::uint64_t game_key(int size, std::span<const PackedMove> setup, std::span<const PackedMove> moves);

}  // namespace kifu::go
