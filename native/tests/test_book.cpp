#include <algorithm>
#include <array>
#include <vector>

#include "check.hpp"
#include "features/book.hpp"
#include "go/board.hpp"
#include "go/walk.hpp"
#include "learners/book.hpp"
#include "models/book.hpp"
#include "models/book_ranks.hpp"
#include "models/book_shapes.hpp"
#include "models/book_tree.hpp"
#include "playouts/shapes.hpp"
#include "work/random.hpp"

using namespace kifu;
using features::BookForm;
using features::BookGrid;
using features::BookStep;
using models::BookTree;

namespace {

std::vector<BookStep> facts(const BookGrid& grid, int x, int y, go::Colour mover, int most,
                            BookForm form = {}) {
  std::vector<BookStep> steps;
  grid.read(x, y, mover, form, most, [&](BookStep step) {
    steps.push_back(step);
    return true;
  });
  return steps;
}

// Stones strewn over a board of nine lines, turned by a symmetry, colours swapped or not.
BookGrid strewn(std::uint64_t seed, int symmetry, bool swap) {
  BookGrid grid(9);
  Random random(seed);
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) {
      const auto draw = random.below(5);
      const go::Colour colour = draw == 0 ? go::kBlack : draw == 1 ? go::kWhite : go::kEmpty;
      const auto at = go::transform(symmetry, 9, {x, y});
      grid.set(at.x, at.y, colour == go::kEmpty || !swap ? colour : opponent(colour));
    }
  return grid;
}

// Random games of stones that never capture: enough to harvest.
struct Strewn {
  std::vector<go::Action> actions;
  std::vector<std::int64_t> offsets{0};
  go::Games games() const { return {9, actions, offsets}; }
};

Strewn some_games(int count) {
  Strewn out;
  for (int i = 0; i < count; ++i) {
    go::Board board(9);
    Random random(3, static_cast<std::uint64_t>(i));
    go::Colour colour = go::kBlack;
    for (int move = 0; move < 30; ++move, colour = opponent(colour)) {
      const go::Vertex v =
          board.empty_at(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count()))));
      if (!board.is_legal(colour, v)) continue;
      board.play(colour, v);
      const auto& geometry = board.geometry();
      out.actions.push_back(
          static_cast<go::Action>(geometry.x(v) | geometry.y(v) << 6 | (colour == go::kWhite ? 1 << 15 : 0)));
    }
    out.offsets.push_back(static_cast<std::int64_t>(out.actions.size()));
  }
  return out;
}

models::FlatBook harvested(const Strewn& strewn, int threads, BookForm form = {}) {
  learners::BookHarvest harvest(8, form);
  harvest.create(strewn.games(), threads);
  harvest.thin(2);
  harvest.count(strewn.games(), threads);
  return harvest.finish(0.01);
}

// The surroundings of a point as Black would see them, turned so that the code is the least.
std::uint32_t least_code(const go::Board& board, go::Vertex v, go::Colour mover) {
  constexpr int kPlaces[] = {0, 1, 2, 3, 5, 6, 7, 8};
  std::uint32_t code = playouts::surroundings(board, v), least = UINT32_MAX;
  if (mover == go::kWhite) code = playouts::swapped(code);
  for (int symmetry = 0; symmetry < go::kSymmetries; ++symmetry) {
    std::uint32_t turned = 0;
    for (int i = 0; i < 8; ++i) {
      const auto to = go::transform(symmetry, 3, {kPlaces[i] % 3, kPlaces[i] / 3});
      const int place = to.y * 3 + to.x;
      turned |= (code >> (2 * i) & 3) << (2 * (place > 4 ? place - 1 : place));
    }
    least = std::min(least, turned);
  }
  return least;
}

}  // namespace

KIFU_TEST(book_sixteen_forms_are_one_pattern) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto plain = facts(strewn(seed, 0, false), 3, 2, go::kBlack, 12);
    CHECK_EQUAL(plain.size(), 12u);
    for (int symmetry = 0; symmetry < 8; ++symmetry)
      for (const bool swap : {false, true}) {
        const auto at = go::transform(symmetry, 9, {3, 2});
        const auto grid = strewn(seed, symmetry, swap);
        CHECK(facts(grid, at.x, at.y, swap ? go::kWhite : go::kBlack, 12) == plain);
      }
  }
}

