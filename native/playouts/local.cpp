#include "playouts/local.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "playouts/answers.hpp"
#include "playouts/endings.hpp"
#include "playouts/shapes.hpp"
#include "playouts/uniform.hpp"

namespace kifu::playouts {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

bool happens(float chance, Random& random) {
  return static_cast<float>(random.next() >> 40) * 0x1.0p-24F < chance;
}

// Not in the ko, not suicide, and not left in atari unless it captures.
bool is_sound(const Board& board, Colour colour, Vertex v) {
  if (v == board.ko()) return false;
  if (board.empty_neighbours(v) >= 2) return true;
  const Board::Outlook outlook = board.stone_outlook(colour, v);
  return outlook.captures || outlook.liberties >= 2;
}

// The two liberties of a block that has exactly two.
bool two_liberties(const Board& board, Vertex head, std::array<Vertex, 2>& found) {
  if (board.pseudo_liberties(head) > 2 * 4) return false;
  int n = 0;
  Vertex s = head;
  do {
    for (const Vertex u : board.geometry().neighbours(s)) {
      if (!board.is_empty(u) || (n > 0 && found[0] == u) || (n > 1 && found[1] == u)) continue;
      if (n == 2) return false;
      found[static_cast<std::size_t>(n++)] = u;
    }
    s = board.next_stone(s);
  } while (s != head);
  return n == 2;
}

// Blocks of two liberties beside the last move: the last stone's own is put in atari where it cannot run, an
// own block gets out by a move that leaves more liberties, or by capturing.
Vertex squeeze(const Board& board, Colour colour, Vertex last, Random& random) {
  Candidates moves;
  std::array<Vertex, 2> liberties{};
  if (two_liberties(board, board.head(last), liberties)) {
    // It runs by its other liberty: where there is room, it is not worth chasing.
    if (board.empty_neighbours(liberties[1]) <= 1 && is_sound(board, colour, liberties[0]))
      moves.add(board, liberties[0]);
    if (board.empty_neighbours(liberties[0]) <= 1 && is_sound(board, colour, liberties[1]))
      moves.add(board, liberties[1]);
  }
  Vertex done = go::kPass;
  for (const Vertex u : board.geometry().neighbours(last)) {
    if (board.at(u) != colour || board.head(u) == done) continue;
    done = board.head(u);
    if (!two_liberties(board, done, liberties)) continue;
    add_captures(board, colour, done, moves);
    for (const Vertex v : liberties)
      if (board.empty_neighbours(v) >= 2) moves.add(board, v);
  }
  return moves.pick(random);
}

// Liberties of a block that has at most as many as `found` has room for; 0 if it has more.
template <std::size_t N>
int few_liberties(const Board& board, Vertex head, std::array<Vertex, N>& found) {
  std::size_t n = 0;
  Vertex s = head;
  do {
    for (const Vertex u : board.geometry().neighbours(s)) {
      if (!board.is_empty(u) || std::find(found.begin(), found.begin() + n, u) != found.begin() + n) continue;
      if (n == N) return 0;
      found[n++] = u;
    }
    s = board.next_stone(s);
  } while (s != head);
  return static_cast<int>(n);
}

// A race: the last move stands beside an own block of three to six liberties, which touches an enemy block
// with no more of them. Who fills now is ahead, so an outside liberty of the enemy is filled.
Vertex race(const Board& board, Colour colour, Vertex last, Random& random) {
  constexpr int kLeastStones = 3;  // smaller blocks are not worth a race
  Candidates moves;
  std::array<Vertex, 6> own, rival;
  Vertex done = go::kPass;
  for (const Vertex u : board.geometry().neighbours(last)) {
    if (board.at(u) != colour || board.head(u) == done) continue;
    done = board.head(u);
    if (board.stones(done) < kLeastStones) continue;
    const int liberties = few_liberties(board, done, own);
    if (liberties < 3) continue;
    Vertex seen = go::kPass;
    board.for_each_stone(done, [&](Vertex s) {
      for (const Vertex w : board.geometry().neighbours(s)) {
        if (board.at(w) != opponent(colour) || board.head(w) == seen) continue;
        seen = board.head(w);
        if (board.stones(seen) < kLeastStones) continue;
        const int others = few_liberties(board, seen, rival);
        if (others < 2 || others > liberties) continue;
        for (int i = 0; i < others; ++i) {
          const Vertex v = rival[static_cast<std::size_t>(i)];
          if (std::find(own.begin(), own.begin() + liberties, v) == own.begin() + liberties &&
              is_sound(board, colour, v))
            moves.add(board, v);
        }
      }
    });
  }
  return moves.pick(random);
}

// Draws one of the points around the last move by its weight, or none: the less they are worth together, the
// more often none.
Vertex weighed(const Board& board, Colour colour, Vertex last, const ShapeWeights& weights, Random& random) {
  constexpr std::uint32_t kUrgent = 64;  // points worth so much together are always answered by one of them
  const int stride = board.geometry().stride();
  std::array<Vertex, 8> points;
  std::array<std::uint32_t, 8> sums;
  std::size_t n = 0;
  std::uint32_t sum = 0;
  for (const int step : {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}) {
    const auto v = static_cast<Vertex>(last + step);
    if (!board.is_empty(v)) continue;
    const std::uint32_t weight = weights.of(surroundings(board, v), colour);
    if (weight == 0 || !is_sound(board, colour, v)) continue;
    points[n] = v;
    sums[n++] = sum += weight;
  }
  if (n == 0) return go::kPass;
  const std::uint32_t drawn = random.below(std::max(sum, kUrgent));
  for (std::size_t i = 0; i < n; ++i)
    if (drawn < sums[i]) return points[i];
  return go::kPass;
}

// The most points of a space with a vital one.
constexpr int kMostSpace = 6;

// Whether a space may have a vital point, by what one of its points and that one's neighbours tell, which is
// mostly enough: not if both sides border on it, nor if the points of it within two steps are too few or too
// many. Without branches: none could be foretold.
bool may_be_vital(const Board& board, Vertex inside) {
  const auto beside = board.geometry().neighbours(inside), corners = board.geometry().diagonals(inside);
  int blacks = board.stones_beside(inside, go::kBlack), whites = board.stones_beside(inside, go::kWhite);
  int points = 1 + board.empty_neighbours(inside);
  std::array<int, 4> empty;
  for (std::size_t i = 0; i < beside.size(); ++i) {
    empty[i] = -static_cast<int>(board.is_empty(beside[i]));  // all bits or none
    blacks += board.stones_beside(beside[i], go::kBlack) & empty[i];
    whites += board.stones_beside(beside[i], go::kWhite) & empty[i];
    points += (board.empty_neighbours(beside[i]) - 1) & empty[i];
  }
  // A corner was counted from both sides: above (0) or below (3), and left (1) or right (2).
  for (std::size_t i = 0; i < corners.size(); ++i)
    points -= static_cast<int>(board.is_empty(corners[i])) & empty[i & 2 ? 3 : 0] & empty[i & 1 ? 2 : 1];
  return ((blacks == 0) | (whites == 0)) & (points >= 3) & (points <= kMostSpace);
}

// The vital point of a space that may have one.
Vertex vital_of(const Board& board, Vertex inside) {
  std::array<Vertex, kMostSpace> space;
  space[0] = inside;
  int n = 1, blacks = 0, whites = 0;
  for (int i = 0; i < n; ++i) {
    const Vertex v = space[static_cast<std::size_t>(i)];
    blacks += board.stones_beside(v, go::kBlack);
    whites += board.stones_beside(v, go::kWhite);
    if (blacks > 0 && whites > 0) return go::kPass;
    for (const Vertex u : board.geometry().neighbours(v)) {
      if (!board.is_empty(u)) continue;
      if (std::find(space.begin(), space.begin() + n, u) != space.begin() + n) continue;
      if (n == kMostSpace) return go::kPass;
      space[static_cast<std::size_t>(n++)] = u;
    }
  }
  // Points of the space by how many of its points they touch.
  int best = 0, twos = 0;
  Vertex centre = go::kPass;
  bool unique = true;
  for (int i = 0; i < n; ++i) {
    const int touches = board.empty_neighbours(space[static_cast<std::size_t>(i)]);
    twos += touches == 2;
    if (touches > best) {
      best = touches, centre = space[static_cast<std::size_t>(i)], unique = true;
    } else if (touches == best) {
      unique = false;
    }
  }
  // Three in a row or bent; the pyramid of four; the bulky and the crossed five; the rabbity six.
  switch (n) {
    case 3:
      return centre;
    case 4:
      return best == 3 ? centre : go::kPass;
    case 5:
      return unique && (best == 4 || (best == 3 && twos == 3)) ? centre : go::kPass;
    default:
      return unique && best == 4 && twos >= 3 ? centre : go::kPass;
  }
}

// Everything that answers the last move; kPass if nothing does.
Vertex answer(const Board& board, Colour colour, Vertex last, const LocalKnowledge& knowledge,
              const Shapes& shapes, Random& random) {
  const auto& geometry = board.geometry();
  if (board.is_empty(last)) return go::kPass;  // a suicide's own stone
  if (board.in_atari(board.head(last)) && happens(knowledge.capture, random)) {
    const Vertex v = board.atari_liberty(board.head(last));
    if (v != board.ko()) return v;
  }
  const bool friends = board.stones_beside(last, colour) > 0;
  bool threatened = false;
  if (friends)
    for (const Vertex u : geometry.neighbours(last))
      threatened |= (board.at(u) == colour) & board.in_atari(board.head(u));
  if (threatened && happens(knowledge.escape, random))
    if (const Vertex v = save(board, colour, last, random); v != go::kPass) return v;
  if (knowledge.vital > 0 && happens(knowledge.vital, random))
    for (const Vertex u : geometry.neighbours(last))
      if (board.is_empty(u) && may_be_vital(board, u))
        if (const Vertex v = vital_of(board, u);
            v != go::kPass && v != board.ko() && board.leaves_liberties(colour, v, false))
          return v;
  if (friends && knowledge.squeeze > 0 && happens(knowledge.squeeze, random))
    if (const Vertex v = squeeze(board, colour, last, random); v != go::kPass) return v;
  if (friends && knowledge.race > 0 && happens(knowledge.race, random))
    if (const Vertex v = race(board, colour, last, random); v != go::kPass) return v;
  if (happens(knowledge.shape, random)) {
    Candidates moves;
    const int stride = geometry.stride();
    const std::array<int, 8> steps{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1};
    for (std::uint32_t fits = shapes.fit_around(board, last, colour); fits != 0; fits &= fits - 1) {
      const auto v = static_cast<Vertex>(last + steps[static_cast<std::size_t>(std::countr_zero(fits))]);
      if (board.is_empty(v) && is_sound(board, colour, v)) moves.add(board, v);
    }
    if (const Vertex v = moves.pick(random); v != go::kPass) return v;
  }
  if (knowledge.weights && happens(knowledge.patterns, random))
    return weighed(board, colour, last, *knowledge.weights, random);
  return go::kPass;
}

// Stones that a self-atari at v would lose.
int stones_at_risk(const Board& board, Colour colour, Vertex v) {
  int stones = 1;
  for (const Vertex u : board.geometry().neighbours(v))
    if (board.at(u) == colour) stones += board.stones(board.head(u));
  return stones;
}

inline Vertex choose(Board& board, Colour colour, Vertex last, const LocalKnowledge& knowledge,
                     const Shapes& shapes, Random& random) {
  if (last != go::kPass)
    if (const Vertex v = answer(board, colour, last, knowledge, shapes, random); v != go::kPass) return v;
  // Throwing in few stones may kill; many are never thrown in.
  return draw_sensible(board, colour, random, [&](Vertex v) {
    return !happens(knowledge.refuse_self_atari, random) && stones_at_risk(board, colour, v) <= 5;
  });
}

}  // namespace

Vertex vital_point(const Board& board, Vertex inside) {
  return may_be_vital(board, inside) ? vital_of(board, inside) : go::kPass;
}

Vertex choose_local(Board& board, Colour colour, Vertex last, const LocalKnowledge& knowledge,
                    Random& random) {
  return choose(board, colour, last, knowledge, Shapes(), random);
}

int play_local(Board& board, Colour to_play, Vertex last, const LocalKnowledge& knowledge, Random& random,
               int max_moves, std::vector<Vertex>& line) {
  const Shapes shapes;
  for (int passes = 0, moves = 0; passes < 2 && moves < max_moves; ++moves) {
    const Vertex v = choose(board, to_play, last, knowledge, shapes, random);
    if (v == go::kPass) {
      ++passes;
      board.pass();
    } else {
      passes = 0;
      board.play(to_play, v);
    }
    line.push_back(v);
    last = v;
    to_play = opponent(to_play);
  }
  return area_balance(board);
}

}  // namespace kifu::playouts
