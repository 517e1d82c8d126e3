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
  go::Vertex point;               // the centre of the pattern, or beside it
  std::uint8_t facts;             // K of the pattern
  std::uint32_t node;             // its number in the book
  std::uint32_t matched, played;  // how often it came up, and how often its centre was played then
  float probability() const { return static_cast<float>(played) / static_cast<float>(matched); }
};

struct BookCounts {
  std::uint32_t matched = 0, played = 0;
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

  // The pattern with the most facts, at most `most`, that advises each empty point, its own before one
  // beside; best first. Legality is the caller's business.
  std::vector<BookMove> rank(const go::Board& board, go::Colour mover, int most) const;
  void rank(const features::BookGrid& grid, go::Colour mover, int most, std::vector<BookMove>& out) const;
  // The facts of a pattern, nearest first; in the shared form as its least reading has them.
  std::vector<features::BookStep> steps(std::uint32_t node) const;

  // How often a point was played whose eight neighbours are exactly these (a code of playouts/shapes.hpp,
  // Black to move), whatever lies beyond. Only in a book of the shared form with an edge as one fact.
  BookCounts around(std::uint32_t surroundings) const;

 private:
  void rank_beside(const features::BookGrid& grid, go::Colour mover, int most,
                   std::vector<BookMove>& best) const;

  BookTree tree_;
  std::vector<std::uint32_t> matched_, played_;
  std::vector<bool> advises_;
  std::vector<bool> has_beside_;  // whether a pattern advises a neighbour of its centre
  features::BookForm form_;
  int facts_;
  std::size_t patterns_ = 0;
};

}  // namespace kifu::models
