#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "games.hpp"
#include "go/game.hpp"
#include "learners/frequencies.hpp"
#include "learners/harvest.hpp"
#include "learners/merging.hpp"
#include "learners/moves_full.hpp"
#include "learners/moves_paper.hpp"
#include "models/move_game.hpp"
#include "models/move_ranks.hpp"
#include "models/moves_paper.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace kifu;
using models::FullMoveModel;
using models::MoveModel;
using models::PaperMoveModel;
using models::PatternDictionary;

namespace {

template <class T>
std::vector<T> to_vector(const InputArray<T>& array) {
  return {array.data(), array.data() + array.shape(0)};
}
template <class T>
std::vector<T> copied(std::span<const T> values) {
  return {values.begin(), values.end()};
}

auto rank_games(const MoveModel& model, int size, InputArray<std::uint16_t> actions,
                InputArray<std::int64_t> offsets, int threads) {
  const auto games = checked_games(size, actions, offsets);
  models::MoveRanks ranks;
  {
    nb::gil_scoped_release release;
    ranks = models::rank_games(model, games, threads);
  }
  return std::make_tuple(to_numpy(std::move(ranks.game)), to_numpy(std::move(ranks.move)),
                         to_numpy(std::move(ranks.rank)), to_numpy(std::move(ranks.probability)));
}

// Candidates that the game's own rules allow too (superko); their probabilities add up to 1 again.
std::vector<std::size_t> allowed(const go::Game& game, models::Ranking& ranking) {
  std::vector<std::size_t> kept;
  float sum = 0;
  for (std::size_t i = 0; i < ranking.candidates.points.size(); ++i)
    if (game.legality(game.to_play(), ranking.candidates.points[i]) == go::Legality::kLegal) {
      kept.push_back(i);
      sum += ranking.probability[i];
    }
  if (sum > 0)
    for (float& p : ranking.probability) p /= sum;
  return kept;
}

auto rank_game(const MoveModel& model, const go::Game& game) {
  std::vector<std::int32_t> points;
  std::vector<float> probabilities;
  {
    nb::gil_scoped_release release;
    const auto at = models::walk_of(model, game);
    models::Ranking ranking;
    model.rank(at.walk, at.history, ranking);
    for (const auto i : allowed(game, ranking)) {
      points.push_back(game.board().geometry().point(ranking.candidates.points[i]));
      probabilities.push_back(ranking.probability[i]);
    }
  }
  return std::make_pair(to_numpy(std::move(points)), to_numpy(std::move(probabilities)));
}

auto explain_game(const MoveModel& model, const go::Game& game) {
  const std::size_t width = model.families().size(), groups = features::fact_groups().size();
  std::vector<std::int32_t> points;
  std::vector<float> probabilities, parts;
  std::vector<std::int16_t> facts;
  std::vector<std::uint32_t> patterns;
  std::vector<std::uint8_t> templates;
  std::vector<std::uint64_t> keys;
  {
    nb::gil_scoped_release release;
    const auto at = models::walk_of(model, game);
    models::Ranking ranking;
    const auto all = model.explain(at.walk, at.history, ranking);
    const auto& candidates = ranking.candidates;
    for (const auto i : allowed(game, ranking)) {
      points.push_back(game.board().geometry().point(candidates.points[i]));
      probabilities.push_back(ranking.probability[i]);
      parts.insert(parts.end(), all.begin() + static_cast<std::ptrdiff_t>(i * width),
                   all.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
      std::vector<std::int16_t> row(groups, -1);
      if (candidates.begin.size() > i + 1)
        for (const auto fact : candidates.facts_of(i))
          for (std::size_t g = 0; g < groups; ++g) {
            const auto& group = features::fact_groups()[g];
            if (fact >= group.begin && fact < group.begin + group.size)
              row[g] = static_cast<std::int16_t>(fact - group.begin);
          }
      facts.insert(facts.end(), row.begin(), row.end());
      const auto [number, size] =
          models::largest_of(model.dictionary(), candidates.keys[i], features::kShape);
      patterns.push_back(number);
      templates.push_back(static_cast<std::uint8_t>(size));
      keys.push_back(size > 0 ? candidates.keys[i].keys[static_cast<std::size_t>(size - 1)] : 0);
    }
  }
  const std::size_t n = points.size();
  return std::make_tuple(to_numpy(std::move(points)), to_numpy(std::move(probabilities)),
                         to_numpy<float, nb::ndim<2>>(std::move(parts), {n, width}),
                         to_numpy<std::int16_t, nb::ndim<2>>(std::move(facts), {n, groups}),
                         to_numpy(std::move(patterns)), to_numpy(std::move(templates)),
                         to_numpy(std::move(keys)));
}

auto rank_history(const MoveModel& model, const go::Game& game, int threads) {
  std::vector<float> all;
  {
    nb::gil_scoped_release release;
    all = models::probabilities_of_history(model, game, threads);
  }
  const auto size = static_cast<std::size_t>(game.board().size());
  return to_numpy<float, nb::ndim<3>>(std::move(all),
                                      {static_cast<std::size_t>(game.steps()) + 1, size, size});
}

using Positions = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Points = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

auto rank_positions(const MoveModel& model, Positions stones, InputArray<std::uint8_t> to_play,
                    Points previous, InputArray<std::int32_t> moves, int threads) {
  const std::size_t n = stones.shape(0), side = stones.shape(1);
  if (side != stones.shape(2) || side < go::kMinSize || side > go::kMaxSize || to_play.shape(0) != n ||
      previous.shape(0) != n || previous.shape(1) != features::kPrevious || moves.shape(0) != n)
    throw std::invalid_argument(
        "expected stones of shape (n, size, size), n players to move, previous moves of shape (n, 4) and n "
        "numbers "
        "of moves");
  const auto points = static_cast<std::int32_t>(side * side);
  for (std::size_t i = 0; i < n * features::kPrevious; ++i)
    if (previous.data()[i] < -1 || previous.data()[i] >= points)
      throw std::invalid_argument("a previous move is -1 or a point of the board");
  for (std::size_t i = 0; i < n; ++i)
    if (to_play.data()[i] != go::kBlack && to_play.data()[i] != go::kWhite)
      throw std::invalid_argument("a player is 1 or 2");
  std::vector<float> all(n * side * side);
  std::atomic<bool> impossible{false};
  {
    nb::gil_scoped_release release;
    parallel_for(n, threads, 8, [&](std::size_t begin, std::size_t end) {
      features::MoveWalk walk(static_cast<int>(side));
      models::Ranking ranking;
      for (std::size_t i = begin; i < end; ++i) {
        go::Board board(static_cast<int>(side));
        const auto& geometry = board.geometry();
        const std::uint8_t* colours = stones.data() + i * side * side;
        for (int p = 0; p < points; ++p)
          board.draw(geometry.vertex(p), static_cast<go::Colour>(std::min<int>(colours[p], go::kWhite)));
        board.rebuild();
        if (!board.has_liberties_everywhere()) {
          impossible = true;
          continue;
        }
        std::array<go::Vertex, features::kPrevious> last{};
        for (std::size_t k = 0; k < last.size(); ++k) {
          const auto p = previous.data()[i * features::kPrevious + k];
          last[k] = p < 0 ? go::kPass : geometry.vertex(p);
        }
        walk.start(board, static_cast<go::Colour>(to_play.data()[i]), last, std::max(moves.data()[i], 0));
        model.rank(walk, models::kNoHistory, ranking);
        for (std::size_t c = 0; c < ranking.candidates.points.size(); ++c)
          all[i * side * side + static_cast<std::size_t>(geometry.point(ranking.candidates.points[c]))] =
              ranking.probability[c];
      }
    });
  }
  if (impossible) throw std::invalid_argument("a position has a block without liberties");
  return to_numpy<float, nb::ndim<3>>(std::move(all), {n, side, side});
}

auto to_python(learners::CountedPatterns&& found) {
  return std::make_pair(to_numpy(std::move(found.keys)), to_numpy(std::move(found.counts)));
}

auto merge_patterns(
    const std::vector<std::pair<InputArray<std::uint64_t>, InputArray<std::uint16_t>>>& arrays) {
  std::vector<learners::PatternShard> shards;
  for (const auto& [keys, counts] : arrays) {
    if (counts.shape(0) != keys.shape(0)) throw std::invalid_argument("expected as many counts as keys");
    shards.push_back({span_of(keys), span_of(counts)});
  }
  learners::CountedPatterns found;
  {
    nb::gil_scoped_release release;
    found = learners::merge_patterns(shards);
  }
  return to_python(std::move(found));
}

auto find_pattern(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
                  int template_number, std::uint64_t key, std::size_t most, int threads) {
  const auto games = checked_games(size, actions, offsets);
  if (template_number < 1 || template_number > features::kTemplates)
    throw std::invalid_argument("expected a template from 1 to 8");
  std::vector<std::pair<std::uint32_t, std::uint16_t>> list;
  nb::gil_scoped_release release;
  for (const auto& use : models::find_pattern(games, template_number - 1, key, most, threads))
    list.emplace_back(use.game, use.move);
  return list;
}

}  // namespace

void bind_move_models(nb::module_& m) {
  nb::class_<PatternDictionary>(m, "PatternDictionary", "A fixed set of pattern keys.")
      .def(
          "__init__",
          [](PatternDictionary* self, InputArray<std::uint64_t> keys, int bits) {
            new (self) PatternDictionary(to_vector(keys), bits);
          },
          nb::arg("keys"), nb::arg("bits") = 64)
      .def("__len__", &PatternDictionary::size)
      .def_prop_ro("bits", &PatternDictionary::bits)
      .def("keys", [](const PatternDictionary& d) { return to_numpy(copied(d.keys())); });
  nb::class_<MoveModel>(m, "MoveModel", "Which moves experts would play.")
      .def("rank_games", &rank_games, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
           nb::arg("threads") = 1, "Of every move played: game, number, rank and probability.")
      .def("families", &MoveModel::families, "Kinds of evidence: the columns of an explanation.")
      .def("rank_game", &rank_game, nb::arg("game"),
           "Legal points of the present position and their probabilities.")
      .def("explain_game", &explain_game, nb::arg("game"),
           "Points, probabilities, what each family adds to the log-odds, facts by group (-1: none), and "
           "number, "
           "template (0: none) and key of the largest pattern.")
      .def("rank_history", &rank_history, nb::arg("game"), nb::arg("threads") = 1,
           "Probabilities of all points before every step and after the last.")
      .def("rank_positions", &rank_positions, nb::arg("stones"), nb::arg("to_play"), nb::arg("previous"),
           nb::arg("moves"), nb::arg("threads") = 1,
           "Probabilities of all points of many positions of one size.");
  m.def("find_pattern", &find_pattern, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
        nb::arg("template"), nb::arg("key"), nb::arg("most"), nb::arg("threads") = 1,
        "Games and moves in which a shape was played.");
  m.attr("NET_WIDTH") = models::kNetWidth;
  m.def("fact_groups", [] {
    std::vector<std::pair<std::string, int>> groups;
    for (const auto& group : features::fact_groups()) groups.emplace_back(group.name, group.size);
    return groups;
  });
  nb::class_<FullMoveModel, MoveModel>(m, "FullMoveModel", "Patterns and facts through a softmax.")
      .def(
          "__init__",
          [](FullMoveModel* self, const PatternDictionary& dictionary, InputArray<float> weights,
             InputArray<float> net, unsigned chains) {
            auto layers = net.shape(0) == 0 ? models::MoveNet() : models::MoveNet(to_vector(net));
            new (self) FullMoveModel(dictionary, to_vector(weights), std::move(layers), chains);
          },
          nb::arg("dictionary"), nb::arg("weights"), nb::arg("net"), nb::arg("chains"),
          "An empty net leaves out how facts and stones act together.");
  nb::class_<PaperMoveModel, MoveModel>(m, "PaperMoveModel", "Frequencies, ranked again by maximum entropy.")
      .def(
          "__init__",
          [](PaperMoveModel* self, const PatternDictionary& dictionary, InputArray<std::uint32_t> used,
             InputArray<std::uint32_t> unused, InputArray<float> weights, float bias, int top, bool folded) {
            new (self) PaperMoveModel(dictionary, to_vector(used), to_vector(unused), to_vector(weights),
                                      bias, top, folded);
          },
          nb::arg("dictionary"), nb::arg("used"), nb::arg("unused"), nb::arg("weights"), nb::arg("bias"),
          nb::arg("top"), nb::arg("folded"));
}

void bind_move_learners(nb::module_& m) {
  using learners::Frequencies;
  using learners::MoveSamples;
  using learners::MoveTrainer;
  using learners::PatternHarvest;
  nb::class_<PatternHarvest>(m, "PatternHarvest", "Counts the patterns in which experts played.")
      .def(nb::init<unsigned>(), nb::arg("chains"))
      .def(
          "add",
          [](PatternHarvest& self, int size, InputArray<std::uint16_t> actions,
             InputArray<std::int64_t> offsets, int threads) {
            const auto games = checked_games(size, actions, offsets);
            nb::gil_scoped_release release;
            self.add(games, threads);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1)
      .def_prop_ro("moves", &PatternHarvest::moves)
      .def(
          "finish",
          [](PatternHarvest& self, int at_least, int threads) {
            learners::CountedPatterns found;
            {
              nb::gil_scoped_release release;
              found = self.finish(at_least, threads);
            }
            return to_python(std::move(found));
          },
          nb::arg("at_least") = 2, nb::arg("threads") = 1, "Sorted keys and their counts.");
  m.def("merge_patterns", &merge_patterns, nb::arg("shards"),
        "Sorted keys of all shards, and their counts added up.");
  nb::class_<Frequencies>(m, "Frequencies", "How often the largest pattern of a move was played.")
      .def(nb::init<const PatternDictionary&>(), nb::arg("dictionary"))
      .def(
          "add",
          [](Frequencies& self, const PatternDictionary& dictionary, int size,
             InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets, bool nested, int threads) {
            const auto games = checked_games(size, actions, offsets);
            if (self.used.size() != dictionary.size() + 1)
              throw std::invalid_argument("these frequencies are of another dictionary");
            nb::gil_scoped_release release;
            self.add(dictionary, games, nested, threads);
          },
          nb::arg("dictionary"), nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
          nb::arg("nested") = false, nb::arg("threads") = 1)
      .def("used", [](const Frequencies& f) { return to_numpy(std::vector(f.used)); })
      .def("unused", [](const Frequencies& f) { return to_numpy(std::vector(f.unused)); });
  nb::class_<MoveSamples>(m, "MoveSamples", "Samples of the maximum-entropy model.")
      .def(nb::init<const PaperMoveModel&, int>(), nb::arg("model"), nb::arg("size"), nb::keep_alive<1, 2>())
      .def(
          "add",
          [](MoveSamples& self, int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
             int threads) {
            const auto games = checked_games(size, actions, offsets);
            nb::gil_scoped_release release;
            self.add(games, threads);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1)
      .def_prop_ro("positions", &MoveSamples::positions)
      .def_prop_ro("samples", &MoveSamples::samples)
      .def_prop_ro("attributes", &MoveSamples::attributes)
      .def("counts", [](const MoveSamples& self) { return to_numpy(self.counts()); })
      .def(
          "evaluate",
          [](const MoveSamples& self, InputArray<double> weights, int threads) {
            if (weights.shape(0) != self.attributes() + 1)
              throw std::invalid_argument("expected one weight an attribute, and the bias");
            std::vector<double> gradient(weights.shape(0));
            double loss = 0;
            {
              nb::gil_scoped_release release;
              loss = self.evaluate(span_of(weights), gradient, threads);
            }
            return std::make_pair(loss, to_numpy(std::move(gradient)));
          },
          nb::arg("weights"), nb::arg("threads") = 1, "Loss and gradient.");
  nb::class_<MoveTrainer>(m, "MoveTrainer", "Learns the weights of the full model.")
      .def(
          "__init__",
          [](MoveTrainer* self, const PatternDictionary& dictionary, InputArray<std::uint16_t> counts,
             unsigned chains, int at_least, int lanes, bool net, std::uint64_t seed) {
            new (self) MoveTrainer(dictionary, to_vector(counts), {chains, at_least, lanes, net, seed});
          },
          nb::arg("dictionary"), nb::arg("counts"), nb::arg("chains"), nb::arg("at_least"), nb::arg("lanes"),
          nb::arg("net"), nb::arg("seed"))
      .def(
          "train",
          [](MoveTrainer& self, int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
             InputArray<std::uint32_t> order, std::array<float, 3> rates, int threads,
             nb::typed<nb::callable, void(std::size_t)> told) {
            const auto games = checked_games(size, actions, offsets);
            for (std::size_t i = 0; i < order.shape(0); ++i)
              if (order.data()[i] >= games.count()) throw std::invalid_argument("no such game in the order");
            // Running Python code also lets Ctrl-C through.
            const auto tell = [&](std::size_t begun) {
              nb::gil_scoped_acquire acquire;
              told(begun);
            };
            nb::gil_scoped_release release;
            const auto pass =
                self.train(games, span_of(order), {rates[0], rates[1], rates[2]}, threads, tell);
            return std::make_tuple(pass.loss, pass.moves, pass.first);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("order"), nb::arg("rates"),
          nb::arg("threads"), nb::arg("told"),
          "One pass: sum of -log P, moves, and how many had the highest score.")
      .def("restore",
           [](MoveTrainer& self, InputArray<float> weights, InputArray<float> squares, InputArray<float> net,
              InputArray<float> net_state) {
             self.restore(span_of(weights), span_of(squares), span_of(net), span_of(net_state));
           })
      .def("net", [](const MoveTrainer& self) { return to_numpy(copied(self.net())); })
      .def("net_state", [](const MoveTrainer& self) { return to_numpy(copied(self.net_state())); })
      .def("weights", [](const MoveTrainer& self) { return to_numpy(copied(self.weights())); })
      .def("squares", [](const MoveTrainer& self) { return to_numpy(copied(self.squares())); });
}
