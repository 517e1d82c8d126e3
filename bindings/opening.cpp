#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "go/game.hpp"
#include "interruptible.hpp"
#include "learners/opening.hpp"
#include "models/opening.hpp"
#include "search/opening_games.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kifu;
using models::OpeningNet;

namespace {

using Moves = nb::ndarray<const std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Pairings = nb::ndarray<const std::int64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

features::OpeningForm form_of(int size, const std::string& codes, bool edges_everywhere, double unit) {
  if (size < go::kMinSize || size > go::kMaxSize) throw std::invalid_argument("board size out of range");
  if (codes.size() != 4) throw std::invalid_argument("expected four codes, of B, C, D and E");
  features::OpeningForm form;
  form.size = size;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto found = std::string("-sb").find(codes[i]);
    if (found == std::string::npos) throw std::invalid_argument("a code is -, s or b");
    form.codes[i] = static_cast<features::OpeningCode>(found);
  }
  form.edges_everywhere = edges_everywhere;
  form.unit = unit;
  return form;
}

int point_of(const go::Geometry& geometry, go::Vertex v) { return v == go::kPass ? -1 : geometry.point(v); }

// Openings of one length as points, checked to be on the board.
std::vector<go::Vertex> vertices(const Moves& moves, int size) {
  if (size < go::kMinSize || size > go::kMaxSize) throw std::invalid_argument("board size out of range");
  const go::Geometry geometry(size);
  std::vector<go::Vertex> out(moves.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int point = moves.data()[i];
    if (point < -1 || point >= geometry.points()) throw std::invalid_argument("a move is off the board");
    out[i] = point < 0 ? go::kPass : geometry.vertex(point);
  }
  return out;
}

void check_legal(const std::vector<go::Vertex>& moves, std::size_t length, int size) {
  for (std::size_t begin = 0; begin < moves.size(); begin += length) {
    go::Game game(size, {});
    for (std::size_t m = begin; m < begin + length; ++m) {
      if (moves[m] != go::kPass && game.legality(game.to_play(), moves[m]) != go::Legality::kLegal)
        throw std::invalid_argument("opening " + std::to_string(begin / length) + " has an illegal move " +
                                    std::to_string(m - begin + 1));
      game.play(game.to_play(), moves[m]);
    }
  }
}

search::OpeningExpert expert_of(int playouts, bool tree, bool owners, const models::MoveModel* model) {
  if (playouts < 1) throw std::invalid_argument("expected at least one playout");
  return {playouts, tree, owners, model};
}

// Dense inputs of the position of a game, seen by `view`.
auto inputs(const OpeningNet& net, const go::Game& game, int view, double komi) {
  const auto& form = net.options().form;
  if (game.board().size() != form.size) throw std::invalid_argument("the network is of another board size");
  features::OpeningFeatures features(form);
  std::vector<features::OpeningInput> found;
  const auto colour = static_cast<go::Colour>(view);
  features.collect(game.board(), colour, features::opening_off_board(game.board(), colour, komi), found);
  std::vector<double> dense(form.inputs());
  for (const auto& input : features.constant()) dense[input.index] += input.value;
  for (const auto& input : found) dense[input.index] += input.value;
  return to_numpy(std::move(dense));
}

void check_size(const OpeningNet& net, const go::Game& game) {
  if (game.board().size() != net.options().form.size)
    throw std::invalid_argument("this network is for boards of " + std::to_string(net.options().form.size) +
                                " lines, not " + std::to_string(game.board().size()));
}

auto move_values(const OpeningNet& net, const go::Game& game, double komi) {
  check_size(net, game);
  std::vector<std::int32_t> points;
  std::vector<double> values;
  {
    nb::gil_scoped_release release;
    OpeningNet own(net);
    std::vector<models::OpeningMove> moves;
    models::value_moves(own, game.board(), game.to_play(), komi, moves);
    for (const auto& move : moves) {
      if (game.legality(game.to_play(), move.vertex) != go::Legality::kLegal) continue;  // superko
      points.push_back(game.board().geometry().point(move.vertex));
      values.push_back(move.points);
    }
  }
  return std::make_pair(to_numpy(std::move(points)), to_numpy(std::move(values)));
}

double value(const OpeningNet& net, const go::Game& game, double komi) {
  check_size(net, game);
  OpeningNet own(net);
  OpeningNet::Glance glance;
  own.look(game.board(), opponent(game.to_play()), komi, glance);
  return own.points(glance.for_black());
}

