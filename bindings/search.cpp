#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "go/game.hpp"
#include "interruptible.hpp"
#include "models/moves.hpp"
#include "search/go_candidates.hpp"
#include "search/go_search.hpp"
#include "search/verify.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace kifu;
using search::GoJudgement;
using search::GoSearch;
using search::SearchReport;

namespace {

constexpr int kMostThreads = 256;

int point_of(const go::Board& board, go::Vertex v) { return v == go::kPass ? -1 : board.geometry().point(v); }

go::Vertex vertex_of(const go::Board& board, int point) {
  if (point < -1 || point >= board.geometry().points())
    throw std::invalid_argument("a move is -1 or a point of the board");
  return point < 0 ? go::kPass : board.geometry().vertex(point);
}

void check(const GoJudgement& judgement, double seconds, int threads) {
  if (!std::isfinite(judgement.komi)) throw std::invalid_argument("expected a finite komi");
  if (!(seconds >= 0)) throw std::invalid_argument("expected no negative time");
  if (threads < 1 || threads > kMostThreads) throw std::invalid_argument("expected 1 to 256 threads");
}

// Moves as one row each: point, visits, all-moves-as-first visits; then value, all-moves-as-first value,
// prior, lead; then the variations.
using Facts = nb::typed<nb::dict, nb::str, nb::any>;

Facts describe(const SearchReport& report, int size) {
  const go::Geometry geometry(size);
  const std::size_t n = report.moves.size();
  std::vector<std::int64_t> counts;
  std::vector<float> values;
  nb::list variations;
  for (const auto& move : report.moves) {
    const auto point = [&](go::Vertex v) { return v == go::kPass ? -1 : geometry.point(v); };
    counts.insert(counts.end(), {point(move.move), move.visits, move.amaf_visits});
    values.insert(values.end(), {move.value, move.amaf, move.prior, move.lead});
    nb::list line;
    for (const go::Vertex v : move.variation) line.append(point(v));
    variations.append(line);
  }
  Facts out;
  out["counts"] = to_numpy<std::int64_t, nb::ndim<2>>(std::move(counts), {n, 3});
  out["values"] = to_numpy<float, nb::ndim<2>>(std::move(values), {n, 4});
  out["variations"] = variations;
  out["value"] = report.value;
  out["score"] = report.score;
  out["playouts"] = report.playouts;
  out["seconds"] = report.seconds;
  out["kept"] = report.kept;
  out["nodes"] = report.nodes;
  const auto side = static_cast<std::size_t>(size);
  if (!report.ownership.empty()) {
    auto ownership = report.ownership;
    out["ownership"] = to_numpy<float, nb::ndim<2>>(std::move(ownership), {side, side});
  }
  return out;
}

// A search with its model; Python's object keeps the model alive.
struct BoundSearch {
  std::unique_ptr<GoSearch> search;
  std::atomic<int> size{0};
  std::atomic<bool> busy{false};
};

Facts run(BoundSearch& self, const go::Game& game, float komi, bool territory, std::uint64_t playouts,
          double seconds, int threads, std::uint64_t seed, bool stop_when_decided,
          const std::optional<std::vector<int>>& allowed,
          const std::vector<std::tuple<int, int, int>>& forbidden,
          const std::optional<std::vector<std::pair<int, float>>>& advice, float advice_weight, float margin,
          float flatten, const playouts::LocalKnowledge& knowledge) {
  search::SearchRequest request;
  request.judgement.komi = komi;
  request.judgement.territory = territory;
  request.judgement.margin = margin;
  request.judgement.flatten = flatten;
  request.judgement.knowledge = knowledge;
  check(request.judgement, seconds, threads);
  request.budget = {playouts, seconds, stop_when_decided, nullptr};
  request.threads = threads;
  request.seed = seed;
  request.advice_weight = advice_weight;
  const auto& board = game.board();
  const auto points = static_cast<std::size_t>(board.geometry().points());
  if (allowed) {
    request.allowed.assign(points + 1, 0);
    for (const int point : *allowed) {
      vertex_of(board, point);
      request.allowed[point < 0 ? points : static_cast<std::size_t>(point)] = 1;
    }
  }
  for (const auto& [side, point, moves] : forbidden) {
    if (side < 0 || side > 1 || moves < 0 || moves > UINT16_MAX)
      throw std::invalid_argument("expected forbidden moves as side, point and a number of moves");
    auto& plies = request.forbidden[static_cast<std::size_t>(side)];
    plies.resize(static_cast<std::size_t>(board.geometry().vertices()));
    plies[vertex_of(board, point)] = static_cast<std::uint16_t>(moves);
  }
  if (advice && !advice->empty()) {
    request.advice.assign(points, 0);
    float sum = 0;
    for (const auto& [point, weight] : *advice) {
      if (point < 0 || static_cast<std::size_t>(point) >= points || !(weight >= 0))
        throw std::invalid_argument("expected advice as points of the board with weights of 0 or more");
      request.advice[static_cast<std::size_t>(point)] += weight;
      sum += weight;
    }
    for (float& weight : request.advice) weight /= std::max(sum, 1e-30F);
  }
  if (self.busy.exchange(true)) throw std::runtime_error("this search is running already");
  self.size = board.size();
  SearchReport report;
  try {
    const go::Game own(game);  // the caller may play on
    run_interruptibly([&] { report = self.search->search(own, request); }, [&] { self.search->stop(); });
  } catch (...) {
    self.busy = false;
    throw;
  }
  self.busy = false;
  return describe(report, board.size());
}

auto candidates(const go::Game& game) {
  const search::GoState state(game);
  std::vector<search::Candidate<go::Vertex>> found;
  search::plain_candidates(state, found);
  std::vector<std::int32_t> points;
  std::vector<float> priors;
  for (const auto& candidate : found) {
    if (game.legality(game.to_play(), candidate.move) != go::Legality::kLegal) continue;
    points.push_back(point_of(game.board(), candidate.move));
    priors.push_back(candidate.prior);
  }
  return std::make_tuple(to_numpy(std::move(points)), to_numpy(std::move(priors)));
}

// Ends a verification from another thread.
struct Stop {
  std::atomic<bool> is_set{false};
};

auto verify(const go::Game& game, const std::vector<int>& moves, float komi, bool territory,
            std::uint64_t playouts, double seconds, int round, float width, bool by_score, int threads,
            std::uint64_t seed, const playouts::LocalKnowledge& knowledge, Stop& stop) {
  GoJudgement judgement;
  judgement.knowledge = knowledge;
  judgement.komi = komi;
  judgement.territory = territory;
  check(judgement, seconds, threads);
  const auto& board = game.board();
  std::vector<go::Vertex> vertices;
  for (const int point : moves) {
    const go::Vertex v = vertex_of(board, point);
    if (game.legality(game.to_play(), v) != go::Legality::kLegal)
      throw std::invalid_argument("expected legal candidates");
    vertices.push_back(v);
  }
  search::Verification found;
  const go::Game own(game);
  run_interruptibly(
      [&] {
        found = search::verify(own, vertices, judgement,
                               {playouts, seconds, round, width, by_score, threads, seed, &stop.is_set});
      },
      [&] { stop.is_set = true; });
  std::vector<std::int64_t> counts;
  std::vector<float> values;
  for (const auto& move : found.moves) {
    counts.insert(counts.end(), {point_of(board, move.move), move.playouts, move.dropped});
    values.insert(values.end(), {move.score, move.wins});
  }
  const std::size_t n = found.moves.size();
  const auto side = static_cast<std::size_t>(board.size());
  return std::make_tuple(to_numpy<std::int64_t, nb::ndim<2>>(std::move(counts), {n, 3}),
                         to_numpy<float, nb::ndim<2>>(std::move(values), {n, 2}),
                         to_numpy<float, nb::ndim<2>>(std::move(found.ownership), {side, side}));
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<BoundSearch>(m, "GoSearch", "Tree search that keeps its tree from move to move.")
      .def(
          "__init__",
          [](BoundSearch* self, const models::MoveModel* model, float exploration, float rave,
             float first_play, std::uint32_t expand, float widening, std::uint32_t wide,
             std::size_t megabytes) {
            if (megabytes < 1 || megabytes > (std::size_t{1} << 20))
              throw std::invalid_argument("expected 1 to 1048576 megabytes");
            if (wide < 1) throw std::invalid_argument("expected at least one move to be considered");
            new (self) BoundSearch{};
            self->search = std::make_unique<GoSearch>(
                search::TreeOptions{exploration, rave, first_play, expand, widening, wide, megabytes}, model);
          },
          nb::arg("model").none(), nb::arg("exploration"), nb::arg("rave"), nb::arg("first_play"),
          nb::arg("expand"), nb::arg("widening"), nb::arg("wide"), nb::arg("megabytes"),
          nb::keep_alive<1, 2>())
      .def("run", &run, nb::arg("game"), nb::arg("komi"), nb::arg("territory"), nb::arg("playouts"),
           nb::arg("seconds"), nb::arg("threads"), nb::arg("seed"), nb::arg("stop_when_decided"),
           nb::arg("allowed").none(), nb::arg("forbidden"), nb::arg("advice").none(),
           nb::arg("advice_weight"), nb::arg("margin"), nb::arg("flatten"), nb::arg("knowledge"),
           "Searches until the playouts or seconds are spent, or stop() is called.")
      .def(
          "stop", [](BoundSearch& self) { self.search->stop(); }, "Ends a running search; for any thread.")
      .def(
          "report", [](const BoundSearch& self) { return describe(self.search->report(), self.size); },
          "As a running search stands now.")
      .def("clear", [](BoundSearch& self) {
        if (self.busy) throw std::runtime_error("this search is running");
        self.search->clear();
      });
  nb::class_<Stop>(m, "Stop", "Ends a verification that was given it.")
      .def(nb::init<>())
      .def("set", [](Stop& self) { self.is_set = true; }, "For any thread.");
  m.def("candidates", &candidates, nb::arg("game"),
        "Legal moves but own eyes, with plain priors: tactics, shapes, nearness. The best first.");
  m.def(
      "verify", &verify, nb::arg("game"), nb::arg("moves"), nb::arg("komi"), nb::arg("territory"),
      nb::arg("playouts"), nb::arg("seconds"), nb::arg("round"), nb::arg("width"), nb::arg("by_score"),
      nb::arg("threads"), nb::arg("seed"), nb::arg("knowledge"), nb::arg("stop"),
      "Playouts after each move with progressive pruning: point, playouts, dropped; score, wins; ownership.");
}
