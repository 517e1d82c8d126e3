#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "models/life.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace kifu;

namespace {

using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Positions = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> to_vector(const InputArray<T>& array) {
  return {array.data(), array.data() + array.shape(0)};
}

models::Layers make_layers(InputArray<float> shift, InputArray<float> scale,
                           const std::vector<std::pair<Rows, InputArray<float>>>& layers) {
  std::vector<models::Layers::Layer> list;
  for (const auto& [weights, biases] : layers)
    list.push_back({static_cast<int>(weights.shape(1)),
                    static_cast<int>(weights.shape(0)),
                    {weights.data(), weights.data() + weights.size()},
                    to_vector(biases)});
  return models::Layers(to_vector(shift), to_vector(scale), std::move(list));
}

auto predict_rows(const models::Classifier& classifier, Rows rows, int threads) {
  if (static_cast<int>(rows.shape(1)) != classifier.width())
    throw std::invalid_argument("expected rows of as many numbers as the classifier has inputs");
  std::vector<float> out(rows.shape(0));
  {
    nb::gil_scoped_release release;
    parallel_for(out.size(), threads, 1024, [&](std::size_t begin, std::size_t end) {
      classifier.predict({rows.data() + begin * rows.shape(1), (end - begin) * rows.shape(1)},
                         {out.data() + begin, end - begin});
    });
  }
  return to_numpy(std::move(out));
}

features::LifeSet checked(const models::Classifier& classifier, bool full, int playouts) {
  const features::LifeSet set{full, playouts};
  if (classifier.width() != set.width())
    throw std::invalid_argument("the classifier was not made for this set of features");
  if (full && playouts < 1) throw std::invalid_argument("the full set needs at least one playout");
  return set;
}

auto life_of_game(const go::Game& game, const models::Classifier& classifier, bool full, int playouts,
                  std::uint64_t seed) {
  const auto set = checked(classifier, full, playouts);
  std::vector<float> map;
  {
    nb::gil_scoped_release release;
    map = models::life_map(game, classifier, set, seed);
  }
  const auto size = static_cast<std::size_t>(game.board().size());
  return to_numpy<float, nb::ndim<2>>(std::move(map), {size, size});
}

// Positions given as stones: no ko, passes as told.
auto life_of_positions(Positions stones, InputArray<std::uint8_t> to_play, InputArray<std::uint8_t> passes,
                       const models::Classifier& classifier, bool full, int playouts, std::uint64_t seed,
                       int threads) {
  const auto set = checked(classifier, full, playouts);
  const std::size_t n = stones.shape(0), side = stones.shape(1);
  if (side != stones.shape(2) || side < go::kMinSize || side > go::kMaxSize || to_play.shape(0) != n ||
      passes.shape(0) != n)
    throw std::invalid_argument(
        "expected stones of shape (n, size, size), n players to move and n numbers of passes");
  std::vector<float> maps(n * side * side);
  std::atomic<bool> impossible{false};
  {
    nb::gil_scoped_release release;
    parallel_for(n, threads, 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        go::Game game(static_cast<int>(side), go::Rules{go::KoRule::kSimple, true});
        std::vector<go::Stone> list;
        const std::uint8_t* colours = stones.data() + i * side * side;
        for (int p = 0; p < game.board().geometry().points(); ++p)
          if (colours[p] == go::kBlack || colours[p] == go::kWhite)
            list.push_back({static_cast<go::Colour>(colours[p]), game.board().geometry().vertex(p)});
        if (!game.setup(list)) {
          impossible = true;
          continue;
        }
        const int n_passes = std::min<int>(passes.data()[i], 2);
        const auto mover = to_play.data()[i] == go::kWhite ? go::kWhite : go::kBlack;
        game.set_to_play(n_passes % 2 == 0 ? mover : opponent(mover));
        for (int k = 0; k < n_passes; ++k) game.play(game.to_play(), go::kPass);
        const auto map = models::life_map(game, classifier, set, seed);
        std::copy(map.begin(), map.end(), maps.begin() + static_cast<std::ptrdiff_t>(i * side * side));
      }
    });
  }
  if (impossible) throw std::invalid_argument("a position has a block without liberties");
  return to_numpy<float, nb::ndim<3>>(std::move(maps), {n, side, side});
}

auto combine_life(InputArray<float> classifier, InputArray<float> network, int size) {
  if (classifier.shape(0) != network.shape(0))
    throw std::invalid_argument("expected as many answers of the network as of the classifier");
  std::vector<float> out(classifier.shape(0));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = models::combine_life(classifier.data()[i], network.data()[i], size);
  return to_numpy(std::move(out));
}

}  // namespace

void bind_models(nb::module_& m) {
  m.def("combine_life", &combine_life, nb::arg("classifier"), nb::arg("network"), nb::arg("size"),
        "Probabilities that blocks live, from the classifier and the network's owners.");
  nb::class_<models::Classifier>(m, "Classifier", "A trained classifier of rows of numbers.")
      .def_prop_ro("width", &models::Classifier::width)
      .def("predict", &predict_rows, nb::arg("rows"), nb::arg("threads") = 1,
           "Probability of class 1 of each row.");
  nb::class_<models::Layers, models::Classifier>(m, "Layers",
                                                 "Layers of neurons; one layer is a linear classifier.")
      .def(
          "__init__",
          [](models::Layers* self, InputArray<float> shift, InputArray<float> scale,
             const std::vector<std::pair<Rows, InputArray<float>>>& layers) {
            new (self) models::Layers(make_layers(shift, scale, layers));
          },
          nb::arg("shift"), nb::arg("scale"), nb::arg("layers"));
  nb::class_<models::Trees, models::Classifier>(m, "Trees", "Boosted decision trees.")
      .def(
          "__init__",
          [](models::Trees* self, int width, float baseline, InputArray<std::int64_t> offsets,
             InputArray<std::int16_t> feature, InputArray<float> threshold, InputArray<std::int16_t> left,
             InputArray<std::int16_t> right, InputArray<float> value) {
            new (self) models::Trees(width, baseline, span_of(offsets), span_of(feature), span_of(threshold),
                                     span_of(left), span_of(right), span_of(value));
          },
          nb::arg("width"), nb::arg("baseline"), nb::arg("offsets"), nb::arg("feature"), nb::arg("threshold"),
          nb::arg("left"), nb::arg("right"), nb::arg("value"));
  m.def("life_of_game", &life_of_game, nb::arg("game"), nb::arg("classifier"), nb::arg("full"),
        nb::arg("playouts"), nb::arg("seed"),
        "Per point the probability that its block lives, -1 on empty points.");
  m.def("life_of_positions", &life_of_positions, nb::arg("stones"), nb::arg("to_play"), nb::arg("passes"),
        nb::arg("classifier"), nb::arg("full"), nb::arg("playouts"), nb::arg("seed"), nb::arg("threads") = 1,
        "The same for many positions of one size.");
}