KIFU_TEST(book_fewer_facts_are_the_beginning_of_more) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto grid = strewn(seed, 0, false);
    const auto most = facts(grid, 4, 6, go::kWhite, 15);
    for (std::size_t n = 0; n <= most.size(); ++n) {
      auto fewer = facts(grid, 4, 6, go::kWhite, static_cast<int>(n));
      CHECK(fewer == std::vector<BookStep>(most.begin(), most.begin() + static_cast<std::ptrdiff_t>(n)));
    }
  }
}

KIFU_TEST(book_an_empty_board_has_four_edges) {
  const BookGrid grid(9);
  const auto edges = facts(grid, 2, 3, go::kBlack, 20);
  CHECK_EQUAL(edges.size(), 4u);
  for (const BookStep step : edges) CHECK_EQUAL(features::fact_of(step), features::kBorder);
  CHECK(facts(grid, 2, 3, go::kBlack, 20, {true, false}).size() == 20);
}

KIFU_TEST(book_tree_finds_what_was_added) {
  BookTree tree;
  std::vector<std::uint32_t> nodes{BookTree::kRoot};
  for (int i = 0; i < 2000; ++i)
    nodes.push_back(tree.find_or_add(nodes[static_cast<std::size_t>(i / 3)],
                                     features::book_step(1 + i % 3, features::kOwnStone)));
  CHECK_EQUAL(tree.size(), 2001u);
  for (int i = 0; i < 2000; ++i) {
    const auto step = features::book_step(1 + i % 3, features::kOwnStone);
    const auto parent = nodes[static_cast<std::size_t>(i / 3)];
    CHECK_EQUAL(tree.find(parent, step), nodes[static_cast<std::size_t>(i + 1)]);
    CHECK_EQUAL(tree.parent(nodes[static_cast<std::size_t>(i + 1)]), parent);
  }
  CHECK_EQUAL(tree.find(BookTree::kRoot, features::book_step(9, features::kBorder)), BookTree::kNone);
}

KIFU_TEST(book_harvest_is_the_same_on_any_threads) {
  const auto games = some_games(12);
  const auto one = harvested(games, 1), three = harvested(games, 3);
  CHECK(!one.depth.empty());
  CHECK(one.depth == three.depth && one.step == three.step);
  CHECK(one.matched == three.matched && one.played == three.played);
}

KIFU_TEST(book_advises_the_surest_first) {
  const models::Book book(harvested(some_games(12), 1), {}, 8, 0.01);
  go::Board board(9);
  board.play(go::kBlack, board.geometry().vertex(4, 4));
  const auto moves = book.rank(board, go::kWhite, 8);
  CHECK(!moves.empty());
  for (std::size_t i = 1; i < moves.size(); ++i) CHECK(moves[i - 1].probability() >= moves[i].probability());
  for (const auto& move : moves) CHECK_EQUAL(book.steps(move.node).size(), std::size_t{move.facts});
}

KIFU_TEST(book_advises_beside_a_centre_alike_in_all_forms) {
  constexpr BookForm kBesides{true, true, true};
  const auto flat = harvested(some_games(40), 2, kBesides);
  const models::Book book(flat, kBesides, 8, 0.01);
  const models::Book plain(harvested(some_games(40), 2), {}, 8, 0.01);
  CHECK(book.patterns() > plain.patterns());
  const auto advice = [&](int symmetry, bool swap) {
    const auto grid = strewn(7, symmetry, swap);
    std::vector<models::BookMove> moves;
    book.rank(grid, swap ? go::kWhite : go::kBlack, 8, moves);
    return moves;
  };
  const go::Geometry geometry(9);
  const auto moves = advice(0, false);
  int beside = 0;
  for (const auto& move : moves)
    beside += features::fact_of(book.steps(move.node).back()) == features::kNothing;
  CHECK(beside > 0);
  for (int symmetry = 0; symmetry < 8; ++symmetry)
    for (const bool swap : {false, true}) {
      const auto turned = advice(symmetry, swap);
      CHECK_EQUAL(turned.size(), moves.size());
      for (const auto& move : moves) {
        const auto to = go::transform(symmetry, 9, {geometry.x(move.point), geometry.y(move.point)});
        const auto same = std::find_if(turned.begin(), turned.end(), [&](const auto& other) {
          return other.point == geometry.vertex(to.x, to.y);
        });
        CHECK(same != turned.end());
        CHECK(same->matched == move.matched && same->played == move.played && same->facts == move.facts);
      }
    }
}

