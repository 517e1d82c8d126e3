#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "games.hpp"
#include "go/game.hpp"
#include "go/life.hpp"
#include "go/replay.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace kifu::go;

namespace {

// Points cross the border as row-by-row indices, -1 for a pass or none; colours as 1 and 2.
constexpr int kNoPoint = -1;

using Stones = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>;
using Points = std::vector<int>;

Vertex to_vertex(const Game& game, int point) {
  if (point == kNoPoint) return kPass;
  if (point < 0 || point >= game.board().geometry().points())
    throw std::out_of_range("point " + std::to_string(point) + " is not on the board");
  return game.board().geometry().vertex(point);
}

int to_point(const Board& board, Vertex v) { return v == kPass ? kNoPoint : board.geometry().point(v); }

Colour to_colour(int colour) {
  if (colour != kBlack && colour != kWhite) throw std::invalid_argument("a colour is 1 (black) or 2 (white)");
  return static_cast<Colour>(colour);
}

Game make_game(int size, int ko, bool suicide) {
  if (size < kMinSize || size > kMaxSize) throw std::invalid_argument("board size out of range");
  if (ko < 0 || ko > 2) throw std::invalid_argument("ko rule out of range");
  return Game(size, Rules{static_cast<KoRule>(ko), suicide});
}

std::vector<std::uint8_t> colours(const Board& board) {
  std::vector<std::uint8_t> out(static_cast<std::size_t>(board.geometry().points()));
  std::size_t i = 0;
  for (int y = 0; y < board.size(); ++y)
    for (int x = 0; x < board.size(); ++x) out[i++] = board.at(board.geometry().vertex(x, y));
  return out;
}

Stones square(const Board& board, std::vector<std::uint8_t>&& values) {
  const auto n = static_cast<std::size_t>(board.size());
  return to_numpy<std::uint8_t, nb::ndim<2>>(std::move(values), {n, n});
}

// Colour, stones and liberties of the block on a point, each sorted row by row.
std::tuple<int, Points, Points> block(const Game& game, int point) {
  const Board& board = game.board();
  const Vertex v = to_vertex(game, point);
  if (v == kPass || board.is_empty(v)) throw std::invalid_argument("there is no stone on this point");
  Points stones, liberties;
  board.for_each_stone(board.head(v), [&](Vertex s) {
    stones.push_back(to_point(board, s));
    for (const Vertex u : board.geometry().neighbours(s))
      if (board.is_empty(u)) liberties.push_back(to_point(board, u));
  });
  std::sort(stones.begin(), stones.end());
  std::sort(liberties.begin(), liberties.end());
  liberties.erase(std::unique(liberties.begin(), liberties.end()), liberties.end());
  return {board.at(v), std::move(stones), std::move(liberties)};
}

std::vector<int> block_points(const Game& game) {
  const Board& board = game.board();
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(board.geometry().vertices()));
  std::vector<int> first;
  for (int point = 0; point < board.geometry().points(); ++point) {
    const Vertex v = board.geometry().vertex(point);
    if (board.is_empty(v) || seen[board.head(v)]) continue;
    seen[board.head(v)] = 1;
    first.push_back(point);
  }
  return first;
}

std::vector<int> legal_points(const Game& game, int colour) {
  std::vector<int> out;
  for (int point = 0; point < game.board().geometry().points(); ++point)
    if (game.legality(to_colour(colour), game.board().geometry().vertex(point)) == Legality::kLegal)
      out.push_back(point);
  return out;
}

bool setup_points(Game& game, const std::vector<std::pair<int, int>>& stones) {
  std::vector<Stone> list;
  for (const auto& [colour, point] : stones) {
    if (colour < 0 || colour > 2 || point < 0) throw std::invalid_argument("bad setup stone");
    list.push_back({static_cast<Colour>(colour), to_vertex(game, point)});
  }
  return game.setup(list);
}

