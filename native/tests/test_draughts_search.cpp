// Alpha-beta gives what plain minimax gives, whatever it remembers and however it orders moves; the sums of a
// network do not depend on the way to a position; solved endings agree with search.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "check.hpp"
#include "draughts/endings.hpp"
#include "draughts/fen.hpp"
#include "draughts/game.hpp"
#include "draughts/moves.hpp"
#include "draughts/notation.hpp"
#include "models/draughts_net.hpp"
#include "search/draughts_decider.hpp"
#include "search/draughts_games.hpp"
#include "search/draughts_line.hpp"
#include "search/draughts_values.hpp"
#include "work/random.hpp"

using namespace kifu;
using namespace kifu::search;
using draughts::MoveList;

namespace {

models::DraughtsNet random_net(models::DraughtsNetKind kind, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> weights(models::DraughtsNet::count(kind));
  for (double& weight : weights) weight = 2 * random.uniform() - 1;
  return {kind, weights};
}

// A game of random moves; nothing where it ended early.
draughts::Game random_game(int plies, std::uint64_t seed) {
  draughts::Game game;
  Random random(seed);
  for (int ply = 0; ply < plies && game.end() == draughts::End::None; ++ply) {
    MoveList moves;
    draughts::generate(game.board(), moves);
    game.play(moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))]);
  }
  return game;
}

// The definition, without any saving.
int minimax(DraughtsLine& line, int depth, int ply, bool extend) {
  MoveList moves;
  line.generate(moves);
  if (moves.empty()) return line.stuck() == 0 ? 0 : ply - kWon;
  if (ply > 0 && line.is_drawn()) return 0;
  if (depth <= 0 && !(extend && line.is_forcing(moves))) return line.value();
  int best = -kWon;
  for (const auto& move : moves) {
    line.play(move);
    best = std::max(best, -minimax(line, depth - 1, ply + 1, extend));
    line.undo();
  }
  return best;
}

}  // namespace

KIFU_TEST(alpha_beta_is_minimax) {
  const auto net = random_net(models::DraughtsNetKind::kSquares, 3);
  const auto linear = random_net(models::DraughtsNetKind::kLinear, 4);
  AlphaBeta<DraughtsLine> plain(0), remembering(12);
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const draughts::Game game = random_game(static_cast<int>(seed % 70), seed);
    if (game.end() != draughts::End::None) continue;
    const DraughtsJudge judge{seed % 3 == 0 ? nullptr : seed % 3 == 1 ? &net : &linear, seed % 2 == 0};
    for (int depth = 1; depth <= 5; ++depth) {
      DraughtsLine line;
      line.set(game, judge);
      const int expected = minimax(line, depth, 0, false);
      MoveList legal;
      line.generate(legal);
      const std::vector<draughts::Move> moves(legal.begin(), legal.end());
      AlphaBetaOptions options;
      options.depth = depth;
      CHECK_EQUAL(plain.search(line, moves, options).value, expected);
      remembering.clear();
      CHECK_EQUAL(remembering.search(line, moves, options).value, expected);
      // The first of the best moves.
      for (const auto& move : moves) {
        line.play(move);
        const int value = -minimax(line, depth - 1, 1, false);
        line.undo();
        if (value == expected) {
          CHECK(plain.search(line, moves, options).move == move);
          break;
        }
      }
      ++compared;
    }
  }
  CHECK(compared > 400);
}

KIFU_TEST(every_move_has_its_minimax_value_at_every_depth) {
  const auto net = random_net(models::DraughtsNetKind::kSquares, 5);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const draughts::Game game = random_game(static_cast<int>(seed % 60), seed);
    if (game.end() != draughts::End::None) continue;
    DraughtsLine line;
    line.set(game, {seed % 2 == 0 ? nullptr : &net});
    MoveList legal;
    line.generate(legal);
    const std::vector<draughts::Move> moves(legal.begin(), legal.end());
    AlphaBetaOptions options;
    options.depth = 4;
    AlphaBeta<DraughtsLine> search(12);
    const auto found = search.search_each(line, moves, options);
    CHECK_EQUAL(found.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      CHECK(found[i].move == moves[i]);
      CHECK(found[i].variation.front() == moves[i]);
      line.play(moves[i]);
      for (std::size_t depth = 0; depth < found[i].by_depth.size(); ++depth) {
        const int expected = -minimax(line, static_cast<int>(depth), 1, false);
        CHECK_EQUAL(found[i].by_depth[depth], expected);
      }
      CHECK_EQUAL(found[i].value, found[i].by_depth.back());
      // The line ends in a position of that value.
      for (std::size_t ply = 1; ply < found[i].variation.size(); ++ply) line.play(found[i].variation[ply]);
      const int sign = found[i].variation.size() % 2 == 0 ? 1 : -1;
      if (!is_decided(found[i].value) && found[i].by_depth.size() == 5 && found[i].variation.size() == 5)
        CHECK(line.is_drawn() || sign * line.value() == found[i].value);
      for (std::size_t ply = 0; ply < found[i].variation.size(); ++ply) line.undo();
    }
  }
}

