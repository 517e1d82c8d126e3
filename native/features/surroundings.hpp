#pragma once
// The stones around a candidate, each by its place seen from the candidate: what exact patterns are too rare
// for. The board is turned so that the candidate always lies in the same eighth of it.
#include <array>
#include <cstdint>
#include <vector>

#include "features/move_facts.hpp"
#include "features/moves.hpp"

namespace kifu::features {

// Stones up to so many lines away, in a circle.
inline constexpr int kAround = 6, kAroundSquare = 40;
// What is told apart at a place: 7 strengths of own and of enemy stones, and the four previous moves.
inline constexpr int kStrengths = 7;
inline constexpr int kAroundStates = 2 * kStrengths + kPrevious;
inline constexpr int kAroundCount = (2 * kAround + 1) * (2 * kAround + 1) * kAroundStates;

class Surroundings {
 public:
  Surroundings(const MoveWalk& walk, const BlockLiberties& liberties, const MoveFacts& facts);
  // Appends a number below kAroundCount for each stone around v. On a line of symmetry of the board every
  // way to turn it counts: how many there are.
  int append(go::Vertex v, std::vector<std::uint16_t>& out) const;

 private:
  const MoveWalk& walk_;
  std::array<std::uint8_t, go::kMaxPoints> state_;  // by point; 0 where there is no stone, else 1 more
};

}  // namespace kifu::features