// The stones after 0, 1, 2, ... steps, as one array.
nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>> boards(const Game& game) {
  const auto n = static_cast<std::size_t>(game.board().size());
  const auto steps = static_cast<std::size_t>(game.steps());
  std::vector<std::uint8_t> all((steps + 1) * n * n);
  {
    nb::gil_scoped_release release;
    Game past(game);
    for (std::size_t i = steps + 1; i-- > 0;) {
      const auto stones = colours(past.board());
      std::copy(stones.begin(), stones.end(), all.begin() + static_cast<std::ptrdiff_t>(i * n * n));
      past.undo();
    }
  }
  return to_numpy<std::uint8_t, nb::ndim<3>>(std::move(all), {steps + 1, n, n});
}

using Positions = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// The last positions of games of one size: stones, prisoners (black, white), player to move, passes in a row.
auto final_positions(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
                     bool suicide, int threads) {
  if (size < kMinSize || size > kMaxSize) throw std::invalid_argument("board size out of range");
  if (offsets.shape(0) == 0) throw std::invalid_argument("expected one offset more than there are games");
  const std::size_t n = offsets.shape(0) - 1;
  const auto side = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < n; ++i)
    if (offsets.data()[i] < 0 || offsets.data()[i] > offsets.data()[i + 1] ||
        static_cast<std::size_t>(offsets.data()[i + 1]) > actions.shape(0))
      throw std::invalid_argument("the offsets do not divide the actions");
  std::vector<std::uint8_t> stones(n * side * side), to_play(n), passes(n);
  std::vector<std::int32_t> captured(2 * n), illegal(n);
  {
    nb::gil_scoped_release release;
    kifu::parallel_for(n, threads, 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto first = static_cast<std::size_t>(offsets.data()[i]);
        Game game(size, Rules{KoRule::kSimple, suicide});
        const Replayed done = replay(
            game, span_of(actions).subspan(first, static_cast<std::size_t>(offsets.data()[i + 1]) - first),
            OnIllegal::kStop);
        const auto board = colours(game.board());
        std::copy(board.begin(), board.end(), stones.begin() + static_cast<std::ptrdiff_t>(i * side * side));
        to_play[i] = game.to_play();
        passes[i] = static_cast<std::uint8_t>(std::min(game.passes_in_a_row(), 255));
        captured[2 * i] = game.board().captured(kBlack);
        captured[2 * i + 1] = game.board().captured(kWhite);
        illegal[i] = done.illegal;
      }
    });
  }
  return std::make_tuple(to_numpy<std::uint8_t, nb::ndim<3>>(std::move(stones), {n, side, side}),
                         to_numpy<std::int32_t, nb::ndim<2>>(std::move(captured), {n, 2}),
                         to_numpy(std::move(to_play)), to_numpy(std::move(passes)),
                         to_numpy(std::move(illegal)));
}

// The stones before every move and pass of games of one size.
auto boards_before(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
                   int threads) {
  const auto games = checked_games(size, actions, offsets);
  const auto side = static_cast<std::size_t>(size);
  std::vector<std::size_t> first(games.count() + 1);
  for (std::size_t i = 0; i < games.count(); ++i)
    first[i + 1] = first[i] + static_cast<std::size_t>(std::ranges::count_if(
                                  games.game(i), [](Action a) { return !action::is_setup(a); }));
  std::vector<std::uint8_t> boards(first.back() * side * side), legal(games.count());
  {
    nb::gil_scoped_release release;
    kifu::parallel_for(games.count(), threads, 16, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        legal[i] = boards_before_moves(size, games.game(i), boards.data() + first[i] * side * side);
    });
  }
  if (const auto bad = std::ranges::find(legal, 0); bad != legal.end())
    throw std::invalid_argument("game " + std::to_string(bad - legal.begin()) + " has an illegal move");
  return to_numpy<std::uint8_t, nb::ndim<3>>(std::move(boards), {first.back(), side, side});
}

}  // namespace

