#include "models/move_game.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "work/parallel.hpp"

namespace kifu::models {

namespace {

int moves_before(const go::Game& game, int steps) {
  int moves = 0;
  for (int i = 0; i < steps; ++i) moves += !game.is_setup(i);
  return moves;
}

}  // namespace

GameWalk walk_of(const MoveModel& model, const go::Game& game) {
  // Patterns of the last moves are those of the positions in which they were played.
  go::Game past(game);
  std::vector<go::Stone> moves;
  std::array<go::Vertex, features::kPrevious> earlier{};
  while (past.steps() > 0 && moves.size() < features::kPrevious && !past.is_setup(past.steps() - 1)) {
    moves.push_back(past.step(past.steps() - 1));
    past.undo();
  }
  for (int i = 0; i < features::kPrevious && i < past.steps() && !past.is_setup(past.steps() - 1 - i); ++i)
    earlier[static_cast<std::size_t>(i)] = past.step(past.steps() - 1 - i).vertex;
  GameWalk found{features::MoveWalk(game.board().size())};
  found.walk.start(past.board(), past.to_play(), earlier, moves_before(past, past.steps()));
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    found.walk.set_to_play(move->colour);
    remember(found.history, move->vertex == go::kPass ? PatternDictionary::kNone
                                                      : model.largest_shape(found.walk, move->vertex));
    found.walk.play(move->colour, move->vertex);
  }
  found.walk.set_to_play(game.to_play());
  return found;
}

std::vector<float> probabilities_of_history(const MoveModel& model, const go::Game& game, int threads) {
  const auto points = static_cast<std::size_t>(game.board().geometry().points());
  const auto n = static_cast<std::size_t>(game.steps()) + 1;
  std::vector<float> all(n * points);
  constexpr std::size_t kChunk = 32;
  parallel_for(n, threads, kChunk, [&](std::size_t begin, std::size_t end) {
    go::Game past(game);
    while (static_cast<std::size_t>(past.steps()) > begin) past.undo();
    Ranking ranking;
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin) {
        const auto step = static_cast<int>(i) - 1;
        // A setup is many stones: start again from there.
        if (game.is_setup(step)) {
          past = game;
          while (static_cast<std::size_t>(past.steps()) > i) past.undo();
        } else {
          past.play(game.step(step).colour, game.step(step).vertex);
        }
      }
      const GameWalk at = walk_of(model, past);
      model.rank(at.walk, at.history, ranking);
      for (std::size_t c = 0; c < ranking.candidates.points.size(); ++c)
        all[i * points +
            static_cast<std::size_t>(game.board().geometry().point(ranking.candidates.points[c]))] =
            ranking.probability[c];
    }
  });
  return all;
}

std::vector<PatternUse> find_pattern(const go::Games& games, int template_number, std::uint64_t key,
                                     std::size_t most, int threads) {
  std::vector<PatternUse> found;
  // Rounds of games from the last to the first, so that the result does not depend on threads.
  constexpr std::size_t kRound = 2048;
  for (std::size_t end = games.count(); end > 0 && found.size() < most; end -= std::min(end, kRound)) {
    const std::size_t begin = end - std::min(end, kRound);
    std::vector<std::vector<PatternUse>> uses(end - begin);
    parallel_for(end - begin, threads, 16, [&](std::size_t first, std::size_t last) {
      features::MoveWalk walk(games.size);
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t g = end - 1 - i;
        features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, go::Vertex v) {
          if (v == go::kPass ||
              before.tracker().keys(before.to_play(), v)[static_cast<std::size_t>(template_number)] != key)
            return;
          uses[i].push_back({static_cast<std::uint32_t>(g),
                             static_cast<std::uint16_t>(std::min(before.moves() + 1, 65535))});
        });
      }
    });
    for (const auto& game : uses)
      for (const auto& use : game)
        if (found.size() < most) found.push_back(use);
  }
  return found;
}

}  // namespace kifu::models
