#include <nanobind/stl/pair.h>

#include <atomic>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "go/game.hpp"
#include "models/book_shapes.hpp"
#include "playouts/local.hpp"
#include "playouts/tactical.hpp"
#include "playouts/uniform.hpp"
#include "positions.hpp"
#include "work/random.hpp"

namespace nb = nanobind;
using namespace kifu::go;

namespace {

struct Outcome {
  std::vector<std::int32_t> moves, balance;
  std::vector<std::int32_t> owned;  // per point, Black's endings minus White's
};

constexpr std::size_t kChunk = 64;
constexpr double kLeastPlayed = 0.01;  // share of times below which a pattern is not worth a playout's move

Outcome play(const Board& start, Colour to_play, int games, std::uint64_t seed, int threads, bool ownership) {
  if (games < 0) throw std::invalid_argument("the number of games must not be negative");
  const auto n = static_cast<std::size_t>(games);
  const auto points = static_cast<std::size_t>(start.geometry().points());
  Outcome outcome{std::vector<std::int32_t>(n), std::vector<std::int32_t>(n), {}};
  std::vector<std::atomic<std::int32_t>> owned(ownership ? points : 0);
  kifu::parallel_for(n, threads, kChunk, [&](std::size_t begin, std::size_t end) {
    std::vector<std::int32_t> here(owned.size());
    for (std::size_t i = begin; i < end; ++i) {
      Board board(start);
      kifu::Random random(seed, i);
      const auto game = kifu::playouts::play_uniform(board, to_play, random, 3 * static_cast<int>(points));
      outcome.moves[i] = game.moves;
      outcome.balance[i] = game.black_points;
      for (std::size_t point = 0; point < here.size(); ++point)
        here[point] += kifu::playouts::owner(board, board.geometry().vertex(static_cast<int>(point)));
    }
    // Sums of integers: the same in any order.
    for (std::size_t point = 0; point < here.size(); ++point) owned[point] += here[point];
  });
  outcome.owned.assign(owned.begin(), owned.end());
  return outcome;
}

auto uniform_games(int size, int games, std::uint64_t seed, int threads) {
  if (size < kMinSize || size > kMaxSize) throw std::invalid_argument("board size out of range");
  Outcome outcome;
  {
    nb::gil_scoped_release release;
    outcome = play(Board(size), kBlack, games, seed, threads, false);
  }
  return std::make_pair(to_numpy(std::move(outcome.moves)), to_numpy(std::move(outcome.balance)));
}

auto uniform_playouts(const Game& game, int games, std::uint64_t seed, int threads) {
  Outcome outcome;
  {
    nb::gil_scoped_release release;
    outcome = play(game.board(), game.to_play(), games, seed, threads, true);
  }
  const auto size = static_cast<std::size_t>(game.board().size());
  return std::make_pair(to_numpy(std::move(outcome.balance)),
                        to_numpy<std::int32_t, nb::ndim<2>>(std::move(outcome.owned), {size, size}));
}

// Games with the knowledge of playouts for play: lengths and area balances, as the search would play them.
auto local_games(int size, int games, std::uint64_t seed, int threads) {
  if (size < kMinSize || size > kMaxSize) throw std::invalid_argument("board size out of range");
  if (games < 0) throw std::invalid_argument("the number of games must not be negative");
  const auto n = static_cast<std::size_t>(games);
  Outcome outcome{std::vector<std::int32_t>(n), std::vector<std::int32_t>(n), {}};
  {
    nb::gil_scoped_release release;
    kifu::parallel_for(n, threads, kChunk, [&](std::size_t begin, std::size_t end) {
      std::vector<Vertex> line;
      for (std::size_t i = begin; i < end; ++i) {
        Board board(size);
        kifu::Random random(seed, i);
        line.clear();
        outcome.balance[i] =
            kifu::playouts::play_local(board, kBlack, kPass, {}, random, 3 * size * size, line);
        outcome.moves[i] = static_cast<std::int32_t>(line.size());
      }
    });
  }
  return std::make_pair(to_numpy(std::move(outcome.moves)), to_numpy(std::move(outcome.balance)));
}

// Endings of many positions of one size: the mean owner of every point of each.
auto tactical_ownership(Positions stones, InputArray<std::uint8_t> to_play, int games, std::uint64_t seed,
                        int threads) {
  check_positions(stones);
  if (to_play.shape(0) != stones.shape(0))
    throw std::invalid_argument("expected as many players to move as positions");
  if (games < 1) throw std::invalid_argument("expected at least one playout");
  for (std::size_t i = 0; i < to_play.shape(0); ++i)
    if (to_play.data()[i] != kBlack && to_play.data()[i] != kWhite)
      throw std::invalid_argument("a player is 1 or 2");
  return map_positions<float>(stones, threads, 16, [&](const Board& board, std::size_t i) {
    const auto colour = static_cast<Colour>(to_play.data()[i]);
    return kifu::playouts::tactical_ownership(board, colour, {}, games, seed);
  });
}

}  // namespace

void bind_playouts(nb::module_& m) {
  using kifu::playouts::LocalKnowledge;
  nb::class_<LocalKnowledge>(m, "LocalKnowledge",
                             "How often playouts for play ask each kind of knowledge, 0 to 1.")
      .def(
          "__init__",
          [](LocalKnowledge* self, float capture, float escape, float vital, float squeeze, float shape,
             float refuse_self_atari, float race, float patterns, const kifu::models::Book* book) {
            new (self) LocalKnowledge{capture,           escape, vital,    squeeze, shape,
                                      refuse_self_atari, race,   patterns, nullptr};
            if (book && patterns > 0) self->weights = kifu::models::shape_weights(*book, kLeastPlayed);
          },
          nb::kw_only(), nb::arg("capture"), nb::arg("escape"), nb::arg("vital"), nb::arg("squeeze"),
          nb::arg("shape"), nb::arg("refuse_self_atari"), nb::arg("race") = 0.0F, nb::arg("patterns") = 0.0F,
          nb::arg("book").none() = nb::none());
  m.def("tactical_ownership", &tactical_ownership, nb::arg("stones"), nb::arg("to_play"), nb::arg("games"),
        nb::arg("seed"), nb::arg("threads") = 1,
        "Mean owner of every point over endings with local knowledge of many positions: 1 Black's, -1 "
        "White's.");
  m.def("uniform_games", &uniform_games, nb::arg("size"), nb::arg("games"), nb::arg("seed"),
        nb::arg("threads") = 1,
        "Uniformly random games from the empty board: their lengths and area balances.");
  m.def("local_games", &local_games, nb::arg("size"), nb::arg("games"), nb::arg("seed"),
        nb::arg("threads") = 1,
        "Games from the empty board as the search's playouts play them: their lengths and area balances.");
  m.def("uniform_playouts", &uniform_playouts, nb::arg("game"), nb::arg("games"), nb::arg("seed"),
        nb::arg("threads") = 1,
        "Uniformly random endings of a game: area balance of each, and per point Black's endings minus "
        "White's.");
}
