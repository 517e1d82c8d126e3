#pragma once
// The smallest patterns of a book, the eight points around a move, as weights for playouts: the paper's idea
// (section 6) of patterns inside the Monte-Carlo games, limited to a neighbourhood that costs no time.
#include <memory>

#include "models/book.hpp"
#include "playouts/shapes.hpp"

namespace kifu::models {

// P(i|p) of every surrounding; 0 where it was played less often than `least`.
std::shared_ptr<const playouts::ShapeWeights> shape_weights(const Book& book, double least);

}  // namespace kifu::models
