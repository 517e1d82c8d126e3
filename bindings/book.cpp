#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "games.hpp"
#include "go/game.hpp"
#include "learners/book.hpp"
#include "learners/merging.hpp"
#include "models/book.hpp"
#include "models/book_ranks.hpp"

namespace nb = nanobind;
using namespace kifu;
using learners::BookHarvest;
using models::Book;
using models::FlatBook;

namespace {

constexpr int kMostFacts = 250;  // depths are kept in a byte

int checked_facts(int facts) {
  if (facts < 1 || facts > kMostFacts) throw std::invalid_argument("expected 1 to 250 facts");
  return facts;
}

template <class T>
std::vector<T> to_vector(const InputArray<T>& array) {
  return {array.data(), array.data() + array.shape(0)};
}

FlatBook flat_of(const InputArray<std::uint8_t>& depth, const InputArray<std::uint16_t>& step,
                 const InputArray<std::uint32_t>& matched, const InputArray<std::uint32_t>& played) {
  if (step.shape(0) != depth.shape(0) || matched.shape(0) != depth.shape(0) ||
      played.shape(0) != depth.shape(0))
    throw std::invalid_argument("expected as many steps and counts as depths");
  return {to_vector(depth), to_vector(step), to_vector(matched), to_vector(played)};
}

auto to_python(FlatBook&& flat) {
  return std::make_tuple(to_numpy(std::move(flat.depth)), to_numpy(std::move(flat.step)),
                         to_numpy(std::move(flat.matched)), to_numpy(std::move(flat.played)));
}

auto rank_game(const Book& book, const go::Game& game, int most) {
  const auto mover = game.to_play();
  std::vector<std::int32_t> points;
  std::vector<std::uint32_t> nodes, matched, played;
  std::vector<std::uint8_t> facts;
  {
    nb::gil_scoped_release release;
    for (const auto& move : book.rank(game.board(), mover, most)) {
      if (game.legality(mover, move.point) != go::Legality::kLegal) continue;
      points.push_back(game.board().geometry().point(move.point));
      nodes.push_back(move.node);
      matched.push_back(move.matched);
      played.push_back(move.played);
      facts.push_back(move.facts);
    }
  }
  return std::make_tuple(to_numpy(std::move(points)), to_numpy(std::move(nodes)),
                         to_numpy(std::move(matched)), to_numpy(std::move(played)),
                         to_numpy(std::move(facts)));
}

auto rank_games(const Book& book, int size, InputArray<std::uint16_t> actions,
                InputArray<std::int64_t> offsets, int most, int threads) {
  const auto games = checked_games(size, actions, offsets);
  models::BookRanks ranks;
  {
    nb::gil_scoped_release release;
    ranks = models::rank_games(book, games, most, threads);
  }
  return std::make_tuple(to_numpy(std::move(ranks.game)), to_numpy(std::move(ranks.move)),
                         to_numpy(std::move(ranks.rank)), to_numpy(std::move(ranks.answers)),
                         to_numpy(std::move(ranks.probability)), to_numpy(std::move(ranks.first)));
}

// (dx, dy, fact) of every step; who moves, at the centre of a form stored apart, is among them.
std::vector<std::tuple<int, int, int>> steps_of(const Book& book, std::uint32_t node) {
  const auto& order = features::BookOrder::get();
  std::vector<std::tuple<int, int, int>> out;
  for (const auto step : book.steps(node)) {
    const int rank = features::rank_of(step);
    if (rank > static_cast<int>(order.neighbours.size())) throw std::invalid_argument("no such neighbour");
    if (rank == 0) {
      out.emplace_back(0, 0, features::fact_of(step));
    } else {
      const auto& at = order.neighbours[static_cast<std::size_t>(rank - 1)];
      out.emplace_back(at.dx, at.dy, features::fact_of(step));
    }
  }
  return out;
}

std::vector<std::tuple<int, int, int>> read_point(const go::Game& game, int point, int facts, bool shared,
                                                  bool lines) {
  const auto& board = game.board();
  if (point < 0 || point >= board.geometry().points()) throw std::invalid_argument("no such point");
  features::BookGrid grid(board.size());
  grid.follow(board);
  std::vector<std::tuple<int, int, int>> out;
  grid.read(point % board.size(), point / board.size(), game.to_play(), {shared, lines}, facts,
            [&](features::BookStep step) {
              const int rank = features::rank_of(step);
              const auto& order = features::BookOrder::get();
              if (rank == 0) {
                out.emplace_back(0, 0, features::fact_of(step));
              } else {
                const auto& at = order.neighbours[static_cast<std::size_t>(rank - 1)];
                out.emplace_back(at.dx, at.dy, features::fact_of(step));
              }
              return true;
            });
  return out;
}

using ShardArrays =
    std::tuple<InputArray<std::uint8_t>, InputArray<std::uint16_t>, InputArray<std::uint32_t>>;

auto merge_books(const std::vector<ShardArrays>& arrays) {
  std::vector<learners::BookShard> shards;
  for (const auto& [depth, step, played] : arrays) {
    if (step.shape(0) != depth.shape(0) || played.shape(0) != depth.shape(0))
      throw std::invalid_argument("expected as many steps and counts as depths");
    if (!learners::is_depth_first(span_of(depth)))
      throw std::invalid_argument("expected depths of a tree, depth first");
    shards.push_back({span_of(depth), span_of(step), span_of(played)});
  }
  FlatBook flat;
  {
    nb::gil_scoped_release release;
    flat = learners::merge_books(shards);
  }
  return std::make_tuple(to_numpy(std::move(flat.depth)), to_numpy(std::move(flat.step)),
                         to_numpy(std::move(flat.played)));
}

}  // namespace

