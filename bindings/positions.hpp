#pragma once
// Positions given as arrays of stones: checked, made into boards, and worked on by several threads.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "go/board.hpp"
#include "work/parallel.hpp"

using Positions =
    nanobind::ndarray<const std::uint8_t, nanobind::ndim<3>, nanobind::c_contig, nanobind::device::cpu>;

inline void check_positions(const Positions& stones) {
  const std::size_t side = stones.shape(1);
  if (side != stones.shape(2) || side < kifu::go::kMinSize || side > kifu::go::kMaxSize)
    throw std::invalid_argument("expected stones of shape (n, size, size)");
}

// Calls work(board, i), which gives one T a point, and returns them all in the shape of the stones. `chunk`
// positions are what a thread takes at a time.
template <class T, class Work>
auto map_positions(const Positions& stones, int threads, std::size_t chunk, Work&& work) {
  check_positions(stones);
  const std::size_t n = stones.shape(0), side = stones.shape(1), points = side * side;
  std::vector<T> out(n * points);
  std::atomic<bool> impossible{false};
  {
    nanobind::gil_scoped_release release;
    kifu::parallel_for(n, threads, chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        kifu::go::Board board(static_cast<int>(side));
        const std::uint8_t* colours = stones.data() + i * points;
        for (std::size_t p = 0; p < points; ++p)
          board.draw(board.geometry().vertex(static_cast<int>(p)),
                     static_cast<kifu::go::Colour>(std::min<int>(colours[p], kifu::go::kWhite)));
        board.rebuild();
        if (!board.has_liberties_everywhere()) {
          impossible = true;
          continue;
        }
        const std::vector<T> values = work(board, i);
        std::copy(values.begin(), values.end(), out.begin() + static_cast<std::ptrdiff_t>(i * points));
      }
    });
  }
  if (impossible) throw std::invalid_argument("a position has a block without liberties");
  return to_numpy<T, nanobind::ndim<3>>(std::move(out), {n, side, side});
}
