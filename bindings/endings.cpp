#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "draughts/endings.hpp"
#include "draughts/fen.hpp"
#include "draughts/game.hpp"
#include "interruptible.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kifu::draughts;

namespace {

Endings solve(int pieces, nb::object progress) {
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  std::optional<Endings> found;
  run_interruptibly(
      [&] {
        found = Endings::solve(pieces, [&](std::size_t positions) {
          done = positions;
          return !stop.load();
        });
      },
      [&] { stop = true; },
      [&] {
        if (!progress.is_none()) progress(done.load());
      });
  return std::move(*found);
}

// Wins, losses and draws of the side to move, and the longest way to the end, slice by slice.
auto census(const Endings& endings) {
  std::vector<std::tuple<int, int, int, int, std::int64_t, std::int64_t, std::int64_t, int>> out;
  for (const Slice& slice : slices(endings.pieces())) {
    std::int64_t won = 0, lost = 0, drawn = 0;
    int longest = 0;
    const std::size_t first = slice_offset(slice);
    for (std::size_t place = 0; place < slice.size(); ++place) {
      Board board;
      if (!slice.board(place, board)) continue;
      const int value = endings.values()[first + place];
      ++(value == 0 ? drawn : value % 2 == 0 ? won : lost);
      longest = std::max(longest, value - 1);
    }
    out.emplace_back(slice.men, slice.kings, slice.other_men, slice.other_kings, won, lost, drawn, longest);
  }
  return out;
}

}  // namespace

void bind_endings(nb::module_& m) {
  nb::class_<Endings>(m, "Endings", "Endings with few pieces, solved.")
      .def(
          "__init__",
          [](Endings* self, int pieces, nb::bytes values) {
            const auto* data = static_cast<const std::uint8_t*>(values.data());
            new (self) Endings(pieces, {data, data + values.size()});
          },
          "pieces"_a, "values"_a)
      .def_static("solve", &solve, "pieces"_a, "progress"_a.none() = nb::none())
      .def_static("size", &Endings::size, "pieces"_a,
                  "How many positions there are, impossible ones included.")
      .def_prop_ro("pieces", &Endings::pieces)
      .def("values",
           [](const Endings& self) { return nb::bytes(self.values().data(), self.values().size()); })
      .def("census", &census,
           "Men and kings of the side to move, of the other; won, lost, drawn; longest in plies.")
      .def(
          "probe",
          [](const Endings& self, const Game& game) {
            return self.knows(game.board()) ? static_cast<int>(self.probe(game.board())) : -1;
          },
          "game"_a, "0 drawn, else plies + 1; -1 where there are too many pieces.")
      .def(
          "probe_rows",
          [](const Endings& self, nb::ndarray<const std::uint32_t, nb::shape<-1, 4>, nb::c_contig> rows) {
            std::vector<std::int16_t> out(rows.shape(0));
            for (std::size_t i = 0; i < out.size(); ++i) {
              const std::uint32_t* row = rows.data() + 4 * i;
              const Board board{expand(row[0]), expand(row[1]), expand(row[2]),
                                row[3] == 0 ? Colour::Black : Colour::White};
              check_board(board);
              out[i] = self.knows(board) ? static_cast<std::int16_t>(self.probe(board)) : std::int16_t{-1};
            }
            return to_numpy(std::move(out));
          },
          "rows"_a);
}