// The output for Black, and how it changes with every weight.
auto gradient(const OpeningNet& net, const go::Game& game, double komi) {
  check_size(net, game);
  OpeningNet own(net);
  OpeningNet::Glance glance;
  own.look(game.board(), opponent(game.to_play()), komi, glance);
  std::vector<double> out(own.weights().size());
  own.add_gradient(glance, out);
  return std::make_pair(glance.for_black(), to_numpy(std::move(out)));
}

auto weights_of(const OpeningNet& net) {
  return to_numpy(std::vector<double>(net.weights().begin(), net.weights().end()));
}

auto play_openings(const std::vector<const OpeningNet*>& nets, Pairings pairs, int size, int moves, int drawn,
                   double komi, double explore, int classes, double decay, std::uint64_t seed, int threads) {
  if (size < go::kMinSize || size > go::kMaxSize) throw std::invalid_argument("board size out of range");
  if (moves < 1 || drawn < 0) throw std::invalid_argument("expected at least one move");
  search::OpeningGamesOptions options{.size = size, .moves = moves, .drawn = drawn, .komi = komi};
  options.choice = {explore, classes, decay};
  options.seed = seed;
  options.threads = threads;
  std::vector<OpeningNet> players;
  for (const OpeningNet* net : nets) {
    if (net->options().form.size != size) throw std::invalid_argument("a network is of another board size");
    players.push_back(*net);
  }
  std::vector<search::OpeningPairing> pairings;
  for (std::size_t i = 0; i < pairs.shape(0); ++i) {
    const std::int64_t* row = pairs.data() + 3 * i;
    for (const int side : {0, 1})
      if (row[side] < -1 || row[side] >= static_cast<std::int64_t>(players.size()))
        throw std::invalid_argument("there is no player " + std::to_string(row[side]));
    pairings.push_back({static_cast<std::int32_t>(row[0]), static_cast<std::int32_t>(row[1]),
                        static_cast<std::uint32_t>(row[2])});
  }
  std::vector<std::int16_t> out;
  {
    nb::gil_scoped_release release;
    const go::Geometry geometry(size);
    for (const go::Vertex v : search::play_openings(pairings, players, options))
      out.push_back(static_cast<std::int16_t>(point_of(geometry, v)));
  }
  return to_numpy<std::int16_t, nb::ndim<2>>(std::move(out),
                                             {pairs.shape(0), static_cast<std::size_t>(moves)});
}

auto finish_openings(Moves moves, int size, double komi, int playouts, bool tree, bool owners,
                     const models::MoveModel* model, std::uint64_t seed, int threads, nb::object progress) {
  const auto expert = expert_of(playouts, tree, owners, model);
  const auto all = vertices(moves, size);
  const std::size_t n = moves.shape(0), length = moves.shape(1);
  if (length > 0) check_legal(all, length, size);
  std::vector<double> points(n);
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  run_interruptibly(
      [&] {
        parallel_for(n, threads, 1, [&](std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end && !stop; ++i, ++done) {
            // A stream for each game, whoever plays it.
            Random random(seed, i);
            points[i] =
                search::finish_opening(size, {all.data() + i * length, length}, komi, expert, random.next());
          }
        });
      },
      [&] { stop = true; },
      [&] {
        if (!progress.is_none()) progress(done.load());
      });
  return to_numpy(std::move(points));
}

class Learner {
 public:
  Learner(const OpeningNet& net, int moves, double komi, double rate, double lambda, double explore,
          int classes, double decay, bool learn_from_drawn, std::uint64_t seed)
      : lessons_{moves, komi, rate, lambda, {explore, classes, decay}, learn_from_drawn, seed},
        learner_(net, lessons_) {
    if (moves < 1) throw std::invalid_argument("expected at least one move");
  }

  auto play(std::uint64_t number) {
    std::vector<std::int16_t> out;
    nb::gil_scoped_release release;
    const go::Geometry geometry(learner_.net().options().form.size);
    for (const go::Vertex v : learner_.play(number))
      out.push_back(static_cast<std::int16_t>(point_of(geometry, v)));
    nb::gil_scoped_acquire acquire;
    return to_numpy(std::move(out));
  }

  double expected() const { return learner_.expected(); }

  void finish(double black_points) {
    if (!std::isfinite(black_points)) throw std::invalid_argument("expected a number of points");
    learner_.finish(black_points);
  }

