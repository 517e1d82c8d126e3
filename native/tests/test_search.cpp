#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <string_view>
#include <thread>
#include <vector>

#include "check.hpp"
#include "playouts/local.hpp"
#include "playouts/shapes.hpp"
#include "search/go_candidates.hpp"
#include "search/go_search.hpp"
#include "search/verify.hpp"

using namespace kifu;
using namespace kifu::search;
using go::Vertex;

namespace {

// Five, one to three to take, who takes the last one wins: a game small enough to know.
struct Counters {
  using Move = int;
  int left = 5, mover = 0;
  int side() const { return mover; }
  bool is_over() const { return left == 0; }
  void play(Move n) { left -= n, mover ^= 1; }
  std::size_t slot(Move n) const { return static_cast<std::size_t>(n); }
  std::size_t slots() const { return 4; }
};

struct CountersEvaluator {
  void candidates(const Counters& game, std::vector<Candidate<int>>& out) {
    for (int n = 1; n <= 3 && n <= game.left; ++n) out.push_back({n, 1.0F / 3});
  }
  float evaluate(Counters& game, Random& random, Trace& trace) {
    while (!game.is_over()) {
      const int n = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::min(3, game.left))));
      trace.entries.push_back({static_cast<std::uint16_t>(n), static_cast<std::uint8_t>(game.side())});
      game.play(n);
    }
    return game.side() == 1 ? 1.0F : 0.0F;  // side 0 took the last one
  }
};

go::Game draw(int size, std::string_view rows, go::Colour to_play = go::kBlack) {
  go::Game game(size, {go::KoRule::kPositional, false});
  std::vector<go::Stone> stones;
  int point = 0;
  for (const char c : rows) {
    if (c != '.' && c != 'X' && c != 'O') continue;
    const Vertex v = game.board().geometry().vertex(point++);
    if (c != '.') stones.push_back({c == 'X' ? go::kBlack : go::kWhite, v});
  }
  game.setup(stones);
  game.set_to_play(to_play);
  return game;
}

SearchRequest request(std::uint64_t playouts, int threads = 1) {
  SearchRequest wanted;
  wanted.budget.playouts = playouts;
  wanted.budget.stop_when_decided = false;
  wanted.threads = threads;
  return wanted;
}

}  // namespace

KIFU_TEST(search_solves_a_small_game) {
  TreeSearch<Counters, CountersEvaluator> tree({.rave = 0, .expand = 1});
  std::vector<CountersEvaluator> evaluators(1);
  const Counters game;
  tree.prepare_root(game, evaluators[0], [](int, float prior) { return prior; });
  const Spent spent = tree.run(game, evaluators, 1, 0, {.playouts = 2000, .stop_when_decided = false});
  CHECK_EQUAL(spent.playouts, 2000u);
  const auto* children = tree.root().children.load();
  const auto* best = children;
  for (std::uint32_t i = 0; i < tree.root().child_count; ++i)
    if (children[i].visits > best->visits) best = &children[i];
  CHECK_EQUAL(best->move, 1);  // leaves four, which are lost
  CHECK(best->value(0) > 0.95);
}

KIFU_TEST(search_visits_of_children_add_up) {
  GoSearch search({}, nullptr);
  const go::Game game(9, {});
  const SearchReport found = search.search(game, request(500));
  std::uint64_t visits = 0;
  for (const auto& move : found.moves) visits += move.visits;
  CHECK_EQUAL(visits, 500u);
  CHECK_EQUAL(found.ownership.size(), 81u);
}

KIFU_TEST(search_same_seed_same_result) {
  const go::Game game(9, {});
  std::array<SearchReport, 2> found;
  for (auto& report : found) report = GoSearch({}, nullptr).search(game, request(800));
  for (std::size_t i = 0; i < found[0].moves.size(); ++i) {
    CHECK_EQUAL(found[0].moves[i].move, found[1].moves[i].move);
    CHECK_EQUAL(found[0].moves[i].visits, found[1].moves[i].visits);
  }
}

KIFU_TEST(search_takes_the_big_capture) {
  const auto game = draw(7,
                         "......."
                         ".XXXXX."
                         "XOOOOX."
                         "XOOOO.."
                         "XXXXX.."
                         "....OO."
                         ".......");
  const SearchReport found = GoSearch({}, nullptr).search(game, request(1000));
  CHECK_EQUAL(found.moves[0].move, game.board().geometry().vertex(5, 3));
}

KIFU_TEST(search_keeps_the_tree_that_fits) {
  GoSearch search({}, nullptr);
  go::Game game(9, {});
  const SearchReport first = search.search(game, request(2000));
  CHECK_EQUAL(first.kept, 0u);
  game.play(go::kBlack, first.moves[0].move);
  const Vertex reply = first.moves[0].variation.at(1);
  game.play(go::kWhite, reply);
  CHECK(search.search(game, request(100)).kept > 0);
  game.undo();
  game.play(go::kWhite, game.board().geometry().vertex(0, 0));
  CHECK_EQUAL(search.search(game, request(100)).kept, 0u);
}

