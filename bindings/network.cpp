#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "games.hpp"
#include "models/network_inputs.hpp"

namespace nb = nanobind;
using namespace kifu;

namespace {

template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

auto to_python(models::NetworkBatch&& batch, int size) {
  const auto side = static_cast<std::size_t>(size);
  const std::size_t n = batch.to_play.size();
  return std::make_tuple(
      to_numpy<float, nb::ndim<4>>(std::move(batch.planes),
                                   {n, std::size_t{features::kNetworkPlanes}, side, side}),
      to_numpy<float, nb::ndim<2>>(std::move(batch.numbers), {n, std::size_t{features::kNetworkNumbers}}),
      to_numpy(std::move(batch.to_play)));
}

void check_symmetry(int symmetry) {
  if (symmetry < 0 || symmetry >= go::kSymmetries)
    throw std::invalid_argument("expected a symmetry from 0 to 7");
}

std::vector<features::GameTerms> to_terms(const Rows<float>& rows) {
  std::vector<features::GameTerms> all(rows.shape(0));
  for (std::size_t g = 0; g < all.size(); ++g) {
    const float* row = rows.data() + g * 4;
    all[g] = {row[0], row[1] != 0, static_cast<int>(row[2]), static_cast<int>(row[3])};
  }
  return all;
}

auto network_samples(const models::MoveModel* model, int size, InputArray<std::uint16_t> actions,
                     InputArray<std::int64_t> offsets, Rows<float> terms, Rows<std::uint8_t> labels,
                     InputArray<std::int32_t> chosen, InputArray<std::int32_t> moves,
                     InputArray<std::uint8_t> symmetries, int threads) {
  const auto games = checked_games(size, actions, offsets);
  const std::size_t n = chosen.shape(0), points = static_cast<std::size_t>(size) * size;
  if (terms.shape(0) != games.count() || terms.shape(1) != 4)
    throw std::invalid_argument("expected terms of shape (games, 4)");
  if (labels.shape(0) != 0 && (labels.shape(0) != games.count() || labels.shape(1) != points))
    throw std::invalid_argument("expected owners of shape (games, points), or none");
  if (moves.shape(0) != n || symmetries.shape(0) != n)
    throw std::invalid_argument("expected as many moves and symmetries as games chosen");
  for (std::size_t i = 0; i < n; ++i) {
    if (chosen.data()[i] < 0 || static_cast<std::size_t>(chosen.data()[i]) >= games.count())
      throw std::invalid_argument("expected a game that is there");
    check_symmetry(symmetries.data()[i]);
  }
  const auto all = to_terms(terms);
  models::NetworkBatch batch;
  models::NetworkTargets targets;
  {
    nb::gil_scoped_release release;
    models::read_samples(model, games, all, {labels.data(), labels.size()},
                         {span_of(chosen), span_of(moves), span_of(symmetries)}, threads, batch, targets);
  }
  const auto side = static_cast<std::size_t>(size);
  return std::tuple_cat(
      to_python(std::move(batch), size),
      std::make_tuple(to_numpy(std::move(targets.move)),
                      to_numpy<std::uint8_t, nb::ndim<3>>(std::move(targets.owners), {n, side, side})));
}

auto network_history(const models::MoveModel* model, const go::Game& game, float komi, bool area,
                     int black_rank, int white_rank, int first, int symmetry, int threads) {
  check_symmetry(symmetry);
  models::NetworkBatch batch;
  {
    nb::gil_scoped_release release;
    batch = models::read_history(model, game, {komi, area, black_rank, white_rank}, first, symmetry, threads);
  }
  return to_python(std::move(batch), game.board().size());
}

auto network_positions(const models::MoveModel* model, const std::vector<const go::Game*>& games,
                       Rows<float> terms, int threads) {
  if (games.empty()) throw std::invalid_argument("expected at least one position");
  if (terms.shape(0) != games.size() || terms.shape(1) != 4)
    throw std::invalid_argument("expected terms of shape (positions, 4)");
  for (const go::Game* game : games)
    if (game == nullptr || game->board().size() != games[0]->board().size())
      throw std::invalid_argument("expected positions of one size");
  const auto all = to_terms(terms);
  models::NetworkBatch batch;
  {
    nb::gil_scoped_release release;
    batch = models::read_positions(model, games, all, threads);
  }
  return to_python(std::move(batch), games[0]->board().size());
}

}  // namespace

void bind_network(nb::module_& m) {
  m.attr("NETWORK_PLANES") = static_cast<int>(features::kNetworkPlanes);
  m.attr("NETWORK_NUMBERS") = static_cast<int>(features::kNetworkNumbers);
  m.attr("NETWORK_LEGAL") = static_cast<int>(features::kLegal);
  m.attr("NETWORK_EXPERT") = static_cast<int>(features::kExpert);
  m.attr("NETWORK_RANKS") = static_cast<int>(features::kOwnRank);
  m.attr("UNKNOWN_RANK") = features::kUnknownRank;
  m.def("network_samples", &network_samples, nb::arg("model").none(), nb::arg("size"), nb::arg("actions"),
        nb::arg("offsets"), nb::arg("terms"), nb::arg("owners"), nb::arg("games"), nb::arg("moves"),
        nb::arg("symmetries"), nb::arg("threads") = 1,
        "Inputs and targets of positions in records. `terms` has a row (komi, area, rank of Black, of White) "
        "a game. Planes, numbers and the side to move of each position; the move played, a turned point, "
        "the number of points for a pass, -1 at the end; owners: 0 neutral, 1 own, 2 the enemy's, 255 "
        "unknown.");
  m.def("network_history", &network_history, nb::arg("model").none(), nb::arg("game"), nb::arg("komi"),
        nb::arg("area"), nb::arg("black_rank"), nb::arg("white_rank"), nb::arg("first"),
        nb::arg("symmetry") = 0, nb::arg("threads") = 1,
        "Planes, numbers and the side to move of the positions of a game from step `first` to the present.");
  m.def("network_positions", &network_positions, nb::arg("model").none(), nb::arg("games"), nb::arg("terms"),
        nb::arg("threads") = 1,
        "The same of the present positions of games of one size. `terms` has a row a game, as for samples.");
}