KIFU_TEST(book_counts_shapes_of_eight_neighbours_exactly) {
  learners::BookHarvest harvest(8, {});  // eight facts: every shape is told from all others
  const auto games = some_games(40);
  harvest.create(games.games(), 1);
  harvest.thin(1);
  harvest.count(games.games(), 1);
  const models::Book book(harvest.finish(0.0), {}, 8, 0.0);
  std::vector<models::BookCounts> counted(playouts::kSurroundings);
  for (std::size_t g = 0; g < games.games().count(); ++g)
    go::walk_game(9, games.games().game(g), [&](const go::Board& board, go::Colour mover, go::Vertex v) {
      for (int i = 0; i < board.empty_count(); ++i) {
        const go::Vertex at = board.empty_at(i);
        // All forms of a shape share their counts: the least code of the eight stands for them.
        auto& counts = counted[least_code(board, at, mover)];
        ++counts.matched;
        counts.played += at == v;
      }
      return true;
    });
  int seen = 0;
  for (std::uint32_t code = 1; code < playouts::kSurroundings; ++code) {
    if (counted[code].played == 0) continue;
    const auto counts = book.around(code);
    CHECK_EQUAL(counts.played, counted[code].played);
    seen += counts.matched == counted[code].matched;
    CHECK(counts.matched >= counted[code].matched);  // shapes never played are in no book
  }
  CHECK(seen > 50);
}

KIFU_TEST(book_weighs_shapes_alike_for_both_players) {
  const models::Book book(harvested(some_games(40), 1), {}, 8, 0.01);
  const auto weights = models::shape_weights(book, 0.01);
  int weighty = 0;
  for (std::uint32_t code = 0; code < playouts::kSurroundings; ++code) {
    weighty += weights->of(code, go::kBlack) > 0;
    CHECK_EQUAL(weights->of(code, go::kBlack), weights->of(playouts::swapped(code), go::kWhite));
  }
  CHECK(weighty > 100);
}

KIFU_TEST(book_ranks_the_moves_of_games_as_it_ranks_positions) {
  const auto games = some_games(6);
  const models::Book book(harvested(games, 1), {}, 8, 0.01);
  const auto ranks = models::rank_games(book, games.games(), 8, 2);
  std::size_t i = 0;
  for (std::size_t g = 0; g < games.games().count(); ++g)
    go::walk_game(9, games.games().game(g), [&](const go::Board& board, go::Colour mover, go::Vertex v) {
      const auto moves = book.rank(board, mover, 8);
      CHECK_EQUAL(ranks.game[i], g);
      CHECK(ranks.answers[i] <= moves.size());
      if (ranks.rank[i] > 0) CHECK(ranks.probability[i] <= ranks.first[i]);
      const bool named = std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return m.point == v; });
      CHECK_EQUAL(ranks.rank[i] > 0, named);
      ++i;
      return true;
    });
  CHECK_EQUAL(i, ranks.rank.size());
}

KIFU_TEST(book_refuses_what_is_no_tree) {
  const auto refused = [](models::FlatBook flat) {
    try {
      const models::Book book(flat, {}, 4, 0.0);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refused({{2}, {5}, {3}, {1}}));              // no parent
  CHECK(refused({{1, 1}, {5, 5}, {3, 3}, {1, 1}}));  // twice
  CHECK(refused({{1}, {5}, {3}, {4}}));              // played more often than it came up
  CHECK(!refused({{1, 2}, {5, 9}, {3, 2}, {1, 1}}));
}