KIFU_TEST(values_do_not_depend_on_threads_or_neighbours) {
  std::vector<DraughtsQuestion> questions;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    draughts::Game game = random_game(static_cast<int>(4 * seed), seed);
    MoveList legal;
    draughts::generate(game.board(), legal);
    questions.push_back({std::move(game), {legal.begin(), legal.end()}});
  }
  const auto net = random_net(models::DraughtsNetKind::kSquares, 6);
  DraughtsValuesOptions options;
  options.depth = 20;
  options.reduce = true;
  options.nodes = 5000;
  options.table_bits = 12;
  const std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  const auto alone = draughts_values(questions, {&net}, options, stop, done);
  CHECK_EQUAL(done.load(), questions.size());
  options.threads = 3;
  const auto together = draughts_values(questions, {&net}, options, stop, done);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    CHECK_EQUAL(alone[i].size(), questions[i].moves.size());
    for (std::size_t j = 0; j < alone[i].size(); ++j) {
      CHECK(alone[i][j].by_depth == together[i][j].by_depth);
      CHECK(alone[i][j].line == together[i][j].line);
    }
  }
}

KIFU_TEST(draughts_sums_do_not_depend_on_the_way) {
  const auto net = random_net(models::DraughtsNetKind::kBoard, 5);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    draughts::Game game;
    Random random(seed);
    models::DraughtsNet::Sums sums[2], next;
    for (int view = 0; view < 2; ++view)
      net.sum(game.board(), static_cast<draughts::Colour>(view), sums[view]);
    while (game.end() == draughts::End::None) {
      MoveList moves;
      draughts::generate(game.board(), moves);
      const auto move = moves[static_cast<int>(random.below(static_cast<std::uint32_t>(moves.size())))];
      for (int view = 0; view < 2; ++view) {
        net.update(game.board(), move, static_cast<draughts::Colour>(view), sums[view], next);
        sums[view] = next;
      }
      game.play(move);
      for (int view = 0; view < 2; ++view) {
        net.sum(game.board(), static_cast<draughts::Colour>(view), next);
        CHECK(next.of == sums[view].of);
      }
      CHECK_EQUAL(net.value(sums[static_cast<int>(game.board().to_move)]), net.value(game.board()));
    }
  }
}

KIFU_TEST(draughts_endings_agree_with_their_moves) {
  const draughts::Endings endings = draughts::Endings::solve(3);
  // Every value follows from those one move on.
  std::size_t checked = 0;
  for (const draughts::Slice& slice : draughts::slices(3))
    for (std::size_t place = 0; place < slice.size(); place += 7) {
      draughts::Board board;
      if (!slice.board(place, board)) continue;
      CHECK_EQUAL(slice.place(board), place);
      MoveList moves;
      draughts::generate(board, moves);
      int shortest = 1000, longest = 0;
      bool draws = false;
      for (const auto& move : moves) {
        const auto next = draughts::after(board, move);
        const int value = next.white ? endings.probe(next) : 1;
        if (value == 0) {
          draws = true;
        } else if (value % 2 == 1) {
          shortest = std::min(shortest, value + 1);
        } else {
          longest = std::max(longest, value + 1);
        }
      }
      const int expected = shortest < 1000 ? shortest : draws ? 0 : moves.empty() ? 1 : longest;
      CHECK_EQUAL(static_cast<int>(endings.probe(board)), expected);
      ++checked;
    }
  CHECK(checked > 20000);
}

