#include "models/book_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace kifu::models {

std::shared_ptr<const playouts::ShapeWeights> shape_weights(const Book& book, double least) {
  auto weights = std::make_shared<playouts::ShapeWeights>();
  for (std::uint32_t code = 0; code < playouts::kSurroundings; ++code) {
    const BookCounts counts = book.around(code);
    const double share = counts.matched == 0 ? 0 : static_cast<double>(counts.played) / counts.matched;
    if (share <= least) continue;
    const auto weight = static_cast<std::uint8_t>(std::clamp(std::lround(255 * share), 1L, 255L));
    weights->of(code, go::kBlack) = weight;
    weights->of(playouts::swapped(code), go::kWhite) = weight;
  }
  return weights;
}

}  // namespace kifu::models
