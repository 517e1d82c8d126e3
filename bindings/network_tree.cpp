#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "search/network_tree.hpp"

namespace nb = nanobind;
using namespace kifu;
using search::NetworkTree;
using search::NetworkTreeOptions;

namespace {

template <class T>
using Values = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

std::span<const float> all_of(const Values<float>& values) { return {values.data(), values.size()}; }

void check_root(const NetworkTree& tree, std::size_t root) {
  if (root >= tree.roots()) throw std::invalid_argument("expected a root of the tree");
}

int point_of(const go::Geometry& geometry, go::Vertex v) { return v == go::kPass ? -1 : geometry.point(v); }

auto collect(NetworkTree& tree, InputArray<std::int32_t> roots, std::size_t most, int threads) {
  for (const std::int32_t root : span_of(roots)) check_root(tree, static_cast<std::size_t>(root));
  models::NetworkBatch batch;
  std::size_t begun = 0;
  {
    nb::gil_scoped_release release;
    begun = tree.collect(span_of(roots), most, threads, batch);
  }
  const std::size_t n = batch.to_play.size();
  const auto side = static_cast<std::size_t>(tree.size());
  return std::make_tuple(
      begun,
      to_numpy<float, nb::ndim<4>>(std::move(batch.planes),
                                   {n, std::size_t{features::kNetworkPlanes}, side, side}),
      to_numpy<float, nb::ndim<2>>(std::move(batch.numbers), {n, std::size_t{features::kNetworkNumbers}}));
}

auto priors(const NetworkTree& tree, std::size_t root) {
  check_root(tree, root);
  const go::Geometry geometry(tree.size());
  std::vector<std::int32_t> points;
  std::vector<float> values;
  for (const auto& [move, prior] : tree.priors(root)) {
    points.push_back(point_of(geometry, move));
    values.push_back(prior);
  }
  return std::make_tuple(to_numpy(std::move(points)), to_numpy(std::move(values)));
}

nb::typed<nb::dict, nb::str, nb::any> report(const NetworkTree& tree, std::size_t root) {
  check_root(tree, root);
  const auto found = tree.report(root);
  const go::Geometry geometry(tree.size());
  std::vector<std::int64_t> counts;
  std::vector<float> values;
  nb::list variations;
  for (const auto& move : found.moves) {
    counts.insert(counts.end(), {point_of(geometry, move.move), move.visits});
    values.insert(values.end(), {move.win, move.lead, move.utility, move.prior});
    nb::list line;
    for (const go::Vertex v : move.variation) line.append(point_of(geometry, v));
    variations.append(line);
  }
  const std::size_t n = found.moves.size();
  const auto side = static_cast<std::size_t>(tree.size());
  nb::typed<nb::dict, nb::str, nb::any> out;
  out["counts"] = to_numpy<std::int64_t, nb::ndim<2>>(std::move(counts), {n, 2});
  out["values"] = to_numpy<float, nb::ndim<2>>(std::move(values), {n, 4});
  out["variations"] = variations;
  out["visits"] = found.visits;
  out["win"] = found.win;
  out["lead"] = found.lead;
  out["first_win"] = found.first_win;
  out["first_lead"] = found.first_lead;
  auto ownership = found.ownership;
  out["ownership"] = to_numpy<float, nb::ndim<2>>(std::move(ownership), {side, side});
  return out;
}

}  // namespace

void bind_network_tree(nb::module_& m) {
  nb::class_<NetworkTree>(m, "NetworkTree", "A tree whose leaves are answered in batches by a network.")
      .def(
          "__init__",
          [](NetworkTree* self, const go::Game& game, int first, float komi, bool area, int black_rank,
             int white_rank, const models::MoveModel* expert, const playouts::LocalKnowledge& knowledge,
             float exploration, float first_play, float temperature, float lead_part, float lead_scale,
             float playout_part, int playouts, std::uint64_t seed) {
            if (!std::isfinite(komi)) throw std::invalid_argument("expected a finite komi");
            if (!(temperature > 0) || !(lead_scale > 0))
              throw std::invalid_argument("expected a temperature and a scale above 0");
            new (self) NetworkTree(
                game, first, {komi, area, black_rank, white_rank}, expert, knowledge,
                {exploration, first_play, temperature, lead_part, lead_scale, playout_part, playouts}, seed);
          },
          nb::arg("game"), nb::arg("first"), nb::arg("komi"), nb::arg("area"), nb::arg("black_rank"),
          nb::arg("white_rank"), nb::arg("expert").none(), nb::arg("knowledge"), nb::arg("exploration"),
          nb::arg("first_play"), nb::arg("temperature"), nb::arg("lead_part"), nb::arg("lead_scale"),
          nb::arg("playout_part"), nb::arg("playouts"), nb::arg("seed"), nb::keep_alive<1, 8>())
      .def("advance", &NetworkTree::advance, nb::arg("game"),
           "Adds the position after the game's next move as the last root, and returns its number.")
      .def_prop_ro("roots", &NetworkTree::roots)
      .def_prop_ro("nodes", &NetworkTree::nodes)
      .def("collect", &collect, nb::arg("roots"), nb::arg("most"), nb::arg("threads") = 1,
           "One simulation from each of these roots: how many were begun, and the inputs of the positions "
           "that want an answer.")
      .def(
          "apply",
          [](NetworkTree& tree, Values<float> policy, Values<float> owners, Values<float> lead,
             Values<float> win) {
            nb::gil_scoped_release release;
            tree.apply({all_of(policy), all_of(owners), all_of(lead), all_of(win)});
          },
          nb::arg("policy"), nb::arg("owners"), nb::arg("lead"), nb::arg("win"),
          "Answers to the last batch: logits of moves, chances of owners, lead in points and chance to win.")
      .def("priors", &priors, nb::arg("root"), "Points (-1 the pass) and priors of a root's moves.")
      .def(
          "set_priors",
          [](NetworkTree& tree, std::size_t root, InputArray<float> values) {
            check_root(tree, root);
            tree.set_priors(root, span_of(values));
          },
          nb::arg("root"), nb::arg("priors"), "In the same order; moves below 0 are left out.")
      .def("recentre", &NetworkTree::recentre,
           "From now on compares leads with the mean so far of each root.")
      .def(
          "report", &report, nb::arg("root"),
          "Moves as rows (point, visits) and (win, lead, utility, prior) for the side to move, their "
          "variations; visits, win, lead and ownership for Black, and what the network says without search.");
}