void bind_go(nb::module_& m) {
  m.attr("MIN_SIZE") = kMinSize;
  m.attr("MAX_SIZE") = kMaxSize;
  nb::class_<Game>(m, "Game",
                   "A board with its past. Points are row-by-row indices, -1 a pass; colours 1 and 2.")
      .def(
          "__init__",
          [](Game* self, int size, int ko, bool suicide) { new (self) Game(make_game(size, ko, suicide)); },
          nb::arg("size"), nb::arg("ko"), nb::arg("suicide"))
      .def("__copy__", [](const Game& game) { return Game(game); })
      .def_prop_ro("size", [](const Game& game) { return game.board().size(); })
      .def_prop_ro("to_play", [](const Game& game) { return static_cast<int>(game.to_play()); })
      .def(
          "set_to_play", [](Game& game, int colour) { game.set_to_play(to_colour(colour)); },
          nb::arg("colour"))
      .def_prop_ro("steps", &Game::steps)
      .def_prop_ro("passes_in_a_row", &Game::passes_in_a_row)
      .def(
          "step",
          [](const Game& game, int i) {
            if (i < 0 || i >= game.steps()) throw std::out_of_range("no such step");
            const Stone stone = game.step(i);
            return std::make_tuple(static_cast<int>(stone.colour), to_point(game.board(), stone.vertex),
                                   game.is_setup(i));
          },
          nb::arg("index"), "Colour, point and whether it was a setup.")
      .def_prop_ro("key", [](const Game& game) { return game.board().key(); })
      .def_prop_ro("situation", &Game::situation)
      .def_prop_ro("ko", [](const Game& game) { return to_point(game.board(), game.board().ko()); })
      .def(
          "captured", [](const Game& game, int colour) { return game.board().captured(to_colour(colour)); },
          nb::arg("colour"))
      .def(
          "at",
          [](const Game& game, int point) {
            const Vertex v = to_vertex(game, point);
            return v == kPass ? 0 : static_cast<int>(game.board().at(v));
          },
          nb::arg("point"))
      .def_prop_ro(
          "stones", [](const Game& game) { return square(game.board(), colours(game.board())); },
          nb::rv_policy::automatic)
      .def("boards", &boards)
      .def(
          "legality",
          [](const Game& game, int colour, int point) {
            return static_cast<int>(game.legality(to_colour(colour), to_vertex(game, point)));
          },
          nb::arg("colour"), nb::arg("point"))
      .def("legal_points", &legal_points, nb::arg("colour"))
      .def(
          "play",
          [](Game& game, int colour, int point) {
            const Vertex v = to_vertex(game, point);
            const Legality legality = game.legality(to_colour(colour), v);
            if (legality == Legality::kLegal) game.play(to_colour(colour), v);
            return static_cast<int>(legality);
          },
          nb::arg("colour"), nb::arg("point"), "Plays if legal; returns the legality.")
      .def("undo", &Game::undo)
      .def("setup", &setup_points, nb::arg("stones"))
      .def(
          "replay",
          [](Game& game, InputArray<std::uint16_t> actions, bool skip_illegal) {
            const Replayed done =
                replay(game, span_of(actions), skip_illegal ? OnIllegal::kSkip : OnIllegal::kStop);
            return std::make_tuple(done.illegal, static_cast<int>(done.reason), done.bad_setup);
          },
          nb::arg("actions"), nb::arg("skip_illegal"),
          "Number of the first illegal move (0: none), why, and whether it is a setup before that move.")
      .def("block", &block, nb::arg("point"))
      .def("block_points", &block_points, "One point of every block.")
      .def("unconditional_life",
           [](const Game& game) { return square(game.board(), unconditional_life(game.board())); });
  m.def(
      "describe",
      [](int legality) {
        if (legality < 0 || legality > static_cast<int>(Legality::kNoLiberties))
          throw std::invalid_argument("no such legality");
        return std::string(describe(static_cast<Legality>(legality)));
      },
      nb::arg("legality"));
  m.def(
      "game_key",
      [](int size, InputArray<std::uint16_t> actions) { return game_key(size, span_of(actions)); },
      nb::arg("size"), nb::arg("actions"), "One number for a game up to symmetry.");
  m.def("boards_before_moves", &boards_before, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
        nb::arg("threads") = 1, "The stones before every move and pass of games of one size.");
  m.def("final_positions", &final_positions, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
        nb::arg("suicide") = true, nb::arg("threads") = 1,
        "Last positions of games of one size: stones, prisoners, player to move, passes in a row, illegal "
        "move.");
}
