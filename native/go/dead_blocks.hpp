#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "go/board.hpp"

namespace kifu::go {

// Which stones to take off a finished position, one entry per point, row by row: 1 for a dead stone.

// Whole blocks, from how likely each stone lives: a block is dead if its mean is below `threshold`. What
// stands inside a region that its own side holds once the dead are off is alive after all, whatever the
// number says.
std::vector<std::uint8_t> dead_blocks(const Board& board, std::span<const float> life, float threshold);

// Takes the marks off every block that stands in a region of its own side: repeated until none does.
void keep_own_regions(const Board& board, std::vector<std::uint8_t>& dead);

// Points of the largest connected space that nobody owns; owners of all points, row by row, 0 for nobody.
int largest_unowned(std::span<const std::uint8_t> owners, int size);

// Stones inside the unconditional eyes of the other side.
std::vector<std::uint8_t> unconditionally_dead(const Board& board);

}  // namespace kifu::go
