#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "learners/draughts_study.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kifu;

namespace {

using Genes = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Encoding = nb::ndarray<const float, nb::shape<128, -1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const std::uint32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

learners::PieceEncoding checked(const Genes& genes, const Encoding& encoding, std::size_t first,
                                std::size_t second) {
  const std::size_t inputs = encoding.shape(1);
  const std::size_t expected = (inputs + 1) * first + (first + 1) * second + second + 1;
  if (genes.shape(1) != expected)
    throw std::invalid_argument("expected " + std::to_string(expected) + " weights and biases, got " +
                                std::to_string(genes.shape(1)));
  return {{encoding.data(), encoding.size()}, inputs};
}

auto matrix(std::vector<double>&& values, const Genes& like) {
  return to_numpy<double, nb::ndim<2>>(std::move(values), {like.shape(0), like.shape(1)});
}

auto study(Genes genes, Encoding encoding, std::size_t first, std::size_t second, Rows rows,
           InputArray<float> targets, std::size_t positions, float rate, std::uint64_t seed, int threads) {
  const auto pieces = checked(genes, encoding, first, second);
  if (rows.shape(0) == 0 || rows.shape(0) != targets.shape(0) || targets.shape(0) >> 32 != 0)
    throw std::invalid_argument("expected one target for each of at least one position");
  std::vector<double> out(genes.data(), genes.data() + genes.size());
  {
    nb::gil_scoped_release release;
    learners::StudyOptions options{.first = first, .second = second, .positions = positions};
    options.rate = rate;
    options.seed = seed;
    const std::size_t size = genes.shape(1);
    parallel_for(genes.shape(0), threads, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        learners::study({out.data() + i * size, size}, pieces, {rows.data(), rows.size()}, span_of(targets),
                        options, i);
    });
  }
  return matrix(std::move(out), genes);
}

auto sensitivity(Genes genes, Encoding encoding, std::size_t first, std::size_t second, Rows rows,
                 int threads) {
  const auto pieces = checked(genes, encoding, first, second);
  std::vector<double> out(genes.size());
  {
    nb::gil_scoped_release release;
    const std::size_t size = genes.shape(1);
    parallel_for(genes.shape(0), threads, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        learners::sensitivity({genes.data() + i * size, size}, pieces, {rows.data(), rows.size()}, first,
                              second, {out.data() + i * size, size});
    });
  }
  return matrix(std::move(out), genes);
}

}  // namespace

void bind_draughts_learners(nb::module_& m) {
  m.def("study_draughts", &study, "genes"_a, "encoding"_a, "first"_a, "second"_a, "rows"_a, "targets"_a,
        "positions"_a, "rate"_a, "seed"_a, "threads"_a,
        "Networks, one a row, after learning from positions drawn from `rows`.");
  m.def("draughts_sensitivity", &sensitivity, "genes"_a, "encoding"_a, "first"_a, "second"_a, "rows"_a,
        "threads"_a, "How much each network's output moves with each of its weights.");
}
