#pragma once
// What the network is shown of a position: planes of one number a point, and numbers of the whole position.
// Everything is from the view of the side to move: colours exchanged, with komi, give the same.
#include <array>
#include <span>

#include "features/moves.hpp"

namespace kifu::features {

// Planes in their order. Where log-probabilities are not given, kExpert holds 0 everywhere.
enum NetworkPlane : int {
  kOwnStones,
  kEnemyStones,
  kOnBoard,       // 1 everywhere: tells the edge from empty points
  kLibertiesOne,  // blocks with one, two, three liberties
  kLibertiesTwo,
  kLibertiesThree,
  kCapturable,  // blocks that continuous atari captures if their enemy moves first
  kLost,        // blocks in atari that cannot escape even if they move first
  kKo,
  kLastMoves,  // four planes, the newest move first
  kLegal = kLastMoves + kPrevious,
  kExpert,  // log-probability that the pattern model gives the move, a quarter of it, at least -3
  kNetworkPlanes
};

// Ranks (archive/ranks.py) are given as two neighbouring knots that share the weight 1.
inline constexpr std::array<float, 10> kRankKnots{-25, -20, -15, -10, -6, -3, 0, 3, 6, 12};
inline constexpr int kRankNumbers = static_cast<int>(kRankKnots.size()) + 1;  // the last one: not known
inline constexpr int kUnknownRank = -100;

enum NetworkNumber : int {
  kKomi,    // for the side to move, in units of 15 points
  kArea,    // 1 where area is counted, 0 for territory
  kSize,    // (lines - 9) / 10
  kPassed,  // the last move was a pass
  kPassedTwice,
  kPrisoners,  // of the side to move less the enemy's, in units of 20
  kOwnRank,
  kEnemyRank = kOwnRank + kRankNumbers,
  kNetworkNumbers = kEnemyRank + kRankNumbers
};

// What the board does not say.
struct GameTerms {
  float komi = 0;  // points for White, for Black's handicap stones too
  bool area = false;
  int black_rank = kUnknownRank, white_rank = kUnknownRank;
};

// Writes kNetworkPlanes x size x size numbers, all but kExpert and kLegal, turned by a symmetry.
void write_planes(const MoveWalk& walk, int symmetry, std::span<float> planes);
// Writes kNetworkNumbers numbers.
void write_numbers(const MoveWalk& walk, const GameTerms& terms, std::span<float> numbers);

// Where a point of the board lies in planes turned by a symmetry.
inline int turned_point(int symmetry, int size, int point) {
  const auto place = go::transform(symmetry, size, {point % size, point / size});
  return place.y * size + place.x;
}

}  // namespace kifu::features
