#pragma once
// Many games of draughts between agents, on several threads: the tournaments of an evolution.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "draughts/board.hpp"
#include "draughts/moves.hpp"
#include "models/draughts_net.hpp"
#include "search/draughts_decider.hpp"

namespace kifu::search {

struct DraughtsOpening {
  draughts::Board start = draughts::start_board();
  std::vector<draughts::Move> moves;
};

struct DraughtsPairing {
  std::uint32_t black, white;  // numbers of agents
  std::uint32_t opening;
};

struct DraughtsAgents {
  std::vector<models::DraughtsNet> nets;  // one each, or none where nobody needs one
  std::vector<DeciderOptions> deciders;   // one for all, or one each
};

enum class DraughtsEnding : std::uint8_t { kNoMove, kBlockedDraw, kRepetition, kFortyMoves, kMoveLimit };

struct DraughtsGameRecord {
  std::int8_t outcome = 0;  // for Black
  DraughtsEnding ending = DraughtsEnding::kNoMove;
  std::vector<std::uint16_t> moves;  // packed, those of the opening included
  std::vector<float> values;         // what each mover's search found, for itself; NaN where nobody searched
  std::uint64_t evaluations = 0;
};

struct DraughtsGamesOptions {
  int move_limit = 0;  // plies in all, then a draw; 0: none
  bool blocked_is_draw = false;
  std::uint64_t seed = 1;
  int threads = 1;
};

// A game depends on the seed and its number only. `done` counts finished games; where `stop` becomes true,
// the games that are missing have no moves.
std::vector<DraughtsGameRecord> play_draughts_games(std::span<const DraughtsPairing> pairings,
                                                    const DraughtsAgents& agents,
                                                    std::span<const DraughtsOpening> openings,
                                                    const DraughtsGamesOptions& options,
                                                    const std::atomic<bool>& stop,
                                                    std::atomic<std::size_t>& done);

}  // namespace kifu::search
