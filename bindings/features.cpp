#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "features/life_blocks.hpp"
#include "work/parallel.hpp"

namespace nb = nanobind;
using namespace kifu;

namespace {

using Matrix = nb::ndarray<nb::numpy, float, nb::ndim<2>>;
using Maps = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Owners = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

features::LifeSet life_set(bool full, int playouts) {
  if (full && playouts < 1) throw std::invalid_argument("the full set needs at least one playout");
  return {full, playouts};
}

std::vector<std::string> life_names(bool full) {
  std::vector<std::string> names(features::kLifePaperNames.begin(), features::kLifePaperNames.end());
  if (full) names.insert(names.end(), features::kLifeExtraNames.begin(), features::kLifeExtraNames.end());
  return names;
}

// Labelled games of one size, their actions end to end.
class Games {
 public:
  Games(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets, Owners owners)
      : size_(size), actions_(actions), offsets_(offsets), owners_(owners) {
    const std::size_t n = offsets.shape(0);
    if (size < go::kMinSize || size > go::kMaxSize) throw std::invalid_argument("board size out of range");
    if (n == 0 || owners.shape(0) + 1 != n || owners.shape(1) != static_cast<std::size_t>(size * size))
      throw std::invalid_argument("expected one row of owners per game, and one offset more");
    for (std::size_t i = 0; i + 1 < n; ++i)
      if (offsets.data()[i] < 0 || offsets.data()[i] > offsets.data()[i + 1])
        throw std::invalid_argument("the offsets must not go down");
    if (static_cast<std::size_t>(offsets.data()[n - 1]) > actions.shape(0))
      throw std::invalid_argument("the offsets reach beyond the actions");
  }
  std::size_t count() const { return owners_.shape(0); }
  features::LabelledGame game(std::size_t i) const {
    const auto first = static_cast<std::size_t>(offsets_.data()[i]);
    const auto points = static_cast<std::size_t>(size_ * size_);
    return {size_,
            span_of(actions_).subspan(first, static_cast<std::size_t>(offsets_.data()[i + 1]) - first),
            {owners_.data() + i * points, points}};
  }

 private:
  int size_;
  InputArray<std::uint16_t> actions_;
  InputArray<std::int64_t> offsets_;
  Owners owners_;
};

auto life_examples(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets,
                   Owners owners, bool full, int playouts, double share, double end_share, std::uint64_t seed,
                   bool interior, std::int32_t first_game, int threads, std::optional<Maps> network) {
  const Games games(size, actions, offsets, owners);
  const auto points = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  // The moves of a game are its actions but for setups.
  std::vector<std::size_t> first_map(games.count() + 1);
  for (std::size_t i = 0; i < games.count(); ++i) {
    const auto game = games.game(i).actions;
    first_map[i + 1] =
        first_map[i] + static_cast<std::size_t>(std::count_if(
                           game.begin(), game.end(), [](go::Action a) { return !go::action::is_setup(a); }));
  }
  if (network && (network->shape(0) != first_map.back() || network->shape(1) != points))
    throw std::invalid_argument("expected the network's owner of every point after every move");
  const features::LifeSet set = life_set(full, playouts);
  constexpr std::size_t kChunk = 8;
  std::vector<features::LifeExamples> parts((games.count() + kChunk - 1) / kChunk);
  features::LifeExamples all;
  {
    nb::gil_scoped_release release;
    parallel_for(games.count(), threads, kChunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        auto game = games.game(i);
        if (network)
          game.network = {network->data() + first_map[i] * points,
                          (first_map[i + 1] - first_map[i]) * points};
        features::life_examples(game, first_game + static_cast<std::int32_t>(i), set, {share, end_share},
                                seed, interior, parts[begin / kChunk]);
      }
    });
    const auto append = [](auto& to, auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (auto& part : parts) {
      append(all.features, part.features);
      append(all.kind, part.kind);
      append(all.game, part.game);
      append(all.move, part.move);
      append(all.length, part.length);
      append(all.network, part.network);
    }
  }
  const std::size_t rows = all.kind.size();
  return std::make_tuple(
      to_numpy<float, nb::ndim<2>>(std::move(all.features), {rows, static_cast<std::size_t>(set.width())}),
      to_numpy(std::move(all.kind)), to_numpy(std::move(all.game)), to_numpy(std::move(all.move)),
      to_numpy(std::move(all.length)), to_numpy(std::move(all.network)));
}

auto life_kinds(int size, InputArray<std::uint16_t> actions, InputArray<std::int64_t> offsets, Owners owners,
                int threads) {
  const Games games(size, actions, offsets, owners);
  std::vector<std::int64_t> counts(games.count() * 5);
  {
    nb::gil_scoped_release release;
    parallel_for(games.count(), threads, 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto kinds = features::life_kinds(games.game(i));
        std::copy(kinds.begin(), kinds.end(), counts.begin() + static_cast<std::ptrdiff_t>(5 * i));
      }
    });
  }
  return to_numpy<std::int64_t, nb::ndim<2>>(std::move(counts), {games.count(), 5});
}

auto life_blocks(const go::Game& game, bool full, int playouts, std::uint64_t seed) {
  const features::LifeSet set = life_set(full, playouts);
  features::LifeBlocks blocks;
  {
    nb::gil_scoped_release release;
    blocks = features::life_blocks(game, set, seed);
  }
  const std::size_t rows = blocks.heads.size();
  std::vector<std::int32_t> heads;
  for (const auto v : blocks.heads) heads.push_back(game.board().geometry().point(v));
  return std::make_tuple(
      to_numpy<float, nb::ndim<2>>(std::move(blocks.features), {rows, static_cast<std::size_t>(set.width())}),
      to_numpy(std::move(heads)));
}

}  // namespace

void bind_features(nb::module_& m) {
  m.def("life_names", &life_names, nb::arg("full"), "Names of the life features in their order.");
  m.def("life_examples", &life_examples, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"),
        nb::arg("owners"), nb::arg("full"), nb::arg("playouts"), nb::arg("share"), nb::arg("end_share"),
        nb::arg("seed"), nb::arg("interior") = false, nb::arg("first_game") = 0, nb::arg("threads") = 1,
        nb::arg("network") = nb::none(),
        "Blocks of labelled games: features, kind (1 to 4), game, move and length of the game, and how far "
        "the block's side owns its points by the network's owners after every move, if they are given.");
  m.def("life_kinds", &life_kinds, nb::arg("size"), nb::arg("actions"), nb::arg("offsets"), nb::arg("owners"),
        nb::arg("threads") = 1,
        "Per game, how many blocks of each kind (0 unknown, 1 to 4) its positions have.");
  m.def("life_blocks", &life_blocks, nb::arg("game"), nb::arg("full"), nb::arg("playouts"), nb::arg("seed"),
        "All blocks of a position: features, and one point of each.");
}
