#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings.hpp"
#include "draughts/fen.hpp"
#include "draughts/game.hpp"
#include "draughts/notation.hpp"
#include "draughts/perft.hpp"
#include "draughts/replay.hpp"
#include "draughts/zobrist.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kifu::draughts;

namespace {

// A move for Python: the squares passed, and the squares captured in the order they were jumped.
using Squares = nb::typed<nb::tuple, int, nb::ellipsis>;
using PlainMove = std::tuple<Squares, Squares>;
using Rows = nb::ndarray<nb::numpy, std::uint32_t, nb::shape<-1, 4>, nb::c_contig>;
using Packed = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Squares as_tuple(const std::vector<int>& squares) {
  return nb::borrow<Squares>(nb::tuple(nb::cast(squares)));
}

PlainMove plain(const Move& move) {
  std::array<std::uint8_t, kMaxPieces + 1> squares{};
  const int n = squares_of(move, squares);
  std::vector<int> captured;
  for (int i = 0, bit = move.from; i < move.jumps; ++i) {
    const int step = kSteps[move.path >> (2 * i) & 3];
    captured.push_back(square_of(bit + step));
    bit += 2 * step;
  }
  return {as_tuple({squares.begin(), squares.begin() + n}), as_tuple(captured)};
}

MoveList legal_of(const Board& board) {
  MoveList legal;
  generate(board, legal);
  std::sort(legal.begin(), legal.end(), before);
  return legal;
}

std::vector<PlainMove> legal_moves(const Game& game) {
  std::vector<PlainMove> out;
  for (const Move& move : legal_of(game.board())) out.push_back(plain(move));
  return out;
}

Move read_or_throw(const Game& game, std::string_view text) {
  const MoveList legal = legal_of(game.board());
  const MoveRead read = read_move(legal, text);
  if (read.reading == Reading::Unfinished) {
    throw std::invalid_argument("the capture must go on: " + write_move(read.move));
  }
  if (!read.ok()) throw std::invalid_argument(explain(game.board(), legal, text, read));
  return read.move;
}

nb::object owned_rows(std::vector<PositionRow>&& rows) {
  auto* kept = new std::vector<PositionRow>(std::move(rows));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<PositionRow>*>(p); });
  return nb::cast(Rows(kept->data(), {kept->size(), 4}, owner));
}

nb::object positions(Packed moves, Offsets offsets, const std::vector<std::string>& fens) {
  const std::size_t games = offsets.size() == 0 ? 0 : offsets.size() - 1;
  if (games == 0) throw std::invalid_argument("offsets needs one number more than there are games");
  if (!fens.empty() && fens.size() != games)
    throw std::invalid_argument("expected one FEN for each game, or none");
  std::vector<PositionRow> rows;
  {
    nb::gil_scoped_release release;
    rows.resize(moves.size() + games);
    std::size_t out = 0;
    if (offsets(0) != 0 || offsets(games) != static_cast<std::int64_t>(moves.size())) {
      throw std::invalid_argument("offsets must begin with 0 and end with the number of moves");
    }
    for (std::size_t g = 0; g < games; ++g) {
      const std::int64_t first = offsets(g), last = offsets(g + 1);
      if (last < first || last > static_cast<std::int64_t>(moves.size())) {
        throw std::invalid_argument("offsets must ascend");
      }
      const auto count = static_cast<std::size_t>(last - first);
      const Board start = fens.empty() || fens[g].empty() ? start_board() : read_fen(fens[g]);
      try {
        replay_packed(start, {moves.data() + first, count}, {rows.data() + out, count + 1});
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("game " + std::to_string(g) + ": " + error.what());
      }
      out += count + 1;
    }
  }
  return owned_rows(std::move(rows));
}

// Asks Python for signals, so that a long count can be interrupted.
bool interrupted() {
  nb::gil_scoped_acquire acquire;
  return PyErr_CheckSignals() != 0;
}

std::uint64_t count(const Board& board, int depth, bool bulk) {
  if (depth < 0 || depth > 28) throw std::invalid_argument("depth must be from 0 to 28");
  bool stopped = false;
  std::uint64_t nodes = 0;
  {
    nb::gil_scoped_release release;
    nodes = perft(board, depth, bulk, [&] { return stopped = stopped || interrupted(); });
  }
  if (stopped) throw nb::python_error();
  return nodes;
}

}  // namespace

