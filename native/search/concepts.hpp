#pragma once
// What a search needs to know of a game and of judging its positions. Both games and both kinds of search
// (trees of playouts, alpha-beta) are written against these.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "work/random.hpp"

namespace kifu::search {

// A position that can be copied and played on. Sides are 0 (who moves first in the game) and 1.
template <class G>
concept Game = std::copyable<G> && requires(const G& game, G& changing, typename G::Move move) {
  requires std::equality_comparable<typename G::Move>;
  { game.side() } -> std::convertible_to<int>;
  { game.is_over() } -> std::convertible_to<bool>;
  changing.play(move);
  // A small number for "the same move" elsewhere in the line, below slots(): moves of one slot share their
  // all-moves-as-first counts.
  { game.slot(move) } -> std::convertible_to<std::size_t>;
  { game.slots() } -> std::convertible_to<std::size_t>;
};

template <class Move>
struct Candidate {
  Move move;
  float prior;  // how much the evaluator expects of it; they add up to 1
};

// What was played from the leaf on, in order, and by how many points side 0 was ahead at the end, where the
// game has points.
struct Trace {
  struct Entry {
    std::uint16_t slot;
    std::uint8_t side;
  };
  std::vector<Entry> entries;
  double points = 0;
};

// Judges positions; every thread has its own.
template <class E, class G>
concept Evaluator =
    Game<G> && requires(E& evaluator, const G& game, G& scratch,
                        std::vector<Candidate<typename G::Move>>& candidates, Random& random, Trace& trace) {
      // All moves to be considered, the best first; empty only when the game is over.
      evaluator.candidates(game, candidates);
      // The value of the position for side 0, from 0 (lost) to 1 (won). May play on in `scratch`, and leaves
      // in `trace` what was played.
      { evaluator.evaluate(scratch, random, trace) } -> std::convertible_to<float>;
    };

}  // namespace kifu::search
