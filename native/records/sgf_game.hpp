#pragma once
// One Go game of an SgfFile: its board size, what its main line does, and what is wrong with its values.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "go/action.hpp"
#include "records/sgf_file.hpp"

namespace kifu::records {

namespace action = go::action;

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
