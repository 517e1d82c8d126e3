#pragma once
// How a draughts player comes from judging positions to choosing a move.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "draughts/game.hpp"
#include "search/draughts_line.hpp"
#include "search/draughts_tree.hpp"

namespace kifu::search {

struct DeciderOptions {
  enum class Kind : std::uint8_t { kRandom, kAlphaBeta, kTree };
  Kind kind = Kind::kAlphaBeta;
  bool counts = false;      // judges by counting pieces, even where there is a network
  int depth = 4;            // of alpha-beta
  bool captures = false;    // reads captures to their end
  bool deepen = false;      // depth by depth, with a table of positions
  bool forced = false;      // searches also where there is one move only
  double seconds = 0;       // of one move; 0: no bound
  std::uint64_t nodes = 0;  // of one move; 0: no bound
  std::uint64_t playouts = 1000;
  int ply = 0;  // where random games are broken off; 0: played out
  float exploration = 1.5F;
  int table_bits = 16;
};

// Reads `minimax:depth=4`, `material:depth=4`, `mcts:playouts=1000`, `ept:playouts=500,ply=6`, `random`.
// Further options: captures, deepen and forced (yes, no), seconds, nodes, table (a power of two),
// exploration. Throws std::invalid_argument.
DeciderOptions read_decider(std::string_view text);

struct DraughtsDecision {
  draughts::Move move;
  double value = 0;      // for the side to move, -1 to 1
  int plies_to_end = 0;  // where the end is in sight: above 0 won, below lost
  int depth = 0;
  std::uint64_t nodes = 0, evaluations = 0;
  double seconds = 0;
  std::vector<draughts::Move> variation;
};

class DraughtsDecider {
 public:
  // Hears what alpha-beta has found after every depth, in the thread that searches.
  using Report = std::function<void(const DraughtsDecision&)>;

  explicit DraughtsDecider(const DeciderOptions& options);

  const DeciderOptions& options() const { return options_; }
  void set_seconds(double seconds) { options_.seconds = seconds; }
  // Forgets what was found out; a game's moves then depend on nothing before it.
  void new_game();
  // The game must not be over by lack of moves. The seed decides between equals.
  DraughtsDecision decide(const draughts::Game& game, const DraughtsJudge& judge, std::uint64_t seed,
                          const std::atomic<bool>* stop = nullptr, const Report& report = {});

 private:
  DraughtsDecision by_alpha_beta(const draughts::Game& game, const DraughtsJudge& judge, std::uint64_t seed,
                                 const std::atomic<bool>* stop, const Report& report);
  DraughtsDecision by_tree(const draughts::Game& game, const DraughtsJudge& judge, std::uint64_t seed,
                           const std::atomic<bool>* stop);

  DeciderOptions options_;
  DraughtsLine line_;
  std::unique_ptr<AlphaBeta<DraughtsLine>> alpha_beta_;
  std::unique_ptr<TreeSearch<DraughtsState, DraughtsEvaluator>> tree_;
};

}  // namespace kifu::search