void bind_draughts(nb::module_& m) {
  nb::class_<Game>(m, "Game", "A board with its history; kifu.games.draughts.Position is the public face.")
      .def(nb::init<>())
      .def(nb::init<const Game&>())
      .def_static(
          "from_fen", [](std::string_view fen) { return Game(read_fen(fen)); }, "fen"_a)
      .def("fen", [](const Game& game) { return write_fen(game.board()); })
      .def("legal_moves", &legal_moves, "Sorted by the squares of the path.")
      .def(
          "read", [](const Game& game, std::string_view text) { return plain(read_or_throw(game, text)); },
          "text"_a)
      .def(
          "play",
          [](Game& game, std::string_view text) {
            const Move move = read_or_throw(game, text);
            game.play(move);
            return plain(move);
          },
          "text"_a)
      .def("undo",
           [](Game& game) {
             if (game.ply() == 0) throw std::invalid_argument("there is no move to take back");
             const Move move = game.last_move();
             game.undo();
             return plain(move);
           })
      .def(
          "move_at",
          [](const Game& game, int ply) {
            if (ply < 0 || ply >= game.ply()) throw std::invalid_argument("no move was played at this ply");
            return plain(game.move_at(ply));
          },
          "ply"_a)
      .def(
          "pack",
          [](const Game& game, std::string_view text) {
            return pack(legal_of(game.board()), read_or_throw(game, text));
          },
          "text"_a)
      .def(
          "unpack",
          [](const Game& game, std::uint16_t packed) {
            const auto move = unpack(legal_of(game.board()), packed);
            if (!move)
              throw std::invalid_argument("packed move " + std::to_string(packed) + " is not legal here");
            return plain(*move);
          },
          "packed"_a)
      .def(
          "end", [](const Game& game) { return static_cast<int>(game.end()); },
          "0 goes on, 1 no move, 2 third repetition, 3 forty moves.")
      .def_prop_ro("black_to_move", [](const Game& game) { return game.board().to_move == Colour::Black; })
      .def_prop_ro(
          "black", [](const Game& game) { return compress(game.board().black); }, "Bit n - 1 for square n.")
      .def_prop_ro("white", [](const Game& game) { return compress(game.board().white); })
      .def_prop_ro("kings", [](const Game& game) { return compress(game.board().kings); })
      .def_prop_ro("key", &Game::key)
      .def_prop_ro("ply", &Game::ply)
      .def_prop_ro("quiet_plies", &Game::quiet_plies)
      .def_prop_ro("occurrences", &Game::occurrences);

  m.def(
      "perft", [](std::string_view fen, int depth, bool bulk) { return count(read_fen(fen), depth, bulk); },
      "fen"_a, "depth"_a, "bulk"_a = true,
      "Sequences of legal moves; `bulk` counts the last ply without playing it.");
  m.def(
      "divide",
      [](std::string_view fen, int depth) {
        const Board board = read_fen(fen);
        std::vector<std::tuple<std::string, std::uint64_t>> out;
        if (depth < 1) throw std::invalid_argument("depth must be at least 1 to divide by first moves");
        for (const Move& move : legal_of(board)) {
          out.emplace_back(write_move(move), count(after(board, move), depth - 1, true));
        }
        return out;
      },
      "fen"_a, "depth"_a, "(first move, sequences below it), sorted.");
  m.def(
      "replay",
      [](std::string_view fen, const std::vector<std::string>& texts, bool skip) {
        std::vector<std::string_view> views(texts.begin(), texts.end());
        const Board start = fen.empty() ? start_board() : read_fen(fen);
        const Replayed result = replay(start, views, skip ? OnIllegal::Skip : OnIllegal::Stop);
        std::vector<std::tuple<int, int, std::string>> problems;
        for (const auto& problem : result.problems) {
          problems.emplace_back(problem.index, static_cast<int>(problem.reading), problem.message);
        }
        return std::make_tuple(result.moves, result.played, problems, write_fen(result.board));
      },
      "fen"_a, "texts"_a, "skip"_a, "Written moves into (packed, index played, problems, last FEN).");
  m.def("positions", &positions, "moves"_a, "offsets"_a, "fens"_a,
        "Games of packed moves into rows (black, white, kings, side to move), one more for each game than "
        "its moves.");
}
