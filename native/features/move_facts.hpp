#pragma once
// The plain facts of candidates: tactics read out, distances, place on the board.
#include <array>
#include <cstdint>
#include <vector>

#include "features/move_groups.hpp"
#include "features/moves.hpp"

namespace kifu::features {

// Liberties of every block, at most 6.
class BlockLiberties {
 public:
  explicit BlockLiberties(const go::Board& board);
  int of(go::Vertex head) const { return count_[head]; }

 private:
  std::array<std::uint8_t, go::kMaxVertices> count_;
};

class MoveFacts {
 public:
  MoveFacts(const MoveWalk& walk, const BlockLiberties& liberties);
  // Appends the facts that hold of this legal move.
  void append(go::Vertex v, std::vector<std::uint16_t>& out) const;
  // Of a block with one or two liberties: does the ladder reader see it caught?
  bool is_lost(go::Vertex head) const { return read_[head] != 0; }

 private:
  void read_ladders();
  void measure_distances();
  MoveGroups::Field measure_influence();
  void judge_last_move();
  void append_tactics(go::Vertex v, std::vector<std::uint16_t>& out) const;
  void append_places(go::Vertex v, std::vector<std::uint16_t>& out) const;
  void append_groups(go::Vertex v, std::vector<std::uint16_t>& out) const;

  const MoveWalk& walk_;
  go::Colour us_;
  const BlockLiberties& liberties_;
  std::array<std::uint8_t, go::kMaxVertices> read_;                   // by head: what the ladder reader found
  std::array<std::uint8_t, go::kMaxVertices> near_own_, near_enemy_;  // steps to the nearest stone, at most 9
  std::array<go::Vertex, go::kMaxVertices> from_own_, from_enemy_;    // that stone
  std::array<std::uint8_t, go::kMaxVertices> influence_own_, influence_enemy_;  // 0 to 9
  MoveGroups groups_;
  int last_kind_ = 0;
  bool fought_for_ko_;
};

}  // namespace kifu::features
