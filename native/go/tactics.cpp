#include "go/tactics.hpp"

#include <algorithm>

namespace kifu::go {

namespace {

class Reader {
 public:
  explicit Reader(ReadLimits limits) : limits_(limits) {}

  // The attacker moves; the block has one or two liberties.
  bool attack(const Board& board, Vertex block, int depth) {
    if (++nodes_ > limits_.nodes || depth > limits_.depth) return false;
    const Vertex head = board.head(block);
    const Colour attacker = opponent(board.at(block));
    std::array<Vertex, 3> liberties{};
    const int n = collect(board, head, liberties);
    if (n == 1) return board.is_legal(attacker, liberties[0]);
    if (n != 2) return false;
    // Closing the liberty where the block would gain most is tried first.
    if (board.empty_neighbours(liberties[1]) > board.empty_neighbours(liberties[0]))
      std::swap(liberties[0], liberties[1]);
    for (int i = 0; i < 2; ++i) {
      if (!board.is_legal(attacker, liberties[i])) continue;
      Board next(board);
      next.play(attacker, liberties[i]);
      // A stone that is itself in atari beside the block loses the ladder unless the block is captured
      // anyway.
      if (!defend(next, block, depth + 1)) return true;
    }
    return false;
  }

  // The defender moves; true if the block gets out.
  bool defend(const Board& board, Vertex block, int depth) {
    if (++nodes_ > limits_.nodes || depth > limits_.depth) return true;
    const Vertex head = board.head(block);
    if (!board.in_atari(head)) return board.count_liberties(head, 3) >= 3 || !attack(board, block, depth + 1);
    const Colour defender = board.at(block);
    // Capturing a neighbour in atari may save it.
    std::array<Vertex, 16> tries{};
    int n = 0;
    board.for_each_stone(head, [&](Vertex s) {
      for (const Vertex u : board.geometry().neighbours(s)) {
        if (board.at(u) != opponent(defender) || !board.in_atari(board.head(u)) || n == 15) continue;
        const Vertex v = board.atari_liberty(board.head(u));
        if (std::find(tries.begin(), tries.begin() + n, v) == tries.begin() + n) tries[n++] = v;
      }
    });
    const Vertex out = board.atari_liberty(head);
    if (std::find(tries.begin(), tries.begin() + n, out) == tries.begin() + n) tries[n++] = out;
    for (int i = 0; i < n; ++i) {
      if (!board.is_legal(defender, tries[i])) continue;
      Board next(board);
      next.play(defender, tries[i]);
      const int liberties = next.count_liberties(next.head(block), 3);
      if (liberties >= 3) return true;
      if (liberties <= 1) continue;
      if (!attack(next, block, depth + 1)) return true;
    }
    return false;
  }

 private:
  static int collect(const Board& board, Vertex head, std::array<Vertex, 3>& liberties) {
    int n = 0;
    board.for_each_stone(head, [&](Vertex s) {
      for (const Vertex u : board.geometry().neighbours(s))
        if (n < 3 && board.is_empty(u) &&
            std::find(liberties.begin(), liberties.begin() + n, u) == liberties.begin() + n)
          liberties[n++] = u;
    });
    return n;
  }

  ReadLimits limits_;
  int nodes_ = 0;
};

}  // namespace

bool can_capture(const Board& board, Vertex block, ReadLimits limits) {
  return board.count_liberties(board.head(block), 3) <= 2 && Reader(limits).attack(board, block, 0);
}

bool can_escape(const Board& board, Vertex block, ReadLimits limits) {
  return !board.in_atari(board.head(block)) || Reader(limits).defend(board, block, 0);
}

}  // namespace kifu::go
