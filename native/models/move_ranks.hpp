#pragma once
// How a model of moves ranks the moves that were played.
#include <cstdint>
#include <vector>

#include "go/games.hpp"
#include "models/moves.hpp"

namespace kifu::models {

struct MoveRanks {
  std::vector<std::uint32_t> game;  // of each move, from 0
  std::vector<std::uint16_t> move;  // its number in the game, from 1
  std::vector<std::uint16_t> rank;  // from 1; among equals the order of points decides
  std::vector<float> probability;
};

MoveRanks rank_games(const MoveModel& model, const go::Games& games, int threads);

}  // namespace kifu::models
