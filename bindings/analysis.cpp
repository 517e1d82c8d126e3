#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/judgement.hpp"
#include "analysis/life_search.hpp"
#include "analysis/nearest.hpp"
#include "analysis/reading.hpp"
#include "arrays.hpp"
#include "bindings.hpp"

namespace nb = nanobind;
using namespace kifu;

namespace {

using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::vector<analysis::Judgement> judge(const std::vector<const go::Game*>& games,
                                       const models::Classifier& classifier, bool full, int learned,
                                       int playouts, std::uint64_t seed, bool finished,
                                       std::optional<Rows> network, int threads) {
  const analysis::JudgeSettings settings{{full, learned}, finished, seed, playouts};
  if (classifier.width() != settings.features.width())
    throw std::invalid_argument("the classifier was not made for this set of features");
  if (learned < 1 || playouts < 0) throw std::invalid_argument("expected at least one playout");
  for (const go::Game* game : games)
    if (game == nullptr || game->board().size() != games[0]->board().size())
      throw std::invalid_argument("expected positions of one size");
  std::span<const float> owners;
  if (network && !games.empty()) {
    if (network->shape(0) != games.size() ||
        network->shape(1) != static_cast<std::size_t>(games[0]->board().geometry().points()))
      throw std::invalid_argument("expected the network's owner of every point, a row a position");
    owners = {network->data(), network->size()};
  }
  nb::gil_scoped_release release;
  return analysis::judge_all(games, classifier, settings, owners, threads);
}

analysis::Judgement with_fates(const analysis::Judgement& judged, const go::Game& game,
                               const std::vector<std::pair<int, bool>>& fates, analysis::Basis basis) {
  if (game.board().size() != judged.size)
    throw std::invalid_argument("expected the position that was judged");
  std::vector<analysis::Fate> said;
  for (const auto& [block, dead] : fates) {
    if (block < 0 || static_cast<std::size_t>(block) >= judged.blocks.size())
      throw std::invalid_argument("expected the number of a block");
    said.push_back({block, dead});
  }
  nb::gil_scoped_release release;
  return analysis::with_fates(game, judged, said, basis);
}

// A layer of a judgement as an array that keeps it alive (the policy of a property) and cannot be changed.
template <class T, class Get>
auto layer(Get get) {
  return [get](const analysis::Judgement& judged) {
    const auto side = static_cast<std::size_t>(judged.size);
    return nb::ndarray<nb::numpy, const T, nb::ndim<2>>(get(judged).data(), {side, side});
  };
}
template <auto Member>
auto counted_layer() {
  return layer<std::uint8_t>(
      [](const analysis::Judgement& judged) -> const auto& { return judged.counted.*Member; });
}

std::string status_name(const analysis::JudgedBlock& block) {
  constexpr std::array kNames{"alive", "dead", "seki", "doubtful"};
  return kNames[static_cast<std::size_t>(block.status)];
}

void bind_judgement(nb::module_& m) {
  using analysis::Basis, analysis::Counted, analysis::JudgedBlock, analysis::Judgement, analysis::Reason,
      analysis::Room;
  nb::enum_<Basis>(m, "Basis", nb::is_arithmetic(), "How a verdict on a block came about.")
      .value("MODEL", Basis::kModel)
      .value("PROVED", Basis::kProved)
      .value("SURROUNDING", Basis::kSurrounding)
      .value("READ", Basis::kRead)
      .value("SAID", Basis::kSaid)
      .value("RECORDED", Basis::kRecorded);
  nb::enum_<Reason>(m, "Reason", nb::is_arithmetic(), "Why a block lives or dies.")
      .value("UNCONDITIONAL", Reason::kUnconditional)
      .value("EYES", Reason::kEyes)
      .value("ROOM", Reason::kRoom)
      .value("SEKI", Reason::kSeki)
      .value("OWN_AREA", Reason::kOwnArea)
      .value("FREE", Reason::kFree)
      .value("ENEMY_PROVED", Reason::kEnemyProved)
      .value("ATARI", Reason::kAtari)
      .value("RACE", Reason::kRace)
      .value("NO_ROOM", Reason::kNoRoom)
      .value("UNCAPTURED", Reason::kUncaptured)
      .value("CAPTURABLE", Reason::kCapturable)
      .value("WEAK", Reason::kWeak);
  nb::enum_<Room>(m, "Room", nb::is_arithmetic(), "What a single piece of territory is good for.")
      .value("UNKNOWN", Room::kUnknown)
      .value("TWO_EYES", Room::kTwoEyes)
      .value("MOVING_FIRST", Room::kMovingFirst)
      .value("ONE_EYE", Room::kOneEye);
  nb::class_<JudgedBlock>(m, "JudgedBlock", "A block and what becomes of it.")
      .def_prop_ro("colour", [](const JudgedBlock& b) { return static_cast<int>(b.colour); })
      .def_ro("points", &JudgedBlock::points)
      .def_prop_ro("status", &status_name)
      .def_prop_ro("dead", [](const JudgedBlock& b) { return b.verdict.dead; })
      .def_prop_ro("model", [](const JudgedBlock& b) { return b.verdict.model; })
      .def_prop_ro("playouts", [](const JudgedBlock& b) { return b.verdict.playouts; })
      .def_prop_ro("probability", [](const JudgedBlock& b) { return b.verdict.probability; })
      .def_prop_ro("basis", [](const JudgedBlock& b) { return b.verdict.basis; })
      .def_prop_ro("reason", [](const JudgedBlock& b) { return b.why.reason; })
      .def_prop_ro("facts", [](const JudgedBlock& b) {
        const auto& n = b.why.numbers;
        return std::make_tuple(n[0], n[1], n[2], n[3]);
      });
  nb::class_<Judgement>(m, "Judgement", "A judged position: its blocks, layers of the count, totals.")
      .def_ro("finished", &Judgement::finished)
      .def_ro("blocks", &Judgement::blocks)
      .def_prop_ro("block_of",
                   layer<std::int16_t>([](const Judgement& j) -> const auto& { return j.block_of; }))
      .def_prop_ro("owners", layer<float>([](const Judgement& j) -> const auto& { return j.owners; }))
      .def_prop_ro("in_doubt",
                   layer<std::uint8_t>([](const Judgement& j) -> const auto& { return j.in_doubt; }))
      .def_prop_ro("area", counted_layer<&Counted::owner>())
      .def_prop_ro("territory", counted_layer<&Counted::territory>())
      .def_prop_ro("seki", counted_layer<&Counted::seki>())
      .def_prop_ro("eyes", counted_layer<&Counted::eyes>())
      .def_prop_ro("dame", counted_layer<&Counted::dame>())
      .def_prop_ro("open", counted_layer<&Counted::open>())
      .def_prop_ro("filled", counted_layer<&Counted::filled>())
      .def_prop_ro("dead", counted_layer<&Counted::dead>())
      .def_prop_ro("alive", layer<float>([](const Judgement& j) -> const auto& { return j.alive; }))
      .def_prop_ro("area_points",
                   [](const Judgement& j) { return std::pair(j.counted.area.black, j.counted.area.white); })
      .def_prop_ro(
          "territory_points",
          [](const Judgement& j) { return std::pair(j.counted.totals.black, j.counted.totals.white); })
      .def_prop_ro("dead_stones",
                   [](const Judgement& j) {
                     return std::pair(j.counted.totals.dead_black, j.counted.totals.dead_white);
                   })
      .def_prop_ro("captured", [](const Judgement& j) { return std::pair(j.captured[0], j.captured[1]); })
      .def("with_fates", &with_fates, nb::arg("game"), nb::arg("fates"), nb::arg("basis"),
           "The same position with some blocks, by number, dead or not; count, reasons and doubts follow.");
  m.def(
      "judge", &judge, nb::arg("games"), nb::arg("classifier"), nb::arg("full"), nb::arg("learned"),
      nb::arg("playouts"), nb::arg("seed"), nb::arg("finished"), nb::arg("network") = nb::none(),
      nb::arg("threads") = 1,
      "Judge positions of one size, with the network's owner of every point, a row a position, or without.");
}

using Layer = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

auto nearest_living(Layer stones, Layer alive) {
  const std::size_t height = stones.shape(0), width = stones.shape(1);
  if (alive.shape(0) != height || alive.shape(1) != width)
    throw std::invalid_argument("expected stones and life of one shape");
  return to_numpy<std::uint8_t, nb::ndim<2>>(
      analysis::nearest_living({stones.data(), stones.size()}, {alive.data(), alive.size()},
                               static_cast<int>(height), static_cast<int>(width)),
      {height, width});
}

std::pair<int, int> read_life(const go::Game& game, int point, int first, InputArray<std::uint8_t> walls,
                              int most, int more, int nodes) {
  const auto& board = game.board();
  const auto& geometry = board.geometry();
  if (point < 0 || point >= geometry.points() || board.is_empty(geometry.vertex(point)))
    throw std::invalid_argument("expected a point with a stone");
  if (first != go::kBlack && first != go::kWhite) throw std::invalid_argument("expected colour 1 or 2");
  if (walls.size() != static_cast<std::size_t>(geometry.points()))
    throw std::invalid_argument("expected one mark a point for the walls");
  go::PointSet marked;
  for (int p = 0; p < geometry.points(); ++p)
    if (walls.data()[p] != 0) marked.set(geometry.vertex(p));
  analysis::LifeLimits limits;
  limits.nodes = nodes;
  nb::gil_scoped_release release;
  const go::Vertex block = geometry.vertex(point);
  const analysis::LifeRegions regions{analysis::region_around(board, block, marked, most),
                                      analysis::region_around(board, block, marked, more)};
  const auto read = analysis::read_life(board, block, static_cast<go::Colour>(first), regions, limits);
  return {static_cast<int>(read.life), read.move == go::kPass ? -1 : geometry.point(read.move)};
}

}  // namespace

