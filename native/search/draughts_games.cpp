#include "search/draughts_games.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "draughts/game.hpp"
#include "draughts/notation.hpp"
#include "work/parallel.hpp"
#include "work/random.hpp"

namespace kifu::search {

using namespace draughts;

namespace {

constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

// Deciders of one thread: one for each colour, so that the two players of a game share nothing.
class Desk {
 public:
  explicit Desk(const DraughtsAgents& agents) : agents_(agents) {}

  DraughtsDecider& decider(std::uint32_t agent, int colour) {
    const std::size_t which = agents_.deciders.size() == 1 ? 0 : agent;
    auto& slot = deciders_[{which, colour}];
    if (!slot) slot = std::make_unique<DraughtsDecider>(agents_.deciders[which]);
    return *slot;
  }

 private:
  const DraughtsAgents& agents_;
  std::map<std::pair<std::size_t, int>, std::unique_ptr<DraughtsDecider>> deciders_;
};

std::uint16_t packed(const draughts::Game& game, const Move& move) {
  MoveList legal;
  generate(game.board(), legal);
  return pack(legal, move);
}

// False when stopped.
bool play(const DraughtsPairing& pairing, const DraughtsAgents& agents, const DraughtsOpening& opening,
          const DraughtsGamesOptions& options, std::uint64_t number, Desk& desk,
          const std::atomic<bool>& stop, DraughtsGameRecord& record) {
  draughts::Game game(opening.start);
  for (const Move& move : opening.moves) {
    record.moves.push_back(packed(game, move));
    record.values.push_back(kUnknown);
    game.play(move);
  }
  const std::uint32_t agent[2] = {pairing.black, pairing.white};
  DraughtsDecider* deciders[2];
  DraughtsJudge judges[2];
  for (int side = 0; side < 2; ++side) {
    deciders[side] = &desk.decider(agent[side], side);
    deciders[side]->new_game();
    judges[side].net = agents.nets.empty() ? nullptr : &agents.nets[agent[side]];
    judges[side].blocked_is_draw = options.blocked_is_draw;
  }
  Random random(options.seed, number);
  for (;;) {
    const Board& board = game.board();
    switch (game.end()) {
      case End::NoMove:
        if (options.blocked_is_draw && board.pieces(board.to_move)) {
          record.ending = DraughtsEnding::kBlockedDraw;
        } else {
          record.outcome = board.to_move == Colour::Black ? -1 : 1;
        }
        return true;
      case End::Repetition:
        record.ending = DraughtsEnding::kRepetition;
        return true;
      case End::FortyMoves:
        record.ending = DraughtsEnding::kFortyMoves;
        return true;
      case End::None:
        break;
    }
    if (options.move_limit > 0 && game.ply() >= options.move_limit) {
      record.ending = DraughtsEnding::kMoveLimit;
      return true;
    }
    const auto side = static_cast<std::size_t>(board.to_move);
    const auto decision = deciders[side]->decide(game, judges[side], random.next(), &stop);
    if (stop.load(std::memory_order_relaxed)) return false;
    record.evaluations += decision.evaluations;
    record.moves.push_back(packed(game, decision.move));
    // An only move is made without a search.
    record.values.push_back(decision.nodes > 0 ? static_cast<float>(decision.value) : kUnknown);
    game.play(decision.move);
  }
}

}  // namespace

std::vector<DraughtsGameRecord> play_draughts_games(std::span<const DraughtsPairing> pairings,
                                                    const DraughtsAgents& agents,
                                                    std::span<const DraughtsOpening> openings,
                                                    const DraughtsGamesOptions& options,
                                                    const std::atomic<bool>& stop,
                                                    std::atomic<std::size_t>& done) {
  std::vector<DraughtsGameRecord> records(pairings.size());
  std::atomic<std::size_t> next{0};
  // One long piece of work a thread, which keeps its deciders from game to game.
  const auto threads = static_cast<std::size_t>(
      options.threads > 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency()));
  parallel_for(std::max<std::size_t>(threads, 1), static_cast<int>(threads), 1,
               [&](std::size_t, std::size_t) {
                 Desk desk(agents);
                 for (std::size_t i; (i = next.fetch_add(1)) < pairings.size();) {
                   if (stop.load(std::memory_order_relaxed)) return;
                   DraughtsGameRecord record;
                   const auto& pairing = pairings[i];
                   if (!play(pairing, agents, openings[pairing.opening], options, i, desk, stop, record))
                     return;
                   records[i] = std::move(record);
                   ++done;
                 }
               });
  return records;
}

}  // namespace kifu::search
