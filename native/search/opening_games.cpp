#include "search/opening_games.hpp"

#include <algorithm>
#include <cmath>

#include "go/game.hpp"
#include "playouts/endings.hpp"
#include "playouts/local.hpp"
#include "search/go_search.hpp"
#include "work/parallel.hpp"

namespace kifu::search {

using go::Board;
using go::Colour;
using go::Vertex;
using models::OpeningMove;
using models::OpeningNet;

namespace {

constexpr std::size_t kTreeMegabytes = 64;  // only a bound: far more than some thousand playouts grow
// Mean owner from which a point is counted as Black's, or as White's: held in 65 playouts of 100. Chosen by
// the agreement with GNU Go (docs/results/opening.md).
constexpr float kSure = 0.3F;
// Streams of one seed: starts are apart from games.
constexpr std::uint64_t kStarts = std::uint64_t{1} << 63;

// The place, among moves in the order of their values, of one of the less appealing.
std::size_t draw_less_appealing(std::size_t moves, const OpeningChoice& choice, Random& random) {
  const std::size_t others = moves - 1;
  const auto classes = std::min(static_cast<std::size_t>(std::max(choice.classes, 1)), others);
  double total = 0, weight = 1;
  for (std::size_t c = 0; c < classes; ++c, weight *= choice.decay) total += weight;
  double left = random.uniform() * total;
  std::size_t drawn = 0;
  for (weight = 1; drawn + 1 < classes && left >= weight; ++drawn, weight *= choice.decay) left -= weight;
  const std::size_t begin = others * drawn / classes, end = others * (drawn + 1) / classes;
  return 1 + begin + random.below(static_cast<std::uint32_t>(end - begin));
}

// Black's points of mean owners.
double points_of(std::span<const float> owners, bool sure_only) {
  double points = 0;
  for (const float owner : owners)
    if (!sure_only)
      points += static_cast<double>(owner);
    else if (std::abs(owner) > kSure)
      points += owner > 0 ? 1 : -1;
  return points;
}

}  // namespace

ChosenMove choose_opening(OpeningNet& net, const Board& board, Colour colour, double komi,
                          const OpeningChoice& choice, Random& random, std::vector<OpeningMove>& moves) {
  models::value_moves(net, board, colour, komi, moves);
  if (moves.empty()) return {};
  const auto better = [](const OpeningMove& a, const OpeningMove& b) { return a.points > b.points; };
  if (moves.size() == 1 || !(choice.explore > 0) || random.uniform() >= choice.explore)
    // The first of equals: max_element with the order turned round.
    return {std::min_element(moves.begin(), moves.end(), better)->vertex, false};
  std::stable_sort(moves.begin(), moves.end(), better);
  return {moves[draw_less_appealing(moves.size(), choice, random)].vertex, true};
}

Vertex choose_any(const Board& board, Colour colour, Random& random) {
  std::vector<Vertex> legal;
  for (int p = 0; p < board.geometry().points(); ++p)
    if (const Vertex v = board.geometry().vertex(p); board.is_legal(colour, v)) legal.push_back(v);
  return legal.empty() ? go::kPass : legal[random.below(static_cast<std::uint32_t>(legal.size()))];
}

std::vector<Vertex> play_openings(std::span<const OpeningPairing> pairings, std::span<const OpeningNet> nets,
                                  const OpeningGamesOptions& options) {
  const auto length = static_cast<std::size_t>(options.moves);
  std::vector<Vertex> all(pairings.size() * length);
  parallel_for(pairings.size(), options.threads, 4, [&](std::size_t begin, std::size_t end) {
    std::vector<OpeningNet> own(nets.begin(), nets.end());  // looking changes a network's working memory
    std::vector<OpeningMove> scratch;
    for (std::size_t i = begin; i < end; ++i) {
      Random random(options.seed, i), start(options.seed, kStarts + pairings[i].start);
      Board board(options.size);
      Colour colour = go::kBlack;
      for (std::size_t m = 0; m < length; ++m, colour = opponent(colour)) {
        const std::int32_t player = colour == go::kBlack ? pairings[i].black : pairings[i].white;
        Vertex v;
        if (static_cast<int>(m) < options.drawn)
          v = choose_any(board, colour, start);
        else if (player < 0)
          v = choose_any(board, colour, random);
        else
          v = choose_opening(own[static_cast<std::size_t>(player)], board, colour, options.komi,
                             options.choice, random, scratch)
                  .vertex;
        if (v == go::kPass)
          board.pass();
        else
          board.play(colour, v);
        all[i * length + m] = v;
      }
    }
  });
  return all;
}

double finish_opening(int size, std::span<const Vertex> moves, double komi, const OpeningExpert& expert,
                      std::uint64_t seed) {
  go::Game game(size, {});
  for (const Vertex v : moves) game.play(game.to_play(), v);
  if (expert.tree) {
    TreeOptions tree;
    tree.megabytes = kTreeMegabytes;
    GoSearch search(tree, expert.model);
    SearchRequest request;
    request.judgement.komi = static_cast<float>(komi);
    request.budget.playouts = static_cast<std::uint64_t>(expert.playouts);
    request.budget.stop_when_decided = false;
    request.seed = seed;
    return points_of(search.search(game, request).ownership, expert.owners) - komi;
  }
  const Vertex last = moves.empty() ? go::kPass : moves.back();
  std::vector<Vertex> line;
  const auto owners =
      playouts::mean_owners(game.board(), expert.playouts, seed, [&](Board& board, Random& random) {
        line.clear();
        playouts::play_local(board, game.to_play(), last, {}, random, 3 * size * size, line);
      });
  return points_of(owners, expert.owners) - komi;
}

}  // namespace kifu::search
