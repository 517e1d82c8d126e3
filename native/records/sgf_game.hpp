#pragma once
// One Go game of an SgfFile: its board size, what its main line does, and what is wrong with its values.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "records/sgf_file.hpp"

namespace kifu::records {

// What a record does to the board, in 16 bits:
//   bits 0-5   x from the left, bits 6-11  y from the top, both from 0, as SGF counts them (0 in a pass)
//   bits 12-13 0 a stone is played, 1 a pass, 2 a stone is set up (AB, AW), 3 a point is emptied (AE)
//   bit  15    0 Black, 1 White
// x and y may lie outside the board where the record says so: replaying such a move reports it.
namespace action {
inline constexpr std::uint16_t play = 0, pass = 1, place = 2, clear = 3;
inline constexpr std::uint16_t white = 0x8000;
constexpr std::uint16_t make(std::uint16_t kind, bool is_white, unsigned x, unsigned y) {
  return static_cast<std::uint16_t>(x | y << 6 | static_cast<unsigned>(kind) << 12 | (is_white ? white : 0u));
}
constexpr unsigned x(std::uint16_t a) { return a & 63u; }
constexpr unsigned y(std::uint16_t a) { return a >> 6 & 63u; }
constexpr unsigned kind(std::uint16_t a) { return a >> 12 & 3u; }
constexpr bool is_white(std::uint16_t a) { return (a & white) != 0; }
}  // namespace action

class SgfGame {
 public:
  static constexpr unsigned largest_size = 52;  // SGF has letters for no more
  static constexpr std::size_t setup_at_most = 1'000'000;

  // Keeps a pointer to `file`, which must outlive the game.
  SgfGame(const SgfFile& file, std::size_t index);

  const SgfFile& file() const { return *file_; }
  std::size_t index() const { return index_; }
  std::uint32_t root() const { return root_; }
  std::uint32_t node_count() const { return end_ - root_; }
  unsigned width() const { return width_; }
  unsigned height() const { return height_; }
  bool is_go() const { return is_go_; }

  // Setup and moves of the main line in the order they happen; within a node setup comes first.
  const std::vector<std::uint16_t>& actions() const { return actions_; }
  std::size_t move_count() const { return move_count_; }
  std::uint32_t main_line_length() const { return main_line_; }
  // Nodes that may hold facts about the game: from the root up to the first move.
  std::uint32_t head_length() const { return head_; }
  const SgfProblems& problems() const { return problems_; }

  // The actions of one node (numbered from the root), without noting problems.
  std::vector<std::uint16_t> node_actions(std::uint32_t node) const;
  // Children of every node, in order, as offsets into one list: made when first asked for.
  std::vector<std::uint32_t> children(std::uint32_t node) const;

 private:
  class Reader;
  void read_game_type();
  void read_size();
  void fit_size_to_points();

  const SgfFile* file_;
  std::size_t index_;
  std::uint32_t root_, end_;
  std::uint32_t main_line_ = 0, head_ = 0;
  unsigned width_ = 19, height_ = 19;
  bool is_go_ = true;
  std::size_t move_count_ = 0;
  std::vector<std::uint16_t> actions_;
  SgfProblems problems_;
  mutable std::vector<std::uint32_t> next_sibling_;
};

}  // namespace kifu::records