  // Games [first, last) finished by Kifu: rows (expected points, the expert's), and seconds of the expert.
  auto train(std::uint64_t first, std::uint64_t last, int playouts, bool tree, bool owners,
             const models::MoveModel* model) {
    const auto expert = expert_of(playouts, tree, owners, model);
    const int size = learner_.net().options().form.size;
    std::vector<double> rows;
    double seconds = 0;
    std::atomic<bool> stop{false};
    run_interruptibly(
        [&] {
          for (std::uint64_t number = first; number < last && !stop; ++number) {
            const auto moves = learner_.play(number);
            const auto start = std::chrono::steady_clock::now();
            // The expert's stream is its own: exploring more or less does not change it.
            Random random(~lessons_.seed, number);
            const double points = search::finish_opening(size, moves, lessons_.komi, expert, random.next());
            seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            rows.push_back(learner_.expected());
            rows.push_back(points);
            learner_.finish(points);
          }
        },
        [&] { stop = true; }, [] {});
    const std::size_t n = rows.size() / 2;
    return std::make_pair(to_numpy<double, nb::ndim<2>>(std::move(rows), {n, 2}), seconds);
  }

  auto weights() const { return weights_of(learner_.net()); }

 private:
  learners::OpeningLessons lessons_;
  learners::OpeningLearner learner_;
};

}  // namespace

void bind_opening_models(nb::module_& m) {
  nb::class_<OpeningNet>(m, "OpeningNet", "A network that values openings. Codes: -, s or b of B, C, D, E.")
      .def(
          "__init__",
          [](OpeningNet* self, int size, const std::string& codes, bool edges_everywhere, double unit,
             std::size_t hidden, double scale, bool mover_view, InputArray<double> weights) {
            if (hidden < 1 || !(scale > 0) || !(unit > 0))
              throw std::invalid_argument("expected hidden nodes, and scales above 0");
            const models::OpeningNetOptions options{form_of(size, codes, edges_everywhere, unit), hidden,
                                                    scale, mover_view};
            new (self) OpeningNet(options, {weights.data(), weights.data() + weights.size()});
          },
          "size"_a, "codes"_a, "edges_everywhere"_a, "unit"_a, "hidden"_a, "scale"_a, "mover_view"_a,
          "weights"_a)
      .def_prop_ro("weights", &weights_of, nb::rv_policy::move, "All of them, in a row.")
      .def("inputs", &inputs, "game"_a, "view"_a, "komi"_a, "The inputs of a position, seen by a colour.")
      .def("values", &move_values, "game"_a, "komi"_a,
           "Points of all legal moves, and what each is worth to who makes it.")
      .def("value", &value, "game"_a, "komi"_a, "Black's points that the position is worth.")
      .def("gradient", &gradient, "game"_a, "komi"_a,
           "The output for Black, 0 to 1, and how it changes with every weight.");
  m.def(
      "opening_inputs",
      [](int size, const std::string& codes) { return form_of(size, codes, true, 1).inputs(); }, "size"_a,
      "codes"_a, "How many inputs a form has.");
}

void bind_opening_search(nb::module_& m) {
  m.def("play_openings", &play_openings, "nets"_a, "pairs"_a, "size"_a, "moves"_a, "drawn"_a, "komi"_a,
        "explore"_a, "classes"_a, "decay"_a, "seed"_a, "threads"_a = 1,
        "Openings between networks (-1 plays at random): rows (black, white, start) to rows of points.");
  m.def("finish_openings", &finish_openings, "moves"_a, "size"_a, "komi"_a, "playouts"_a, "tree"_a,
        "owners"_a, "model"_a.none(), "seed"_a, "threads"_a = 1, "progress"_a.none() = nb::none(),
        "Black's points, komi counted, that Kifu's playouts give to games after their openings.");
}

void bind_opening_learners(nb::module_& m) {
  nb::class_<Learner>(m, "OpeningLearner", "Self-play and temporal differences.")
      .def(nb::init<const OpeningNet&, int, double, double, double, double, int, double, bool,
                    std::uint64_t>(),
           "net"_a, "moves"_a, "komi"_a, "rate"_a, "trace"_a, "explore"_a, "classes"_a, "decay"_a,
           "learn_from_drawn"_a, "seed"_a)
      .def("play", &Learner::play, "number"_a, "Play an opening and learn from its moves.")
      .def_prop_ro("expected", &Learner::expected, "What the position after it is taken for: Black's points.")
      .def("finish", &Learner::finish, "points"_a, "Learn how the game ended: Black's points, komi counted.")
      .def("train", &Learner::train, "first"_a, "last"_a, "playouts"_a, "tree"_a, "owners"_a,
           "model"_a.none(), "Games finished by Kifu: rows (expected, reached), and the expert's seconds.")
      .def_prop_ro("weights", &Learner::weights, nb::rv_policy::move);
}
