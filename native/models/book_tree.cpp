#include "models/book_tree.hpp"

#include <bit>
#include <stdexcept>

namespace kifu::models {

BookTree::BookTree() : parent_{kNone}, step_{0} { rehash(16); }

std::uint32_t BookTree::find_or_add(std::uint32_t node, features::BookStep step) {
  const std::uint32_t found = find(node, step);
  if (found != kNone) return found;
  if (size() + 1 >= kNone) throw std::length_error("too many patterns for one book");
  if (2 * (size() + 1) > slots_.size()) rehash(2 * slots_.size());
  const auto child = static_cast<std::uint32_t>(size());
  parent_.push_back(node);
  step_.push_back(step);
  std::size_t i = slot(node, step);
  while (slots_[i] != kNone) i = (i + 1) & mask_;
  slots_[i] = child;
  return child;
}

void BookTree::reserve(std::size_t nodes) {
  parent_.reserve(nodes);
  step_.reserve(nodes);
  const std::size_t slots = std::bit_ceil(2 * nodes + 2);
  if (slots > slots_.size()) rehash(slots);
}

void BookTree::rehash(std::size_t slots) {
  slots_.assign(slots, kNone);
  mask_ = slots - 1;
  for (std::uint32_t node = 1; node < size(); ++node) {
    std::size_t i = slot(parent_[node], step_[node]);
    while (slots_[i] != kNone) i = (i + 1) & mask_;
    slots_[i] = node;
  }
}

}  // namespace kifu::models
