#include <array>
#include <vector>

#include "check.hpp"
#include "features/book.hpp"
#include "go/board.hpp"
#include "learners/book.hpp"
#include "models/book.hpp"
#include "models/book_tree.hpp"
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

models::FlatBook harvested(const Strewn& strewn, int threads) {
  learners::BookHarvest harvest(8, {});
  harvest.create(strewn.games(), threads);
  harvest.thin(2);
  harvest.count(strewn.games(), threads);
  return harvest.finish(0.01);
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
