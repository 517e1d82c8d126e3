#include "playouts/tactical.hpp"

#include <array>

#include "playouts/endings.hpp"

namespace kifu::playouts {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

class Candidates {
 public:
  void add(const Board& board, Colour colour, Vertex v) {
    if (n_ < points_.size() && board.is_legal(colour, v)) points_[n_++] = v;
  }
  Vertex pick(Random& random) const {
    return n_ == 0 ? go::kPass : points_[random.below(static_cast<std::uint32_t>(n_))];
  }

 private:
  std::array<Vertex, 16> points_{};
  std::size_t n_ = 0;
};

// A move that saves one of the blocks of `colour` in atari beside the last stone.
Vertex save(const Board& board, Colour colour, Vertex last, Random& random) {
  Candidates saves;
  for (const Vertex u : board.geometry().neighbours(last)) {
    if (board.at(u) != colour || !board.in_atari(board.head(u))) continue;
    const Vertex out = board.atari_liberty(board.head(u));
    if (board.stone_outlook(colour, out).liberties >= 2) saves.add(board, colour, out);
    board.for_each_stone(board.head(u), [&](Vertex s) {
      for (const Vertex w : board.geometry().neighbours(s))
        if (board.at(w) == opponent(colour) && board.in_atari(board.head(w)))
          saves.add(board, colour, board.atari_liberty(board.head(w)));
    });
  }
  return saves.pick(random);
}

// Chance is drawn whether or not there is anything to decide, and asked last: a coin is what a processor
// guesses worst.
Vertex answer(const Board& board, Colour colour, Vertex last, const Tactics& tactics, Random& random) {
  if (board.is_empty(last)) return go::kPass;
  const bool take = random.uniform() < tactics.capture;
  if (board.at(last) == opponent(colour) && board.in_atari(board.head(last)) && take) {
    Candidates takes;
    takes.add(board, colour, board.atari_liberty(board.head(last)));
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
  int left = board.empty_count();
  while (left > 0) {
    const int i = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    const Vertex v = board.empty_at(i);
    if (v != board.ko()) {
      const int empties = board.empty_neighbours(v);
      if (empties >= 2) return v;
      if (empties == 1 || !board.is_eye(colour, v)) {
        const Board::Outlook outlook = board.stone_outlook(colour, v);
        if (outlook.captures || outlook.liberties >= 2) return v;
        // No liberty is suicide.
        if (outlook.liberties == 1 && random.uniform() >= tactics.refuse_self_atari) return v;
      }
    }
    board.swap_empties(i, --left);
  }
  return go::kPass;
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
