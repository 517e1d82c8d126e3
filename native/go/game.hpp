#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "go/board.hpp"

namespace kifu::go {

enum class KoRule : std::uint8_t { kSimple, kPositional, kSituational };

// What the rules forbid; how they count is in counting.hpp.
struct Rules {
  KoRule ko = KoRule::kSimple;
  bool suicide = false;
};

enum class Legality : std::uint8_t { kLegal, kOccupied, kKo, kSuperko, kSuicide, kOffBoard, kNoLiberties };

std::string_view describe(Legality legality);

struct Stone {
  Colour colour;  // kEmpty takes a stone away
  Vertex vertex;
};

// A board with its past: whose turn it is, superko, undo. Any colour may play at any time, as in records; the
// turn then goes to the other one. Passes and setup are steps like stones and are undone like them.
class Game {
 public:
  Game(int size, Rules rules) : rules_(rules), board_(size) { remember(situation()); }

  const Board& board() const { return board_; }
  const Rules& rules() const { return rules_; }
  Colour to_play() const { return to_play_; }
  void set_to_play(Colour colour);
  // Steps made so far: stones, passes and setups.
  int steps() const { return static_cast<int>(steps_.size()); }
  int passes_in_a_row() const;
  Stone step(int i) const { return {steps_[i].colour, steps_[i].vertex}; }
  bool is_setup(int i) const { return steps_[i].setup; }

  Legality legality(Colour colour, Vertex v) const;
  // v may be kPass. Throws nothing: the caller asked legality().
  void play(Colour colour, Vertex v);
  // Changes points at once, as in a record's setup. Returns false, and changes nothing, if a block would be
  // left without liberties.
  bool setup(std::span<const Stone> stones);
  bool undo();

  // Key of the situation: stones and the player to move.
  std::uint64_t situation() const { return board_.key() ^ (to_play_ == kWhite ? kWhiteToPlayKey : 0); }

 private:
  struct Step {
    Vertex vertex;
    Vertex ko;  // before
    Colour colour, to_play;
    bool setup;
    std::uint32_t removed;  // where this step's part of removed_ begins
    std::array<int, 2> captured;
  };

  bool repeats(std::uint64_t key, std::uint64_t situation) const;
  void begin_step(Colour colour, Vertex v, bool setup);
  bool seen(std::uint64_t situation) const;
  void remember(std::uint64_t situation);
  void forget_last();

  Rules rules_;
  Board board_;
  Colour to_play_ = kBlack;
  std::vector<Step> steps_;
  std::vector<Stone> removed_;             // stones taken off, or the points before a setup
  std::vector<std::uint64_t> situations_;  // after each step, from the start position on
  // How often each situation occurred. Of a game of usual length a scan of the list is faster: used beyond.
  std::unordered_map<std::uint64_t, int> occurrences_;
};

}  // namespace kifu::go
