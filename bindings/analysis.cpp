#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "analysis/life_search.hpp"
#include "analysis/reading.hpp"
#include "analysis/reasons.hpp"
#include "arrays.hpp"
#include "bindings.hpp"
#include "go/life.hpp"
#include "playouts/uniform.hpp"

namespace nb = nanobind;
using namespace kifu;

namespace {

constexpr std::size_t kColumns = 11;

auto judge(const go::Game& game, const models::Classifier& classifier, bool full, int playouts,
           std::uint64_t seed, bool finished, std::optional<InputArray<float>> network) {
  const features::LifeSet set{full, playouts};
  if (classifier.width() != set.width())
    throw std::invalid_argument("the classifier was not made for this set of features");
  if (playouts < 1) throw std::invalid_argument("expected at least one playout");
  const auto& board = game.board();
  const auto& geometry = board.geometry();
  if (network && network->shape(0) != static_cast<std::size_t>(geometry.points()))
    throw std::invalid_argument("expected the network's owner of every point");
  std::vector<float> rows, ownership;
  std::vector<std::int16_t> block_of(static_cast<std::size_t>(geometry.points()));
  std::vector<std::uint8_t> layers;
  std::vector<std::int32_t> totals;
  std::size_t n = 0;
  {
    nb::gil_scoped_release release;
    const features::PositionFeatures position(game, set, seed);
    const auto& analysis = position.analysis();
    const auto safe = full ? position.safe() : go::unconditional_life(board);
    auto verdicts = analysis::first_verdicts(position, classifier, safe,
                                             network ? span_of(*network) : std::span<const float>());
    if (finished) analysis::read_dead(analysis, verdicts);
    analysis::settle(analysis, verdicts);
    auto counted = analysis::count(analysis, verdicts);
    if (finished && analysis::read_alive(analysis, counted.seki, verdicts)) {
      analysis::settle(analysis, verdicts);
      counted = analysis::count(analysis, verdicts);
    }
    std::vector<analysis::Facts> facts(verdicts.size());
    if (finished) facts = analysis::reasons(analysis, verdicts, safe, counted, finished);
    ownership = full ? position.ownership() : playouts::ownership(board, game.to_play(), playouts, seed);
    for (int p = 0; p < geometry.points(); ++p)
      block_of[p] = static_cast<std::int16_t>(analysis.block_at(geometry.vertex(p)));
    for (const auto* layer : {&counted.owner, &counted.territory, &counted.seki, &counted.eyes, &counted.dame,
                              &counted.open, &counted.filled, &counted.dead})
      layers.insert(layers.end(), layer->begin(), layer->end());
    totals = {counted.area.black,        counted.area.white,         counted.area.dame,
              counted.totals.black,      counted.totals.white,       counted.totals.dead_black,
              counted.totals.dead_white, board.captured(go::kBlack), board.captured(go::kWhite)};
    n = verdicts.size();
    rows.reserve(n * kColumns);
    for (std::size_t b = 0; b < n; ++b) {
      const auto& v = verdicts[b];
      const auto& f = facts[b];
      for (const float x :
           {static_cast<float>(analysis.blocks()[b].colour), v.model, v.playouts, v.probability,
            static_cast<float>(v.dead), static_cast<float>(v.ground), static_cast<float>(f.reason)})
        rows.push_back(x);
      for (int k = 0; k < 4; ++k) rows.push_back(f.numbers[k]);
    }
  }
  const auto size = static_cast<std::size_t>(geometry.size());
  return std::make_tuple(to_numpy<float, nb::ndim<2>>(std::move(rows), {n, kColumns}),
                         to_numpy<std::int16_t, nb::ndim<2>>(std::move(block_of), {size, size}),
                         to_numpy<float, nb::ndim<2>>(std::move(ownership), {size, size}),
                         to_numpy<std::uint8_t, nb::ndim<3>>(std::move(layers), {8, size, size}),
                         to_numpy(std::move(totals)));
}

auto explain(const go::Game& game, InputArray<std::uint8_t> dead, InputArray<std::uint8_t> grounds,
             bool finished) {
  const auto& board = game.board();
  const auto& geometry = board.geometry();
  const auto points = static_cast<std::size_t>(geometry.points());
  if (dead.size() != points || grounds.size() != points)
    throw std::invalid_argument("expected one mark and one ground a point");
  std::vector<std::int32_t> rows;
  {
    nb::gil_scoped_release release;
    const features::LifeAnalysis analysis(board, game.to_play());
    std::vector<analysis::Verdict> verdicts;
    for (const auto& block : analysis.blocks()) {
      const int p = geometry.point(block.head);
      analysis::Verdict verdict;
      verdict.dead = dead.data()[p] != 0;
      verdict.ground = static_cast<analysis::Ground>(grounds.data()[p]);
      verdicts.push_back(verdict);
    }
    const auto counted = analysis::count(analysis, verdicts);
    const auto facts =
        analysis::reasons(analysis, verdicts, go::unconditional_life(board), counted, finished);
    for (std::size_t b = 0; b < facts.size(); ++b) {
      rows.push_back(geometry.point(analysis.blocks()[b].head));
      rows.push_back(static_cast<std::int32_t>(facts[b].reason));
      rows.insert(rows.end(), facts[b].numbers.begin(), facts[b].numbers.end());
    }
  }
  const std::size_t n = rows.size() / 6;
  return to_numpy<std::int32_t, nb::ndim<2>>(std::move(rows), {n, 6});
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
  m.def("explain", &explain, nb::arg("game"), nb::arg("dead"), nb::arg("grounds"), nb::arg("finished"),
        "Reasons for given verdicts: dead or not and the ground of every point's block. Rows (point of the "
        "block's first stone, reason, four numbers).");
  m.def("judge", &judge, nb::arg("game"), nb::arg("classifier"), nb::arg("full"), nb::arg("playouts"),
        nb::arg("seed"), nb::arg("finished"), nb::arg("network") = nb::none(),
        "With the network's owner of every point or without: rows (colour, model, playouts, probability, "
        "dead, ground, reason, four numbers) of all blocks, the "
        "reasons only if finished; per "
        "point the number of its block or -1, and the mean owner over playouts from Black's side; layers "
        "owner, territory, seki, eyes, dame, open, filled, dead of the count without the dead; totals: area "
        "(black, white, dame), territory, prisoners among the dead, stones captured in play (black, white).");
}
