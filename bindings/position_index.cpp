#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "draughts/fen.hpp"
#include "draughts/replay.hpp"
#include "games.hpp"
#include "go/game.hpp"
#include "go/position_index.hpp"

namespace nb = nanobind;
using namespace kifu;

namespace {

auto index_go(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets, int depth,
              int threads) {
  const auto games = checked_games(size, actions, offsets);
  go::PositionEntries entries;
  {
    nb::gil_scoped_release release;
    entries = go::index_positions(games, depth, threads);
  }
  return std::make_tuple(to_numpy(std::move(entries.key)), to_numpy(std::move(entries.game)),
                         to_numpy(std::move(entries.move)), to_numpy(std::move(entries.next)));
}

auto position_form(const go::Game& game) {
  const auto form = go::position_form(game.board(), game.to_play());
  std::vector<int> symmetries;
  for (int s = 0; s < go::kSymmetries; ++s)
    if (form.symmetries >> s & 1) symmetries.push_back(s);
  return std::make_pair(form.key, symmetries);
}

auto index_draughts(InputArray<std::uint16_t> moves, InputArray<std::int64_t> offsets,
                    const std::vector<std::string>& fens) {
  const std::size_t games = offsets.shape(0) == 0 ? 0 : offsets.shape(0) - 1;
  if (fens.size() != games) throw std::invalid_argument("expected one FEN for each game, or an empty text");
  if (games > 0 &&
      (offsets.data()[0] != 0 || offsets.data()[games] != static_cast<std::int64_t>(moves.shape(0))))
    throw std::invalid_argument("offsets must begin with 0 and end with the number of moves");
  std::vector<std::uint64_t> keys(moves.shape(0));
  nb::gil_scoped_release release;
  for (std::size_t g = 0; g < games; ++g) {
    const std::int64_t first = offsets.data()[g], last = offsets.data()[g + 1];
    if (last < first || last > static_cast<std::int64_t>(moves.shape(0)))
      throw std::invalid_argument("offsets must ascend");
    const auto start = fens[g].empty() ? draughts::start_board() : draughts::read_fen(fens[g]);
    const auto count = static_cast<std::size_t>(last - first);
    draughts::keys_packed(start, {moves.data() + first, count}, {keys.data() + first, count});
  }
  nb::gil_scoped_acquire acquire;
  return to_numpy(std::move(keys));
}

}  // namespace

void bind_position_index(nb::module_& go_module, nb::module_& draughts_module) {
  go_module.def("index_positions", &index_go, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
                nb::arg("depth"), nb::arg("threads") = 1,
                "Key up to symmetry, game, number of moves before and next point of every position.");
  go_module.def("position_form", &position_form, nb::arg("game"),
                "Key of a position up to symmetry, and the symmetries that give it.");
  go_module.def("turn_back", &go::turn_back, nb::arg("size"), nb::arg("symmetry"), nb::arg("turned"),
                "The point that a symmetry takes to this one.");
  draughts_module.def("index_positions", &index_draughts, nb::arg("moves"), nb::arg("offsets"),
                      nb::arg("fens"), "Key of the position before every move.");
}
