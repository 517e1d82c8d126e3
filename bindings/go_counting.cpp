// Counting finished positions: arrays in, layers and totals out; batches run without the GIL.
#include "go/counting.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;

namespace {

using Boards = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Layer = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>>;
using Totals = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>;

constexpr std::size_t kChunk = 64;  // positions a thread takes at a time

template <typename T, typename Array>
Array fresh(std::vector<std::size_t> shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  auto* data = new T[size ? size : 1]();
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return Array(data, shape.size(), shape.data(), owner);
}

struct Batch {
  std::size_t count, points;
  int height, width;
  const std::uint8_t *stones, *dead;
};

Batch batch_of(const Boards& stones, const Boards& dead) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (stones.shape(axis) != dead.shape(axis)) {
      throw std::invalid_argument("expected stones and dead marks of one shape, got " +
                                  std::to_string(stones.shape(axis)) + " and " +
                                  std::to_string(dead.shape(axis)) + " along axis " + std::to_string(axis));
    }
  }
  const std::size_t height = stones.shape(1), width = stones.shape(2);
  if (height < 1 || width < 1 || height > kifu::go::counting::kMaxCountingSide ||
      width > kifu::go::counting::kMaxCountingSide) {
    const std::string most = std::to_string(kifu::go::counting::kMaxCountingSide);
    throw std::invalid_argument("expected boards from 1x1 to " + most + "x" + most + ", got " +
                                std::to_string(height) + " rows and " + std::to_string(width) + " columns");
  }
  return {stones.shape(0),         height * width, static_cast<int>(height),
          static_cast<int>(width), stones.data(),  dead.data()};
}

// Runs `count(counter, i)` for every position; positions are independent, so threads do not change the
// answer.
template <typename Count>
void each(const Batch& batch, int threads, Count count) {
  nb::gil_scoped_release release;
  kifu::parallel_for(batch.count, threads, kChunk, [&](std::size_t begin, std::size_t end) {
    kifu::go::counting::PositionCounter counter;
    for (std::size_t i = begin; i < end; ++i) {
      try {
        count(counter, i);
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("position " + std::to_string(i) + ": " + error.what());
      }
    }
  });
}

nb::tuple count_area(const Boards& stones, const Boards& dead, int threads) {
  const Batch batch = batch_of(stones, dead);
  const std::vector<std::size_t> shape = {batch.count, stones.shape(1), stones.shape(2)};
  auto owner = fresh<std::uint8_t, Layer>(shape), all_dead = fresh<std::uint8_t, Layer>(shape);
  auto totals = fresh<std::int32_t, Totals>({batch.count, 4});
  std::uint8_t *owners = owner.data(), *deads = all_dead.data();
  std::int32_t* sums = totals.data();
  each(batch, threads, [&](kifu::go::counting::PositionCounter& counter, std::size_t i) {
    const std::size_t at = i * batch.points, n = batch.points;
    const auto t = counter.area({batch.stones + at, n}, {batch.dead + at, n}, batch.height, batch.width,
                                {owners + at, n}, {deads + at, n});
    const std::int32_t row[] = {t.black, t.white, t.dame, t.completed};
    std::copy(std::begin(row), std::end(row), sums + i * 4);
  });
  return nb::make_tuple(owner, all_dead, totals);
}

nb::tuple count_territory(const Boards& stones, const Boards& dead, bool seki_scores, int threads) {
  const Batch batch = batch_of(stones, dead);
  const std::vector<std::size_t> shape = {batch.count, stones.shape(1), stones.shape(2)};
  Layer layers[7];
  std::uint8_t* data[7];
  for (int k = 0; k < 7; ++k) {
    layers[k] = fresh<std::uint8_t, Layer>(shape);
    data[k] = layers[k].data();
  }
  auto totals = fresh<std::int32_t, Totals>({batch.count, 11});
  std::int32_t* sums = totals.data();
  each(batch, threads, [&](kifu::go::counting::PositionCounter& counter, std::size_t i) {
    const std::size_t at = i * batch.points, n = batch.points;
    const auto part = [&](int k) { return std::span<std::uint8_t>(data[k] + at, n); };
    const auto t =
        counter.territory({batch.stones + at, n}, {batch.dead + at, n}, batch.height, batch.width,
                          seki_scores, {part(0), part(1), part(2), part(3), part(4), part(5), part(6)});
    const std::int32_t row[] = {t.black,      t.white,      t.dead_black, t.dead_white,
                                t.dame,       t.seki_black, t.seki_white, t.open_black,
                                t.open_white, t.filled,     t.completed};
    std::copy(std::begin(row), std::end(row), sums + i * 11);
  });
  return nb::make_tuple(layers[0], layers[1], layers[2], layers[3], layers[4], layers[5], layers[6], totals);
}

}  // namespace

void bind_go_counting(nb::module_& m) {
  m.def(
      "count_area", &count_area, nb::arg("stones"), nb::arg("dead"), nb::arg("threads") = 1,
      nb::sig(
          "def count_area(stones: numpy.typing.NDArray[numpy.uint8], dead: "
          "numpy.typing.NDArray[numpy.uint8], "
          "threads: int = 1) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], "
          "numpy.typing.NDArray[numpy.int32]]"),
      "Owner and dead layers, and rows (black, white, dame, completed), of N positions.");
  m.def("count_territory", &count_territory, nb::arg("stones"), nb::arg("dead"),
        nb::arg("seki_scores") = false, nb::arg("threads") = 1,
        nb::sig("def count_territory(stones: numpy.typing.NDArray[numpy.uint8], dead: "
                "numpy.typing.NDArray[numpy.uint8], seki_scores: bool = False, threads: int = 1) -> "
                "tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], "
                "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], "
                "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], "
                "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int32]]"),
        "Layers territory, seki, eyes, dame, open, filled, dead, and rows of totals, of N positions.");
}
