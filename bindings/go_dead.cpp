// Dead stones of many finished positions of one size.
#include <stdexcept>
#include <vector>

#include "bindings.hpp"
#include "go/dead_blocks.hpp"
#include "positions.hpp"

namespace nb = nanobind;
using namespace kifu::go;

namespace {

using Maps = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t kChunk = 32;

auto dead_blocks_of(Positions stones, Maps life, float threshold, int threads) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (stones.shape(axis) != life.shape(axis))
      throw std::invalid_argument("expected stones and chances of life of one shape");
  const std::size_t points = stones.shape(1) * stones.shape(2);
  return map_positions<std::uint8_t>(stones, threads, kChunk, [&](const Board& board, std::size_t i) {
    return dead_blocks(board, {life.data() + i * points, points}, threshold);
  });
}

auto unconditionally_dead_of(Positions stones, int threads) {
  return map_positions<std::uint8_t>(
      stones, threads, kChunk, [](const Board& board, std::size_t) { return unconditionally_dead(board); });
}

auto largest_unowned_of(Positions owners) {
  const std::size_t n = owners.shape(0), side = owners.shape(1);
  if (side != owners.shape(2)) throw std::invalid_argument("expected owners of shape (n, size, size)");
  std::vector<std::int32_t> largest(n);
  {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i)
      largest[i] = largest_unowned({owners.data() + i * side * side, side * side}, static_cast<int>(side));
  }
  return to_numpy(std::move(largest));
}

}  // namespace

void bind_go_dead(nb::module_& m) {
  m.def("dead_blocks", &dead_blocks_of, nb::arg("stones"), nb::arg("life"), nb::arg("threshold") = 0.5F,
        nb::arg("threads") = 1,
        "Marks of the blocks whose mean chance of life is below the threshold and that stand in no region of "
        "their own side.");
  m.def("largest_unowned", &largest_unowned_of, nb::arg("owners"),
        "Points of the largest connected space that nobody owns, of N positions.");
  m.def("unconditionally_dead", &unconditionally_dead_of, nb::arg("stones"), nb::arg("threads") = 1,
        "Marks of the stones inside unconditional eyes of the other side.");
}