KIFU_TEST(search_respects_superko_at_its_root) {
  auto game = draw(5,
                   ".XO.."
                   "XO.O."
                   ".XO.."
                   "....."
                   ".....");
  game.play(go::kBlack, game.board().geometry().vertex(2, 1));
  const Vertex retake = game.board().geometry().vertex(1, 1);
  CHECK(game.legality(go::kWhite, retake) != go::Legality::kLegal);
  for (const auto& move : GoSearch({}, nullptr).search(game, request(300)).moves) CHECK(move.move != retake);
}

KIFU_TEST(search_only_allowed_moves) {
  const go::Game game(9, {});
  SearchRequest wanted = request(200);
  wanted.allowed.assign(82, 0);
  wanted.allowed[40] = wanted.allowed[81] = 1;
  const SearchReport found = GoSearch({}, nullptr).search(game, wanted);
  CHECK_EQUAL(found.moves.size(), 2u);
  CHECK_EQUAL(found.moves[0].move, game.board().geometry().vertex(40));
}

KIFU_TEST(search_forbids_moves_as_deep_as_told) {
  const go::Game game(3, {});
  const Vertex middle = game.board().geometry().vertex(1, 1);
  SearchRequest wanted = request(2000);
  for (auto& plies : wanted.forbidden) {
    plies.assign(static_cast<std::size_t>(game.board().geometry().vertices()), 0);
    plies[middle] = 2;
  }
  const SearchReport found = GoSearch({.expand = 1}, nullptr).search(game, wanted);
  CHECK(found.moves[0].variation.at(0) != middle);
  CHECK(found.moves[0].variation.at(1) != middle);
  CHECK_EQUAL(found.moves[0].variation.at(2), middle);
}

KIFU_TEST(search_leads_of_moves_add_up) {
  const SearchReport found = GoSearch({}, nullptr).search(go::Game(5, {}), request(1000));
  double points = 0, visits = 0;
  for (const auto& move : found.moves) {
    points += static_cast<double>(move.lead) * move.visits;
    visits += move.visits;
  }
  CHECK(std::abs(points / visits - static_cast<double>(found.score)) < 0.01);
}

KIFU_TEST(search_threads_share_a_tree) {
  GoSearch search({.megabytes = 1}, nullptr);  // so small that it fills up
  go::Game game(9, {});
  for (int i = 0; i < 3; ++i) {
    const SearchReport found = search.search(game, request(3000, 4));
    CHECK_EQUAL(found.playouts, 3000u);
    game.play(game.to_play(), found.moves[0].move);
  }
}

KIFU_TEST(search_stops_when_told) {
  GoSearch search({}, nullptr);
  const go::Game game(19, {});
  SearchRequest forever = request(0, 2);
  std::atomic<double> seconds{0};
  std::thread thread([&] { seconds = search.search(game, forever).seconds; });
  SearchReport running;
  for (int i = 0; i < 100 && running.moves.empty(); ++i) {  // a busy machine starts late
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    running = search.report();
  }
  search.stop();
  const auto told = std::chrono::steady_clock::now();
  thread.join();
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - told).count() < 10.0);
  CHECK(!running.moves.empty());
}

KIFU_TEST(search_territory_prefers_a_pass_to_filling) {
  // Everything is settled; a stone in the own territory costs the half point by which Black leads.
  const auto game = draw(7,
                         ".X.XOO."
                         "XXXXO.O"
                         ".XXOOO."
                         "XXXOO.O"
                         "X.XOOOO"
                         "XXXO.OO"
                         "..XOOO.");
  SearchRequest wanted = request(2000);
  wanted.judgement.territory = true;
  wanted.judgement.komi = -0.5F;
  const SearchReport found = GoSearch({}, nullptr).search(game, wanted);
  CHECK_EQUAL(found.moves[0].move, go::kPass);
}

KIFU_TEST(verify_drops_the_worse_and_any_threads_agree) {
  const auto game = draw(7,
                         "......."
                         ".XXXXX."
                         "XOOOOX."
                         "XOOOO.."
                         "XXXXX.."
                         "....OO."
                         ".......");
  const auto& geometry = game.board().geometry();
  const std::array<Vertex, 3> candidates{geometry.vertex(0, 0), geometry.vertex(5, 3), geometry.vertex(6, 6)};
  const Verification one = verify(game, candidates, {}, {.playouts = 300, .threads = 1});
  const Verification two = verify(game, candidates, {}, {.playouts = 300, .threads = 2});
  CHECK_EQUAL(one.moves[0].move, geometry.vertex(5, 3));
  CHECK(one.moves[2].dropped);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK_EQUAL(one.moves[i].score, two.moves[i].score);
    CHECK_EQUAL(one.moves[i].playouts, two.moves[i].playouts);
  }
  CHECK(one.ownership == two.ownership);
}