void bind_analysis(nb::module_& m) {
  m.def(
      "read_capture",
      [](const go::Game& game, int point, int nodes, int depth, int liberties) {
        const auto& board = game.board();
        if (point < 0 || point >= board.geometry().points() || board.is_empty(board.geometry().vertex(point)))
          throw std::invalid_argument("expected a point with a stone");
        analysis::CaptureLimits limits;
        limits.nodes = nodes;
        limits.depth = depth;
        limits.liberties = liberties;
        nb::gil_scoped_release release;
        return static_cast<int>(analysis::read_capture(board, board.geometry().vertex(point), limits));
      },
      nb::arg("game"), nb::arg("point"), nb::arg("nodes") = analysis::CaptureLimits{}.nodes,
      nb::arg("depth") = analysis::CaptureLimits{}.depth,
      nb::arg("liberties") = analysis::CaptureLimits{}.liberties,
      "Whether the enemy, moving first, captures the block: 0 unknown, 1 no, 2 yes.");
  m.def(
      "read_life", &read_life, nb::arg("game"), nb::arg("point"), nb::arg("first"), nb::arg("walls"),
      nb::arg("most") = 7, nb::arg("more") = 12, nb::arg("nodes") = 2000,
      "The fate of a block if this colour moves first, both play near it, and the stones marked as walls do "
      "not fall: 0 unknown, 1 dead, 2 alive; and the point where the first mover succeeds, or -1.");
  m.def("nearest_living", &nearest_living, nb::arg("stones"), nb::arg("alive"),
        "Of every point the colour of the nearest living stone, 0 where both are as near.");
  bind_judgement(m);
}
