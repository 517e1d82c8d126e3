#include "playouts/tactical.hpp"

#include "playouts/answers.hpp"
#include "playouts/endings.hpp"

namespace kifu::playouts {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

// Chance is drawn whether or not there is anything to decide, and asked last: a coin is what a processor
// guesses worst.
Vertex answer(const Board& board, Colour colour, Vertex last, const Tactics& tactics, Random& random) {
  if (board.is_empty(last)) return go::kPass;
  const bool take = random.uniform() < tactics.capture;
  if (board.at(last) == opponent(colour) && board.in_atari(board.head(last)) && take) {
    Candidates takes;
    takes.add(board, board.atari_liberty(board.head(last)));
    if (const Vertex v = takes.pick(random); v != go::kPass) return v;
  }
  const bool escape = random.uniform() < tactics.escape;
  bool threatened = false;
  for (const Vertex u : board.geometry().neighbours(last))
    threatened |= (board.at(u) == colour) & board.in_atari(board.head(u));
  return threatened && escape ? save(board, colour, last, random) : go::kPass;
}

// Inlined into the playout, so that the random stream stays in registers.
inline Vertex choose(Board& board, Colour colour, Vertex last, const Tactics& tactics, Random& random) {
  if (last != go::kPass)
    if (const Vertex v = answer(board, colour, last, tactics, random); v != go::kPass) return v;
  return draw_sensible(board, colour, random,
                       [&](Vertex) { return random.uniform() >= tactics.refuse_self_atari; });
}

}  // namespace

Vertex choose_tactical(Board& board, Colour colour, Vertex last, const Tactics& tactics, Random& random) {
  return choose(board, colour, last, tactics, random);
}

std::vector<float> tactical_ownership(const Board& board, Colour to_play, const Tactics& tactics, int games,
                                      std::uint64_t seed) {
  return mean_owners(board, games, seed, [&](Board& end, Random& random) {
    play_out(end, to_play, 3 * end.geometry().points(), [&](Board& now, Colour colour, Vertex last) {
      return choose(now, colour, last, tactics, random);
    });
  });
}

}  // namespace kifu::playouts
