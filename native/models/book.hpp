#pragma once
// The book: which moves its patterns advise in a position, and how sure they are.
#include <cstdint>
#include <span>
#include <vector>

#include "features/book.hpp"
#include "go/board.hpp"
#include "models/book_tree.hpp"

namespace kifu::models {

struct BookMove {
  go::Vertex point;
  std::uint8_t facts;             // K of the pattern
  std::uint32_t node;             // its number in the book
  std::uint32_t matched, played;  // how often it came up, and how often its centre was played then
  float probability() const { return static_cast<float>(played) / static_cast<float>(matched); }
};

class Book {
 public:
  // Throws std::invalid_argument where the arrays are no tree. A pattern whose P(i|p) is not above `least`
  // leads to others but advises nothing.
  Book(const FlatBook& nodes, features::BookForm form, int facts, double least);

  features::BookForm form() const { return form_; }
  int facts() const { return facts_; }
  // Patterns that advise their centre.
  std::size_t patterns() const { return patterns_; }

  // The pattern with the most facts, at most `most`, of every empty point that has one; best first. Legality
  // is the caller's business.
  std::vector<BookMove> rank(const go::Board& board, go::Colour mover, int most) const;
  void rank(const features::BookGrid& grid, go::Colour mover, int most, std::vector<BookMove>& out) const;
  // The facts of a pattern, nearest first; in the shared form as its least reading has them.
  std::vector<features::BookStep> steps(std::uint32_t node) const;

 private:
  BookTree tree_;
  std::vector<std::uint32_t> matched_, played_;
  std::vector<bool> advises_;
  features::BookForm form_;
  int facts_;
  std::size_t patterns_ = 0;
};

}  // namespace kifu::models
