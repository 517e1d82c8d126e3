#include "analysis/nearest.hpp"

#include <algorithm>
#include <cstddef>

namespace kifu::analysis {

namespace {

// Steps to the nearest living stone of a colour: one sweep from the top left, one back.
std::vector<int> distances(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> alive,
                           std::uint8_t colour, std::size_t height, std::size_t width) {
  const int far = static_cast<int>(height + width);
  std::vector<int> out(height * width, far);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (stones[i] == colour && alive[i] != 0) out[i] = 0;
    if (i >= width) out[i] = std::min(out[i], out[i - width] + 1);
    if (i % width > 0) out[i] = std::min(out[i], out[i - 1] + 1);
  }
  for (std::size_t i = out.size(); i-- > 0;) {
    if (i + width < out.size()) out[i] = std::min(out[i], out[i + width] + 1);
    if (i % width + 1 < width) out[i] = std::min(out[i], out[i + 1] + 1);
  }
  return out;
}

}  // namespace

std::vector<std::uint8_t> nearest_living(std::span<const std::uint8_t> stones,
                                         std::span<const std::uint8_t> alive, int height, int width) {
  const auto rows = static_cast<std::size_t>(height), columns = static_cast<std::size_t>(width);
  const auto black = distances(stones, alive, 1, rows, columns);
  const auto white = distances(stones, alive, 2, rows, columns);
  std::vector<std::uint8_t> out(black.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = black[i] < white[i] ? 1 : white[i] < black[i] ? 2 : 0;
  return out;
}

}  // namespace kifu::analysis