void bind_book_models(nb::module_& m) {
  nb::class_<Book>(m, "Book", "Patterns of the nearest facts, and how often each was played.")
      .def(
          "__init__",
          [](Book* self, InputArray<std::uint8_t> depth, InputArray<std::uint16_t> step,
             InputArray<std::uint32_t> matched, InputArray<std::uint32_t> played, bool shared, bool lines,
             int facts, double least, bool beside) {
            new (self) Book(flat_of(depth, step, matched, played), {shared, lines, beside},
                            checked_facts(facts), least);
          },
          nb::arg("depth"), nb::arg("step"), nb::arg("matched"), nb::arg("played"), nb::arg("shared"),
          nb::arg("lines"), nb::arg("facts"), nb::arg("least"), nb::arg("beside") = false)
      .def("__len__", &Book::patterns)
      .def(
          "rank_game", &rank_game, nb::arg("game"), nb::arg("most"),
          "Legal points with a pattern, best first; its number, how often it came up and was played, and its "
          "number of facts.")
      .def(
          "rank_games", &rank_games, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("most"),
          nb::arg("threads") = 1,
          "Of every move played: game, number, rank (0: not named), how many moves the book names, P(i|p) of "
          "the move and of the book's first one.")
      .def("steps", &steps_of, nb::arg("node"), "(dx, dy, fact) of a pattern, nearest first.");
  m.def("read_facts", &read_point, nb::arg("game"), nb::arg("point"), nb::arg("facts"),
        nb::arg("shared") = true, nb::arg("lines") = true,
        "(dx, dy, fact) of the facts nearest to a point, as the book reads them.");
}

void bind_book_learners(nb::module_& m) {
  nb::class_<BookHarvest>(m, "BookHarvest", "Makes the patterns of a book and counts them.")
      .def(
          "__init__",
          [](BookHarvest* self, int facts, bool shared, bool lines, bool beside) {
            new (self) BookHarvest(checked_facts(facts), {shared, lines, beside});
          },
          nb::arg("facts"), nb::arg("shared") = true, nb::arg("lines") = true, nb::arg("beside") = false)
      .def(
          "create",
          [](BookHarvest& self, int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
             int threads) {
            const auto games = checked_games(size, actions, offsets);
            nb::gil_scoped_release release;
            self.create(games, threads);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1)
      .def("thin", &BookHarvest::thin, nb::arg("least_played"), nb::call_guard<nb::gil_scoped_release>())
      .def(
          "count",
          [](BookHarvest& self, int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
             int threads) {
            const auto games = checked_games(size, actions, offsets);
            nb::gil_scoped_release release;
            self.count(games, threads);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1)
      .def(
          "counted",
          [](const BookHarvest& self, int size, InputArray<std::uint16_t> actions,
             InputArray<std::int64_t> offsets, int threads) {
            const auto games = checked_games(size, actions, offsets);
            std::vector<std::uint32_t> matched;
            std::uint64_t tests = 0;
            {
              nb::gil_scoped_release release;
              matched = self.counted(games, threads, tests);
            }
            return std::make_pair(to_numpy(std::move(matched)), tests);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1,
          "What `count` would add to `matched` of the tally and to the tests; the harvest stays as it is.")
      .def("__len__", &BookHarvest::nodes)
      .def_prop_ro("moves", &BookHarvest::moves)
      .def_prop_ro("tests", &BookHarvest::tests)
      .def(
          "finish",
          [](const BookHarvest& self, double least) {
            FlatBook flat;
            {
              nb::gil_scoped_release release;
              flat = self.finish(least);
            }
            return to_python(std::move(flat));
          },
          nb::arg("least"), "Depth, step and counts (matched, played) of what is kept, depth first.")
      .def(
          "tally",
          [](const BookHarvest& self) {
            FlatBook flat;
            {
              nb::gil_scoped_release release;
              flat = self.tally();
            }
            return to_python(std::move(flat));
          },
          "The harvest as it stands, for `restore`.")
      .def(
          "restore",
          [](BookHarvest& self, InputArray<std::uint8_t> depth, InputArray<std::uint16_t> step,
             InputArray<std::uint32_t> matched, InputArray<std::uint32_t> played, std::uint64_t moves,
             std::uint64_t tests) { self.restore(flat_of(depth, step, matched, played), moves, tests); },
          nb::arg("depth"), nb::arg("step"), nb::arg("matched"), nb::arg("played"), nb::arg("moves"),
          nb::arg("tests"));
  m.def("merge_books", &merge_books, nb::arg("shards"),
        "Depth, step and played of tallies joined, depth first; what was played is added up.");
}
