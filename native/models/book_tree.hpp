#pragma once
// Patterns of the book as a tree: a node is a pattern, a step to a child adds the next fact. Of the four
// branches at every neighbour (nothing, two kinds of stones, an edge) the runs of "nothing" are not stored:
// a step names the rank of the neighbour that has the next fact.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "features/book.hpp"

namespace kifu::models {

class BookTree {
 public:
  static constexpr std::uint32_t kRoot = 0, kNone = UINT32_MAX;

  BookTree();

  // Nodes with the root, whose number is 0; a parent's number is less than its children's.
  std::size_t size() const { return parent_.size(); }
  std::uint32_t parent(std::uint32_t node) const { return parent_[node]; }
  features::BookStep step(std::uint32_t node) const { return step_[node]; }

  std::uint32_t find(std::uint32_t node, features::BookStep step) const {
    for (std::size_t i = slot(node, step);; i = (i + 1) & mask_) {
      const std::uint32_t child = slots_[i];
      if (child == kNone || (parent_[child] == node && step_[child] == step)) return child;
    }
  }
  std::uint32_t find_or_add(std::uint32_t node, features::BookStep step);
  void reserve(std::size_t nodes);

 private:
  std::size_t slot(std::uint32_t node, features::BookStep step) const {
    std::uint64_t x = (std::uint64_t{node} << 16 | step) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>((x ^ x >> 32) * 0xd6e8feb86659fd93u >> 24) & mask_;
  }
  void rehash(std::size_t slots);

  std::vector<std::uint32_t> parent_;
  std::vector<features::BookStep> step_;
  std::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;
};

// A tree as a file keeps it: every node but the root in depth-first order, children by their steps.
struct FlatBook {
  std::vector<std::uint8_t> depth;  // from 1
  std::vector<std::uint16_t> step;
  std::vector<std::uint32_t> matched, played;
};

}  // namespace kifu::models
