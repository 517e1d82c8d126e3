#include "search/verify.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include "playouts/endings.hpp"
#include "work/parallel.hpp"

namespace kifu::search {

using go::Vertex;

namespace {

struct Tally {
  Vertex move;
  std::uint32_t playouts = 0;
  double sum = 0, squares = 0, wins = 0;
  bool dropped = false;

  double mean(bool by_score) const { return playouts == 0 ? 0 : (by_score ? sum : wins) / playouts; }
  double error(bool by_score) const {
    const double m = mean(by_score), square = (by_score ? squares : wins) / playouts;
    return std::sqrt(std::max(square - m * m, 1e-6) / playouts);
  }
};

// Points of Black in one ending.
float play_once(const GoState& start, Vertex move, const GoJudgement& judgement, Random& random,
                std::vector<Vertex>& line, std::vector<std::int32_t>& owned) {
  GoState state(start);
  state.play(move);
  line.clear();
  go::Board& board = state.board();
  const auto& geometry = board.geometry();
  const int area = playouts::play_local(board, state.to_play(), state.previous()[0], judgement.knowledge,
                                        random, 3 * geometry.points(), line);
  for (std::size_t point = 0; point < owned.size(); ++point)
    owned[point] += playouts::owner(board, geometry.vertex(static_cast<int>(point)));
  return static_cast<float>(area - (judgement.territory ? state.balance() : 0)) - judgement.komi;
}

void prune(std::vector<Tally>& tallies, const VerifyOptions& options) {
  const double width = static_cast<double>(options.width);
  double best = -1e9;
  for (const Tally& tally : tallies)
    if (!tally.dropped)
      best = std::max(best, tally.mean(options.by_score) - width * tally.error(options.by_score));
  for (Tally& tally : tallies)
    tally.dropped |= tally.mean(options.by_score) + width * tally.error(options.by_score) < best;
}

}  // namespace

Verification verify(const go::Game& game, std::span<const Vertex> candidates, const GoJudgement& judgement,
                    const VerifyOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const GoState state(game);
  const bool black = game.to_play() == go::kBlack;
  const auto points = static_cast<std::size_t>(game.board().geometry().points());
  std::vector<Tally> tallies;
  for (const Vertex v : candidates) tallies.push_back({v});
  std::vector<std::int64_t> owned(points);
  std::uint64_t played = 0;
  while (!tallies.empty()) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tallies.size(); ++i)
      if (!tallies[i].dropped) open.push_back(i);
    if (played > 0 && open.size() == 1) break;
    const auto round = static_cast<std::size_t>(std::max(1, options.round));
    const std::size_t n = std::min<std::size_t>(open.size() * round, options.playouts - played);
    if (n == 0 || (options.stop && *options.stop)) break;
    if (options.seconds > 0 &&
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > options.seconds)
      break;
    std::vector<float> scores(n);
    std::mutex mutex;
    parallel_for(n, options.threads, 8, [&](std::size_t begin, std::size_t end) {
      std::vector<Vertex> line;
      std::vector<std::int32_t> here(points);
      for (std::size_t i = begin; i < end; ++i) {
        Random random(options.seed, static_cast<std::uint64_t>(game.steps()) << 32 | (played + i));
        scores[i] = play_once(state, tallies[open[i % open.size()]].move, judgement, random, line, here);
      }
      const std::lock_guard lock(mutex);
      for (std::size_t p = 0; p < points; ++p) owned[p] += here[p];
    });
    for (std::size_t i = 0; i < n; ++i) {
      Tally& tally = tallies[open[i % open.size()]];
      const double score = static_cast<double>(black ? scores[i] : -scores[i]);
      ++tally.playouts;
      tally.sum += score;
      tally.squares += score * score;
      tally.wins += score > 0 ? 1 : score < 0 ? 0 : 0.5;
    }
    played += n;
    prune(tallies, options);
  }
  std::stable_sort(tallies.begin(), tallies.end(), [&](const Tally& a, const Tally& b) {
    if (a.dropped != b.dropped) return b.dropped;
    return a.mean(options.by_score) > b.mean(options.by_score);
  });
  Verification found;
  for (const Tally& tally : tallies)
    found.moves.push_back({tally.move, tally.playouts, static_cast<float>(tally.mean(true)),
                           static_cast<float>(tally.mean(false)), tally.dropped});
  for (const auto sum : owned)
    found.ownership.push_back(static_cast<float>(sum) /
                              static_cast<float>(std::max<std::uint64_t>(played, 1)));
  return found;
}

}  // namespace kifu::search