KIFU_TEST(local_playouts_end_with_legal_moves) {
  for (const int size : {2, 3, 5, 9, 13}) {
    for (std::uint64_t index = 0; index < 40; ++index) {
      go::Board board(size);
      Random random(2, index);
      go::Colour colour = go::kBlack;
      Vertex last = go::kPass;
      int passes = 0, moves = 0;
      for (; passes < 2 && moves < 4 * size * size; ++moves) {
        const Vertex v = playouts::choose_local(board, colour, last, {}, random);
        CHECK(v == go::kPass || board.is_legal(colour, v));
        passes = v == go::kPass ? passes + 1 : 0;
        if (v == go::kPass) {
          board.pass();
        } else {
          board.play(colour, v);
        }
        last = v;
        colour = opponent(colour);
      }
    }
  }
}

KIFU_TEST(local_playouts_know_vital_points) {
  const auto point = [](std::string_view rows) {
    const auto game = draw(7, rows);
    const auto& board = game.board();
    for (int i = 0; i < 49; ++i)
      if (board.is_empty(board.geometry().vertex(i)))
        return board.geometry().point(playouts::vital_point(board, board.geometry().vertex(i)));
    return -1;
  };
  // A corner space of White's, all else filled with one liberty far away.
  CHECK_EQUAL(point("...OX.."
                    "OOOOX.."
                    "XXXXX.."
                    "......."
                    "......."
                    "......."
                    "......."),
              1);
  CHECK_EQUAL(point("..OX..."
                    ".OOX..."
                    "OOXX..."
                    "XXX...."
                    "......."
                    "......."
                    "......."),
              0);
  // A square of four has none.
  const auto square = draw(7,
                           "..OX..."
                           "..OX..."
                           "OOOX..."
                           "XXXX..."
                           "......."
                           "......."
                           ".......");
  CHECK_EQUAL(playouts::vital_point(square.board(), square.board().geometry().vertex(0)), go::kPass);
}

// Quick looks at positions along random games agree with slow ones, at the edges of the array too.
KIFU_TEST(local_playouts_look_quickly_and_right) {
  const playouts::Shapes shapes;
  int spaces = 0, vital = 0, fits = 0;
  for (const int size : {2, 3, 4, 5, 9, 13, 19, 24, 25}) {
    go::Board board(size);
    const auto& geometry = board.geometry();
    const int stride = geometry.stride();
    Random random(7, static_cast<std::uint64_t>(size));
    go::Colour colour = go::kBlack;
    Vertex last = go::kPass;
    for (int moves = 0; moves < 3 * size * size; ++moves, colour = opponent(colour)) {
      const Vertex played = playouts::choose_local(board, colour, last, {}, random);
      if (played == go::kPass) {
        if (last == go::kPass) break;
        last = played;
        continue;
      }
      board.play(colour, played);
      last = played;
      const std::uint32_t found = shapes.fit_around(board, last, opponent(colour));
      int bit = 0;
      for (const int step : {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}) {
        const auto v = static_cast<Vertex>(last + step);
        if (board.is_empty(v)) {
          const bool fit = shapes.fit(playouts::surroundings(board, v), opponent(colour));
          CHECK_EQUAL(found >> bit & 1u, static_cast<std::uint32_t>(fit));
          fits += fit;
        }
        ++bit;
      }
      for (const Vertex inside : geometry.neighbours(last)) {
        if (!board.is_empty(inside)) continue;
        std::vector<Vertex> space{inside};
        std::array<int, 4> beside{};
        for (std::size_t i = 0; i < space.size(); ++i)
          for (const Vertex u : geometry.neighbours(space[i])) {
            ++beside[board.at(u)];
            if (board.is_empty(u) && std::find(space.begin(), space.end(), u) == space.end())
              space.push_back(u);
          }
        const bool closed = beside[go::kBlack] == 0 || beside[go::kWhite] == 0;
        const Vertex v = playouts::vital_point(board, inside);
        const bool may = closed && space.size() >= 3 && space.size() <= 6;
        CHECK(v == go::kPass || (may && std::find(space.begin(), space.end(), v) != space.end()));
        CHECK(v != go::kPass || !may || space.size() > 3);  // three points always have one
        spaces += may, vital += v != go::kPass;
      }
    }
  }
  CHECK(fits > 100);
  CHECK(spaces > 30);
  CHECK(vital > 20);
}

KIFU_TEST(local_shapes_are_symmetric) {
  const auto cut = draw(5,
                        "....."
                        ".XO.."
                        ".O..."
                        "....."
                        ".....");
  const auto& board = cut.board();
  const auto code = playouts::surroundings(board, board.geometry().vertex(2, 2));
  CHECK(playouts::Shapes().fit(code, go::kBlack));
  CHECK(playouts::Shapes().fit(code, go::kWhite));
  CHECK(!playouts::Shapes().fit(0, go::kBlack));
}
