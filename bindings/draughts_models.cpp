#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "draughts_kinds.hpp"
#include "models/draughts_terms.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kifu;

namespace {

using Rows = nb::ndarray<const std::uint32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

draughts::Board board_of(const std::uint32_t* row) {
  if (row[3] > 1) throw std::invalid_argument("expected 0 (Black) or 1 (White) to move");
  const draughts::Board board{draughts::expand(row[0]), draughts::expand(row[1]), draughts::expand(row[2]),
                              row[3] == 0 ? draughts::Colour::Black : draughts::Colour::White};
  draughts::check_board(board);
  return board;
}

auto values(const models::DraughtsNet& net, Rows rows, int threads) {
  std::vector<float> out(rows.shape(0));
  {
    nb::gil_scoped_release release;
    parallel_for(out.size(), threads, 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) out[i] = net.value(board_of(rows.data() + 4 * i));
    });
  }
  return to_numpy(std::move(out));
}

auto terms(Rows rows) {
  std::vector<float> out;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const auto found = models::draughts_terms(board_of(rows.data() + 4 * i));
    out.insert(out.end(), found.begin(), found.end());
  }
  return to_numpy<float, nb::ndim<2>>(std::move(out), {rows.shape(0), models::kDraughtsTerms});
}

}  // namespace

void bind_draughts_models(nb::module_& m) {
  nb::class_<models::DraughtsNet>(m, "DraughtsNet", "A network that judges draughts positions.")
      .def(
          "__init__",
          [](models::DraughtsNet* self, std::string_view kind, InputArray<double> weights) {
            new (self) models::DraughtsNet(net_kind(kind), span_of(weights));
          },
          "kind"_a, "weights"_a)
      .def("values", &values, "rows"_a, "threads"_a = 1,
           "For the side to move, -1 to 1, of rows (black, white, kings, side to move).");
  m.def(
      "draughts_net_weights",
      [](std::string_view kind) { return models::DraughtsNet::count(net_kind(kind)); }, "kind"_a,
      "How many weights and biases a kind has.");
  m.def(
      "draughts_term_names",
      [] {
        return std::vector<std::string>(models::kDraughtsTermNames.begin(), models::kDraughtsTermNames.end());
      },
      "Names of the linear terms.");
  m.def("draughts_terms", &terms, "rows"_a, "The linear terms of positions, for the side to move.");
}
