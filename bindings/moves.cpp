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
#include "learners/frequencies.hpp"
#include "learners/harvest.hpp"
#include "learners/moves_full.hpp"
#include "learners/moves_paper.hpp"
#include "models/move_ranks.hpp"
#include "models/moves_paper.hpp"

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
      .def("rank_games", &rank_games, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1,
           "Of every move played: game, number, rank and probability.");
  nb::class_<FullMoveModel, MoveModel>(m, "FullMoveModel", "Patterns and facts through a softmax.")
      .def(
          "__init__",
          [](FullMoveModel* self, const PatternDictionary& dictionary, InputArray<float> weights, unsigned chains) {
            new (self) FullMoveModel(dictionary, to_vector(weights), chains);
          },
          nb::arg("dictionary"), nb::arg("weights"), nb::arg("chains"));
  nb::class_<PaperMoveModel, MoveModel>(m, "PaperMoveModel", "Frequencies, ranked again by maximum entropy.")
      .def(
          "__init__",
          [](PaperMoveModel* self, const PatternDictionary& dictionary, InputArray<std::uint32_t> used,
             InputArray<std::uint32_t> unused, InputArray<float> weights, float bias, int top, bool folded) {
            new (self) PaperMoveModel(dictionary, to_vector(used), to_vector(unused), to_vector(weights), bias, top, folded);
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
          [](PatternHarvest& self, int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
             int threads) {
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
            return std::make_pair(to_numpy(std::move(found.keys)), to_numpy(std::move(found.counts)));
          },
          nb::arg("at_least") = 2, nb::arg("threads") = 1, "Sorted keys and their counts.");
  nb::class_<Frequencies>(m, "Frequencies", "How often the largest pattern of a move was played.")
      .def(nb::init<const PatternDictionary&>(), nb::arg("dictionary"))
      .def(
          "add",
          [](Frequencies& self, const PatternDictionary& dictionary, int size, InputArray<std::uint16_t> actions,
             InputArray<std::int64_t> offsets, int threads) {
            const auto games = checked_games(size, actions, offsets);
            if (self.used.size() != dictionary.size() + 1)
              throw std::invalid_argument("these frequencies are of another dictionary");
            nb::gil_scoped_release release;
            self.add(dictionary, games, threads);
          },
          nb::arg("dictionary"), nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("threads") = 1)
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
      .def("occurring", [](const MoveSamples& self) { return to_numpy(self.occurring()); })
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
          [](MoveTrainer* self, const PatternDictionary& dictionary, InputArray<std::uint16_t> counts, unsigned chains,
             float rate, float decay, int at_least, int lanes) {
            new (self) MoveTrainer(dictionary, to_vector(counts), {chains, rate, decay, at_least, lanes});
          },
          nb::arg("dictionary"), nb::arg("counts"), nb::arg("chains"), nb::arg("rate"), nb::arg("decay"),
          nb::arg("at_least"), nb::arg("lanes"))
      .def(
          "train",
          [](MoveTrainer& self, int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
             InputArray<std::uint32_t> order, int threads) {
            const auto games = checked_games(size, actions, offsets);
            for (std::size_t i = 0; i < order.shape(0); ++i)
              if (order.data()[i] >= games.count()) throw std::invalid_argument("no such game in the order");
            nb::gil_scoped_release release;
            const auto pass = self.train(games, span_of(order), threads);
            return std::make_tuple(pass.loss, pass.moves, pass.first);
          },
          nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("order"), nb::arg("threads") = 1,
          "One pass: sum of -log P, moves, and how many had the highest score.")
      .def("restore",
           [](MoveTrainer& self, InputArray<float> weights, InputArray<float> squares) {
             self.restore(span_of(weights), span_of(squares));
           })
      .def("weights", [](const MoveTrainer& self) { return to_numpy(copied(self.weights())); })
      .def("squares", [](const MoveTrainer& self) { return to_numpy(copied(self.squares())); });
}