KIFU_TEST(draughts_deciders_win_solved_endings) {
  const draughts::Endings endings = draughts::Endings::solve(3);
  DraughtsDecider decider(read_decider("material:depth=3,deepen=yes"));
  for (const char* fen : {"W:WK6,K9:BK15", "W:WK31,K32:BK5", "B:W32:BK1,K2"}) {
    draughts::Game game(draughts::read_fen(fen));
    const int promised = endings.probe(game.board()) - 1;
    CHECK(promised % 2 == 1);
    int plies = 0;
    for (; draughts::can_move(game.board()); ++plies) {
      CHECK(plies < promised);
      DraughtsJudge judge;
      judge.endings = &endings;
      game.play(decider.decide(game, judge, 1).move);
    }
    CHECK_EQUAL(plies, promised);
  }
}

KIFU_TEST(forty_moves_cut_off_solved_wins) {
  const draughts::Endings endings = draughts::Endings::solve(3);
  DraughtsJudge judge;
  judge.endings = &endings;
  DraughtsDecider decider(read_decider("material:depth=4,deepen=yes"));
  // Both sides go to and fro in a position that White wins, in so many plies; repetition does not matter
  // here.
  draughts::Game game(draughts::read_fen("W:WK22,K30:BK19"));
  const int plies = endings.probe(game.board()) - 1;
  CHECK(plies % 2 == 1 && plies > 4);
  const char* const to_and_fro[] = {"30-26", "19-15", "26-30", "15-19"};
  for (int i = 0; game.quiet_plies() + plies <= draughts::Game::kQuietPlies; ++i) {
    if (i % 4 == 0) CHECK_EQUAL(decider.decide(game, judge, 1).plies_to_end, plies);
    MoveList legal;
    draughts::generate(game.board(), legal);
    game.play(draughts::read_move(legal, to_and_fro[i % 4]).move);
  }
  CHECK_EQUAL(decider.decide(game, judge, 1).plies_to_end, 0);
}

KIFU_TEST(draughts_searches_report_every_depth) {
  DraughtsDecider decider(read_decider("material:depth=5,deepen=yes"));
  std::vector<int> depths;
  const auto found = decider.decide(draughts::Game(), {}, 1, nullptr,
                                    [&](const DraughtsDecision& told) { depths.push_back(told.depth); });
  CHECK(depths == (std::vector<int>{1, 2, 3, 4, 5}));
  CHECK_EQUAL(found.depth, 5);
}

KIFU_TEST(draughts_forced_moves_are_searched_where_asked) {
  const draughts::Game game(draughts::read_fen("B:W18,30:B15,1"));
  CHECK_EQUAL(DraughtsDecider(read_decider("material:depth=6,deepen=yes")).decide(game, {}, 1).depth, 0);
  const auto found =
      DraughtsDecider(read_decider("material:depth=6,deepen=yes,forced=yes")).decide(game, {}, 1);
  CHECK(found.depth > 0 && found.nodes > 0);
}

KIFU_TEST(draughts_games_do_not_depend_on_threads) {
  DraughtsAgents agents;
  for (std::uint64_t i = 0; i < 3; ++i)
    agents.nets.push_back(random_net(models::DraughtsNetKind::kSquares, i));
  const std::vector<DraughtsOpening> openings(1);
  const std::vector<DraughtsPairing> pairings{{0, 1, 0}, {1, 2, 0}, {2, 0, 0}, {1, 0, 0}, {2, 1, 0}};
  for (const char* text : {"minimax:depth=3", "minimax:depth=6,deepen=yes,captures=yes", "ept:playouts=40",
                           "mcts:playouts=20", "material:depth=2", "random"}) {
    agents.deciders = {read_decider(text)};
    std::vector<std::vector<std::uint16_t>> first;
    for (int threads = 1; threads <= 3; ++threads) {
      const std::atomic<bool> stop{false};
      std::atomic<std::size_t> done{0};
      const auto records =
          play_draughts_games(pairings, agents, openings, {60, true, 9, threads}, stop, done);
      CHECK_EQUAL(done.load(), pairings.size());
      std::vector<std::vector<std::uint16_t>> moves;
      for (const auto& record : records) moves.push_back(record.moves);
      if (threads == 1) first = moves;
      CHECK(moves == first);
    }
  }
}
