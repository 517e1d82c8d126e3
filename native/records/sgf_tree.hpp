#pragma once
// A game tree that can be changed, and the writer for it and for games as read. Values are kept as SGF has
// them between the brackets, escapes included; text is UTF-8.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/sgf_game.hpp"

namespace kifu::records {

class SgfTree {
 public:
  using Values = std::vector<std::string>;
  struct Property {
    std::string name;
    Values values;
  };

  SgfTree() { nodes_.push_back({}); }  // a root without properties
  explicit SgfTree(const SgfGame& game);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
  // The functions below throw std::out_of_range for a node that is not there.
  std::uint32_t parent(std::uint32_t node) const { return nodes_.at(node).parent; }
  std::vector<std::uint32_t> children(std::uint32_t node) const;
  const std::vector<Property>& properties(std::uint32_t node) const { return nodes_.at(node).properties; }
  std::uint32_t add_child(std::uint32_t parent);
  // Replaces every value that is not ASCII.
  void recode(const std::function<std::string(const std::string&)>& recoded);
  // Replaces the property, or removes it where there are no values. Throws std::invalid_argument for a bad
  // name.
  void set(std::uint32_t node, std::string_view name, Values values);

 private:
  struct Node {
    std::uint32_t parent = SgfFile::none;
    std::uint32_t first_child = SgfFile::none, last_child = SgfFile::none, next_sibling = SgfFile::none;
    std::vector<Property> properties;
  };
  std::vector<Node> nodes_;
};

// SGF text of one game. A `charset` that is not empty becomes the root's CA.
std::string write_sgf(const SgfTree& tree, std::string_view charset);
std::string write_sgf(const SgfGame& game, std::string_view charset);

}  // namespace kifu::records
