#include "models/network_inputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "work/parallel.hpp"

namespace kifu::models {

namespace {

constexpr std::size_t kPositionsAtOnce = 8;

// Writes the inputs of position `i` to where they belong.
void write_to(NetworkWriter& writer, const features::MoveWalk& walk, const features::GameTerms& terms,
              int symmetry, NetworkBatch& batch, std::size_t i) {
  const auto side = static_cast<std::size_t>(walk.board().size());
  const std::size_t width = features::kNetworkPlanes * side * side;
  constexpr std::size_t kNumbers = features::kNetworkNumbers;
  writer.write(walk, terms, symmetry, {batch.planes.data() + i * width, width},
               {batch.numbers.data() + i * kNumbers, kNumbers});
  batch.to_play[i] = walk.to_play();
}

// The same of a game's present position.
void write_to(NetworkWriter& writer, const go::Game& game, features::MoveWalk& walk,
              const features::GameTerms& terms, int symmetry, NetworkBatch& batch, std::size_t i) {
  const int steps = game.steps();
  std::array<go::Vertex, features::kPrevious> previous{};
  int moves = 0;
  for (int s = 0; s < steps; ++s) moves += !game.is_setup(s);
  for (int k = 0; k < features::kPrevious && k < steps && !game.is_setup(steps - 1 - k); ++k)
    previous[static_cast<std::size_t>(k)] = game.step(steps - 1 - k).vertex;
  walk.start(game.board(), game.to_play(), previous, moves);
  write_to(writer, walk, terms, symmetry, batch, i);
}

void make_room(NetworkBatch& batch, std::size_t n, int size) {
  batch.planes.resize(n * features::kNetworkPlanes * static_cast<std::size_t>(size) * size);
  batch.numbers.resize(n * features::kNetworkNumbers);
  batch.to_play.resize(n);
}

// Continues a walk to the position before move `wanted` (from 0), and sets whose turn it is; returns the
// move, or nothing behind the last one.
const go::Action* walk_to(features::MoveWalk& walk, std::span<const go::Action> game, int wanted) {
  walk.clear();
  std::size_t end = 0;
  for (int left = wanted; end < game.size(); ++end)
    if (!go::action::is_setup(game[end]) && left-- == 0) break;
  walk.apply(game.first(end));
  if (walk.moves() != wanted) throw std::invalid_argument("a game has fewer moves than asked for");
  if (end == game.size()) return nullptr;
  walk.set_to_play(go::action::is_white(game[end]) ? go::kWhite : go::kBlack);
  return &game[end];
}

}  // namespace

void NetworkWriter::write(const features::MoveWalk& walk, const features::GameTerms& terms, int symmetry,
                          std::span<float> planes, std::span<float> numbers) {
  features::write_planes(walk, symmetry, planes);
  features::write_numbers(walk, terms, numbers);
  write_moves(walk, symmetry, planes);
}

void NetworkWriter::write_moves(const features::MoveWalk& walk, int symmetry, std::span<float> planes) {
  const auto& geometry = walk.board().geometry();
  const auto legal = planes.subspan(features::kLegal * points_, points_);
  const auto expert = planes.subspan(features::kExpert * points_, points_);
  const auto place = [&](int point) {
    return static_cast<std::size_t>(features::turned_point(symmetry, size_, point));
  };
  if (model_ == nullptr) {
    for (int p = 0; p < geometry.points(); ++p)
      legal[place(p)] = walk.board().is_legal(walk.to_play(), geometry.vertex(p)) ? 1 : 0;
    return;
  }
  constexpr float kLeast = -3;
  std::fill(expert.begin(), expert.end(), kLeast);
  model_->rank(walk, kNoHistory, ranking_);
  for (std::size_t c = 0; c < ranking_.probability.size(); ++c) {
    const std::size_t at = place(geometry.point(ranking_.candidates.points[c]));
    legal[at] = 1;
    expert[at] = std::max(kLeast, std::log(std::max(ranking_.probability[c], 1e-9F)) / 4);
  }
}

void read_samples(const MoveModel* model, const go::Games& games, std::span<const features::GameTerms> terms,
                  std::span<const std::uint8_t> labels, const NetworkSamples& samples, int threads,
                  NetworkBatch& batch, NetworkTargets& targets) {
  const std::size_t n = samples.games.size(), points = static_cast<std::size_t>(games.size) * games.size;
  make_room(batch, n, games.size);
  targets.move.assign(n, -1);
  targets.owners.assign(n * points, 255);
  parallel_for(n, threads, kPositionsAtOnce, [&](std::size_t begin, std::size_t end) {
    NetworkWriter writer(model, games.size);
    features::MoveWalk walk(games.size);
    for (std::size_t i = begin; i < end; ++i) {
      const auto game = static_cast<std::size_t>(samples.games[i]);
      const int symmetry = samples.symmetries[i];
      const go::Action* next = walk_to(walk, games.game(game), samples.moves[i]);
      write_to(writer, walk, terms[game], symmetry, batch, i);
      const auto& geometry = walk.board().geometry();
      if (next != nullptr)
        targets.move[i] = go::action::kind(*next) == go::action::pass
                              ? geometry.points()
                              : features::turned_point(symmetry, games.size,
                                                       static_cast<int>(go::action::y(*next)) * games.size +
                                                           static_cast<int>(go::action::x(*next)));
      if (labels.empty()) continue;
      for (int p = 0; p < geometry.points(); ++p) {
        const std::uint8_t owner = labels[game * points + static_cast<std::size_t>(p)];
        const auto at = static_cast<std::size_t>(features::turned_point(symmetry, games.size, p));
        targets.owners[i * points + at] = owner == go::kBlack || owner == go::kWhite
                                              ? static_cast<std::uint8_t>(owner == walk.to_play() ? 1 : 2)
                                              : owner;
      }
    }
  });
}

NetworkBatch read_history(const MoveModel* model, const go::Game& game, const features::GameTerms& terms,
                          int first, int symmetry, int threads) {
  const int steps = game.steps(), size = game.board().size();
  if (first < 0) first = steps;
  if (first > steps) throw std::invalid_argument("expected a first step of the game's past");
  const auto n = static_cast<std::size_t>(steps - first + 1);
  NetworkBatch batch;
  make_room(batch, n, size);
  parallel_for(n, threads, kPositionsAtOnce * 4, [&](std::size_t begin, std::size_t end) {
    NetworkWriter writer(model, size);
    features::MoveWalk walk(size);
    go::Game past(game);
    // From the last to the first: a step back is an undo, whatever it was.
    for (std::size_t i = end; i-- > begin;) {
      const int step = first + static_cast<int>(i);
      while (past.steps() > step) past.undo();
      write_to(writer, past, walk, terms, symmetry, batch, i);
    }
  });
  return batch;
}

NetworkBatch read_positions(const MoveModel* model, std::span<const go::Game* const> games,
                            std::span<const features::GameTerms> terms, int threads) {
  NetworkBatch batch;
  if (games.empty()) return batch;
  const int size = games[0]->board().size();
  make_room(batch, games.size(), size);
  parallel_for(games.size(), threads, kPositionsAtOnce, [&](std::size_t begin, std::size_t end) {
    NetworkWriter writer(model, size);
    features::MoveWalk walk(size);
    for (std::size_t i = begin; i < end; ++i) write_to(writer, *games[i], walk, terms[i], 0, batch, i);
  });
  return batch;
}

}  // namespace kifu::models
