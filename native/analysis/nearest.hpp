#pragma once
// Whose a point is by the nearest living stone alone, as in van der Werf et al., section 6.
#include <cstdint>
#include <span>
#include <vector>

namespace kifu::analysis {

// Of height x width points, row by row: 1 where the nearest living stone, along the lines, is Black's, 2
// where it is White's, 0 where both are as near or nobody lives. `alive` is not 0 where a stone lives.
std::vector<std::uint8_t> nearest_living(std::span<const std::uint8_t> stones,
                                         std::span<const std::uint8_t> alive, int height, int width);

}  // namespace kifu::analysis
