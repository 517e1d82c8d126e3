#pragma once
// Models of moves on games with a past: one position, every position, and where a pattern was played.
#include <cstdint>
#include <vector>

#include "go/game.hpp"
#include "go/games.hpp"
#include "models/moves.hpp"

namespace kifu::models {

struct GameWalk {
  features::MoveWalk walk;
  PatternHistory history = kNoHistory;
};

// The present position with its last moves, as a model wants it.
GameWalk walk_of(const MoveModel& model, const go::Game& game);

// Probabilities of all points before every step and after the last: rows of points; 0 where no move is legal.
std::vector<float> probabilities_of_history(const MoveModel& model, const go::Game& game, int threads);

struct PatternUse {
  std::uint32_t game;  // from 0
  std::uint16_t move;  // from 1
};

// Moves played in the pattern of shape of this template (from 0) and key, the last games first, at most
// `most`.
std::vector<PatternUse> find_pattern(const go::Games& games, int template_number, std::uint64_t key,
                                     std::size_t most, int threads);

}  // namespace kifu::models
