#include "search/draughts_values.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "work/parallel.hpp"

namespace kifu::search {

using namespace draughts;

namespace {

constexpr int kSolvedLine = 12;  // plies of best play shown for a solved ending
constexpr int kForced = 4;       // a forced move cannot be wrong: only a part of the bound is used

double plain(int value) { return std::clamp(static_cast<double>(value) / kJudged, -1.0, 1.0); }

// The value of a position that needs no search, for the side to move, `ply` plies from the root.
std::optional<int> settled(DraughtsLine& line, int ply) {
  MoveList moves;
  line.generate(moves);
  if (moves.empty()) return line.stuck() == 0 ? 0 : ply - kWon;
  if (line.is_drawn()) return 0;
  int plies = 0;
  if (!line.is_solved(plies)) return std::nullopt;
  return plies == 0 ? 0 : plies > 0 ? kWon - ply - plies : ply - plies - kWon;
}

// Goes on with best play where the line has come to a solved ending.
void follow_solved(DraughtsLine& line, std::vector<Move>& moves) {
  for (const Move& move : moves) line.play(move);
  while (moves.size() < kSolvedLine) {
    int plies = 0;
    MoveList legal;
    line.generate(legal);
    if (legal.empty() || line.is_drawn() || !line.is_solved(plies)) break;
    std::optional<Move> best;
    int most = 0;
    for (const Move& move : legal) {
      line.play(move);
      const auto value = settled(line, 1);
      line.undo();
      if (value && (!best || -*value > most)) best = move, most = -*value;
    }
    if (!best) break;
    moves.push_back(*best);
    line.play(*best);
  }
  for (std::size_t i = moves.size(); i > 0; --i) line.undo();
}

std::vector<DraughtsMoveValue> values_of(const DraughtsQuestion& question, const DraughtsJudge& judge,
                                         const AlphaBetaOptions& options, int table_bits) {
  DraughtsLine line;
  line.set(question.game, judge);
  std::vector<MoveReading<Move>> found;
  bool all_settled = true;
  for (const Move& move : question.moves) {
    line.play(move);
    const auto value = settled(line, 1);
    line.undo();
    all_settled = all_settled && value;
    found.push_back({move, value ? -*value : 0, {move}, {}});
  }
  if (!all_settled) {
    AlphaBeta<DraughtsLine> search(table_bits);
    AlphaBetaOptions used = options;
    if (question.moves.size() == 1) used.nodes /= kForced, used.seconds /= kForced;
    found = search.search_each(line, question.moves, used);
  }
  std::vector<DraughtsMoveValue> values;
  for (auto& each : found) {
    DraughtsMoveValue value{each.move, plain(each.value), 0, {}, {}};
    if (is_decided(each.value))
      value.plies_to_end = each.value > 0 ? kWon - each.value : -(kWon + each.value);
    follow_solved(line, each.variation);
    value.line = std::move(each.variation);
    for (const int seen : each.by_depth) value.by_depth.push_back(plain(seen));
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace

std::vector<std::vector<DraughtsMoveValue>> draughts_values(std::span<const DraughtsQuestion> questions,
                                                            const DraughtsJudge& judge,
                                                            const DraughtsValuesOptions& options,
                                                            const std::atomic<bool>& stop,
                                                            std::atomic<std::size_t>& done) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int threads = options.threads > 0
                          ? options.threads
                          : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::atomic<std::size_t> begun{0};
  std::vector<std::vector<DraughtsMoveValue>> found(questions.size());
  parallel_for(questions.size(), threads, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last && !stop; ++i) {
      AlphaBetaOptions each;
      each.depth = options.depth;
      each.extend = true;
      each.reduce = options.reduce;
      each.nodes = options.nodes;
      each.stop = &stop;
      if (options.seconds > 0) {
        // What is left is shared by those that are left.
        const auto left = static_cast<double>(questions.size() - begun++);
        const double spent = std::chrono::duration<double>(Clock::now() - start).count();
        each.seconds = std::max(1e-3, (options.seconds - spent) * std::min<double>(threads, left) / left);
      }
      auto values = values_of(questions[i], judge, each, options.table_bits);
      if (stop) break;
      found[i] = std::move(values);
      ++done;
    }
  });
  return found;
}

}  // namespace kifu::search
