#pragma once
// Openings played by networks or at random, and the expert of Kifu that finishes the game after them.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "go/board.hpp"
#include "models/moves.hpp"
#include "models/opening.hpp"
#include "work/random.hpp"

namespace kifu::search {

// How a network chooses: now and then from the less appealing moves ("simplified Gibbs sampling"). Behind the
// best move the others, in the order of their values, make `classes` classes of equal size; a class is drawn
// with a weight of `decay` times that of the one before it, and a move of it evenly.
struct OpeningChoice {
  double explore = 0;
  int classes = 4;
  double decay = 0.5;
};

struct ChosenMove {
  go::Vertex vertex = go::kPass;
  bool explored = false;
};

// A move for `colour`; kPass where none is legal. `moves` is working memory.
ChosenMove choose_opening(models::OpeningNet& net, const go::Board& board, go::Colour colour, double komi,
                          const OpeningChoice& choice, Random& random,
                          std::vector<models::OpeningMove>& moves);
// Any legal move, evenly.
go::Vertex choose_any(const go::Board& board, go::Colour colour, Random& random);

struct OpeningPairing {
  std::int32_t black, white;  // numbers of networks; -1 plays at random
  std::uint32_t start;        // pairings of one start have the same first moves
};

struct OpeningGamesOptions {
  int size = 9;
  int moves = 20;  // of both sides
  int drawn = 0;   // of them, how many are made at random at the start
  double komi = 5.5;
  OpeningChoice choice;
  std::uint64_t seed = 1;
  int threads = 1;
};

// Moves of all openings, `moves` each. A game depends on the seed and its number only.
std::vector<go::Vertex> play_openings(std::span<const OpeningPairing> pairings,
                                      std::span<const models::OpeningNet> nets,
                                      const OpeningGamesOptions& options);

// How Kifu finishes a game: a tree of playouts from the position after the opening, or playouts alone.
struct OpeningExpert {
  int playouts = 200;
  bool tree = false;
  // A point counts for whom it is sure for, and for nobody else; or all count as far as they are owned, which
  // makes the score the mean of the playouts'.
  bool owners = true;
  const models::MoveModel* model = nullptr;  // gives the tree's priors; plain knowledge does without one
};

// Black's points, komi counted, of the game that begins with these moves of both sides in turn.
double finish_opening(int size, std::span<const go::Vertex> moves, double komi, const OpeningExpert& expert,
                      std::uint64_t seed);

}  // namespace kifu::search
