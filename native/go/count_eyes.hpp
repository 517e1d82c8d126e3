#pragma once
// How many eyes the owner of a small space can be sure of there, read out move by move.
#include <cstdint>
#include <vector>

namespace kifu::go::counting {

/// A space as a little game of its own. The owner moves first, then the enemy, and so on. The wall cannot be
/// captured, a loose piece of the wall can: its liberties are here, and at most one more in the dame outside.
struct EyeSpace {
  static constexpr int kMaxPoints = 24, kMaxLoose = 8;  // so that a position of play fits 64 bits

  int size = 0;                           ///< points of the space, dame at its gaps included
  std::uint32_t beside[kMaxPoints] = {};  ///< neighbours of each point
  std::uint32_t wall = 0;                 ///< points beside the owner's safe stones
  std::uint32_t gaps = 0;                 ///< points where the enemy comes in from outside
  std::uint32_t enemy = 0;                ///< points that hold an enemy (dead) stone now
  int loose_pieces = 0;                   ///< pieces of the wall that can be captured
  std::uint32_t loose[kMaxLoose] = {};    ///< points beside each of them
  std::uint32_t outside = 0;              ///< those that touch dame
};

/// Reads one space. Every line of play ends: the owner's stones only grow in number, for a line where one of
/// them is captured counts as lost. So the answer does not depend on the order of moves.
class EyeReader {
 public:
  /// Whether the owner, to move, gets at least `goal` (1 or 2) eyes.
  bool gets(const EyeSpace& space, int goal);

 private:
  struct Board {
    std::uint32_t own = 0, enemy = 0;
    std::uint32_t taken = 0;   // loose pieces that were captured
    std::uint32_t filled = 0;  // loose pieces whose dame outside the enemy has filled
  };
  /// Own stones, and a loose piece or more, that hang together but not with the wall.
  struct Frail {
    std::uint32_t stones, pieces, near;
  };
  enum class Outcome { kIllegal, kPlayed, kOwnStonesLost };
  struct Known {
    std::uint64_t key;
    std::uint32_t reading;  // of which the entry is: older ones count as free places
    bool answer;
  };

  const EyeSpace* space_ = nullptr;
  int goal_ = 0;
  std::uint32_t all_ = 0;
  std::vector<Known> known_;  // open addressing
  std::uint32_t reading_ = 0;
  std::size_t kept_ = 0;

  bool owner_succeeds(const Board& board);
  bool enemy_fails(const Board& board);
  bool done(const Board& board) const;
  bool wide(const Board& board) const;

  std::uint32_t beside(std::uint32_t points) const;
  std::uint32_t spread(std::uint32_t from, std::uint32_t within) const;
  std::uint32_t near_pieces(std::uint32_t pieces) const;
  std::uint32_t safe_stones(const Board& board, std::uint32_t& joined) const;
  int frail_blocks(const Board& board, std::uint32_t safe, std::uint32_t joined, Frail* found) const;
  bool place_own(Board& board, std::uint32_t move) const;
  Outcome place_enemy(Board& board, std::uint32_t move) const;
  Outcome take(Board& board, std::uint32_t near, std::uint32_t pieces) const;
  Known& place_for(std::uint64_t key);
};

}  // namespace kifu::go::counting
