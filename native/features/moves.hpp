#pragma once
// What is known of every legal move of a position: keys of the patterns it would be played in, and which of
// some thousand plain facts hold of it (captures, ataris, ladders, distances, place on the board).
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "features/patterns.hpp"
#include "go/action.hpp"
#include "go/board.hpp"
#include "go/games.hpp"

namespace kifu::features {

inline constexpr int kPrevious = 4;

// A position on its way through a game: stones, pattern keys, whose turn it is, and the moves before.
class MoveWalk {
 public:
  explicit MoveWalk(int size) : board_(size), tracker_(size) {}

  const go::Board& board() const { return board_; }
  const PatternTracker& tracker() const { return tracker_; }
  go::Colour to_play() const { return to_play_; }
  void set_to_play(go::Colour colour) { to_play_ = colour; }
  // The last move first; kPass where there was none, or a pass.
  const std::array<go::Vertex, kPrevious>& previous() const { return previous_; }
  // Moves and passes so far.
  int moves() const { return moves_; }

  void clear();
  // Continues a record whose moves are legal.
  void apply(std::span<const go::Action> actions);
  void apply(go::Action action) { apply({&action, 1}); }
  void play(go::Colour colour, go::Vertex v);
  // Starts from this board instead, `previous` as above.
  void start(const go::Board& board, go::Colour to_play, const std::array<go::Vertex, kPrevious>& previous,
             int moves);
  // The same where the board differs in few points from the present one: only these are changed.
  void move_to(const go::Board& board, go::Colour to_play, const std::array<go::Vertex, kPrevious>& previous,
               int moves);

 private:
  go::Board board_;
  PatternTracker tracker_;
  go::Colour to_play_ = go::kBlack;
  std::array<go::Vertex, kPrevious> previous_{};
  int moves_ = 0;
};

// Walks through a record whose moves are legal: visit(walk, v) before every move, v being kPass for a pass.
template <class Visit>
void for_each_move(MoveWalk& walk, std::span<const go::Action> game, Visit&& visit) {
  walk.clear();
  std::size_t i = go::setup_length(game);
  walk.apply(game.first(i));
  for (; i < game.size(); ++i) {
    const go::Action action = game[i];
    if (!go::action::is_setup(action)) {
      walk.set_to_play(go::action::is_white(action) ? go::kWhite : go::kBlack);
      const bool passes = go::action::kind(action) == go::action::pass;
      const int x = static_cast<int>(go::action::x(action)), y = static_cast<int>(go::action::y(action));
      visit(std::as_const(walk), passes ? go::kPass : walk.board().geometry().vertex(x, y));
    }
    walk.apply(action);
  }
}

// Keys of one candidate: chains in which each pattern lies within the next. A larger pattern that experts
// played is only found where the smaller ones are.
enum Chain : std::uint8_t {
  kShape,
  kAnswer,
  kFollow,
  kLiberties,
  kLibertiesAnswer,
  kCorner,
  kResponse,
  kChains
};
inline constexpr std::array<int, kChains> kChainLength{kTemplates, kLocalTemplates, kLocalTemplates, 2,
                                                       2,          kCornerSquares,  kLocalTemplates};
// Where each chain begins in an array of all keys.
inline constexpr std::array<int, kChains> kChainStart = [] {
  std::array<int, kChains> start{};
  for (std::size_t i = 1; i < kChains; ++i) start[i] = start[i - 1] + kChainLength[i - 1];
  return start;
}();
inline constexpr int kChainKeys = kChainStart.back() + kChainLength.back();

inline constexpr unsigned kLibertyChains = 1u << kLiberties | 1u << kLibertiesAnswer;
inline constexpr unsigned kShapeOnly = 1u << kShape;
inline constexpr unsigned kAllChains = (1u << kChains) - 1;

struct CandidateKeys {
  std::array<std::uint64_t, kChainKeys> keys;
  std::uint8_t chains = 0;   // bit c: chain c is there
  std::uint8_t corners = 0;  // squares that hold the candidate
  bool has(int chain) const { return chains >> chain & 1; }
  int length(int chain) const {
    return chain == kCorner ? corners : kChainLength[static_cast<std::size_t>(chain)];
  }
};

// The facts, in groups of alternatives; a candidate has at most one of a group.
struct FactGroup {
  const char* name;
  int begin, size;
};
std::span<const FactGroup> fact_groups();
int fact_count();

struct Candidates {
  std::vector<go::Vertex> points;
  std::vector<CandidateKeys> keys;
  std::vector<std::uint32_t> begin;  // of the facts of each, one more entry than points
  std::vector<std::uint16_t> facts;
  // Stones around each, and in how many ways the board was turned to list them (surroundings.hpp).
  std::vector<std::uint32_t> around_begin;
  std::vector<std::uint16_t> around;
  std::vector<std::uint8_t> views;

  std::span<const std::uint16_t> facts_of(std::size_t i) const {
    return {facts.data() + begin[i], begin[i + 1] - begin[i]};
  }
  std::span<const std::uint16_t> around_of(std::size_t i) const {
    return {around.data() + around_begin[i], around_begin[i + 1] - around_begin[i]};
  }
};

// Every legal move (simple ko, no suicide) in the order of points. `chains` says by bits which keys are
// wanted; without `facts` only points and keys are filled in.
void list_candidates(const MoveWalk& walk, unsigned chains, bool facts, Candidates& out);

// Keys of one move, legal or not.
CandidateKeys keys_of_move(const MoveWalk& walk, go::Vertex v, unsigned chains);

}  // namespace kifu::features
