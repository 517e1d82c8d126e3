#include "playouts/tactical.hpp"

#include <algorithm>
#include <array>

#include "playouts/uniform.hpp"

namespace kifu::playouts {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

// Stones and liberties after a stone of `colour` on v that captures nothing; liberties up to 2.
struct After {
  int stones = 1;
  int liberties = 0;
};

After after_playing(const Board& board, Colour colour, Vertex v) {
  After after;
  std::array<Vertex, 4> heads{};
  int n_heads = 0;
  std::array<Vertex, 2> found{};
  const auto add = [&](Vertex u) {
    if (u == v || after.liberties == 2 || (after.liberties == 1 && found[0] == u)) return;
    found[static_cast<std::size_t>(after.liberties++)] = u;
  };
  for (const Vertex u : board.geometry().neighbours(v)) {
    if (board.is_empty(u)) {
      add(u);
    } else if (board.at(u) == colour) {
      const Vertex head = board.head(u);
      if (std::find(heads.begin(), heads.begin() + n_heads, head) != heads.begin() + n_heads) continue;
      heads[static_cast<std::size_t>(n_heads++)] = head;
      after.stones += board.stones(head);
      if (after.liberties < 2 && !board.in_atari(head)) {
        board.for_each_stone(head, [&](Vertex s) {
          if (after.liberties == 2) return;
          for (const Vertex w : board.geometry().neighbours(s))
            if (board.is_empty(w)) add(w);
        });
      }
    }
  }
  return after;
}

bool captures_something(const Board& board, Colour colour, Vertex v) {
  for (const Vertex u : board.geometry().neighbours(v))
    if (board.at(u) == opponent(colour) && board.in_atari(board.head(u))) return true;
  return false;
}

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

Vertex answer(const Board& board, Colour colour, Vertex last, const Tactics& tactics, Random& random) {
  if (board.is_empty(last)) return go::kPass;
  if (random.uniform() < tactics.capture) {
    Candidates takes;
    if (board.at(last) == opponent(colour) && board.in_atari(board.head(last)))
      takes.add(board, colour, board.atari_liberty(board.head(last)));
    if (const Vertex v = takes.pick(random); v != go::kPass) return v;
  }
  if (random.uniform() >= tactics.escape) return go::kPass;
  Candidates saves;
  for (const Vertex u : board.geometry().neighbours(last)) {
    if (board.at(u) != colour || !board.in_atari(board.head(u))) continue;
    const Vertex out = board.atari_liberty(board.head(u));
    if (after_playing(board, colour, out).liberties >= 2) saves.add(board, colour, out);
    board.for_each_stone(board.head(u), [&](Vertex s) {
      for (const Vertex w : board.geometry().neighbours(s))
        if (board.at(w) == opponent(colour) && board.in_atari(board.head(w)))
          saves.add(board, colour, board.atari_liberty(board.head(w)));
    });
  }
  return saves.pick(random);
}

}  // namespace

Vertex choose_tactical(Board& board, Colour colour, Vertex last, const Tactics& tactics, Random& random) {
  if (last != go::kPass)
    if (const Vertex v = answer(board, colour, last, tactics, random); v != go::kPass) return v;
  int left = board.empty_count();
  while (left > 0) {
    const int i = static_cast<int>(random.below(static_cast<std::uint32_t>(left)));
    const Vertex v = board.empty_at(i);
    bool fits = v != board.ko() && (board.empty_neighbours(v) > 0 ||
                                    (!board.is_eye(colour, v) && board.leaves_liberties(colour, v, false)));
    if (fits && board.empty_neighbours(v) < 2 && !captures_something(board, colour, v)) {
      const After after = after_playing(board, colour, v);
      fits = after.liberties >= 2 || random.uniform() >= tactics.refuse_self_atari;
    }
    if (fits) return v;
    board.swap_empties(i, --left);
  }
  return go::kPass;
}

std::vector<float> tactical_ownership(const Board& board, Colour to_play, const Tactics& tactics, int games,
                                      std::uint64_t seed) {
  const auto& geometry = board.geometry();
  std::vector<std::int32_t> sum(static_cast<std::size_t>(geometry.points()));
  for (int i = 0; i < games; ++i) {
    Board end(board);
    Random random(seed, static_cast<std::uint64_t>(i));
    Colour colour = to_play;
    Vertex last = go::kPass;
    for (int moves = 0, passes = 0; passes < 2 && moves < 3 * geometry.points(); ++moves) {
      const Vertex v = choose_tactical(end, colour, last, tactics, random);
      if (v == go::kPass) {
        ++passes;
        end.pass();
      } else {
        passes = 0;
        end.play(colour, v);
      }
      last = v;
      colour = opponent(colour);
    }
    std::size_t point = 0;
    for (int y = 0; y < geometry.size(); ++y)
      for (int x = 0; x < geometry.size(); ++x) sum[point++] += owner(end, geometry.vertex(x, y));
  }
  std::vector<float> mean(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i)
    mean[i] = static_cast<float>(sum[i]) / static_cast<float>(games);
  return mean;
}

}  // namespace kifu::playouts
