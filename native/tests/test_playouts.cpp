#include <string_view>
#include <vector>

#include "check.hpp"
#include "playouts/tactical.hpp"
#include "playouts/uniform.hpp"

using namespace kifu::go;
using namespace kifu::playouts;

namespace {

Board draw(int size, std::string_view rows) {
  Board board(size);
  int point = 0;
  for (const char c : rows)
    if (c == '.' || c == 'X' || c == 'O')
      board.draw(board.geometry().vertex(point++), c == 'X' ? kBlack : c == 'O' ? kWhite : kEmpty);
  board.rebuild();
  return board;
}

constexpr std::string_view kTwoEyesAndOne =
    ".X.XO...."
    "XXXXO...."
    "OOOOO...."
    "........."
    "....XXXXX"
    "XXXXXOOOO"
    "OOOOXO.O."
    ".OO.XOOOO"
    "OOOOXXXXX";

}  // namespace

KIFU_TEST(playouts_same_seed_same_ownership) {
  const Board board = draw(9, kTwoEyesAndOne);
  CHECK(tactical_ownership(board, kBlack, {}, 50, 3) == tactical_ownership(board, kBlack, {}, 50, 3));
  CHECK(tactical_ownership(board, kBlack, {}, 50, 3) != tactical_ownership(board, kBlack, {}, 50, 4));
}

KIFU_TEST(playouts_two_eyes_live) {
  const Board board = draw(9, kTwoEyesAndOne);
  const auto owned = tactical_ownership(board, kWhite, {}, 200, 1);
  CHECK_EQUAL(owned[1], 1.0F);           // B9, unconditionally Black's
  CHECK_EQUAL(owned[5 * 9 + 5], -1.0F);  // F4, two eyes at G3 and J3
  CHECK(owned[6 * 9] > 0.5F);            // A3, one eye and surrounded, by a wall that has none itself
}

KIFU_TEST(playouts_tactical_games_end_with_legal_moves) {
  for (std::uint64_t index = 0; index < 50; ++index) {
    Board board(9);
    kifu::Random random(2, index);
    Colour colour = kBlack;
    Vertex last = kPass;
    int passes = 0, moves = 0;
    for (; passes < 2 && moves < 9 * 9 * 4; ++moves) {
      const Vertex v = choose_tactical(board, colour, last, {}, random);
      CHECK(v == kPass || board.is_legal(colour, v));
      passes = v == kPass ? passes + 1 : 0;
      if (v == kPass)
        board.pass();
      else
        board.play(colour, v);
      last = v;
      colour = opponent(colour);
    }
    CHECK(moves < 9 * 9 * 4);
  }
}

KIFU_TEST(playouts_save_a_block_that_was_put_in_atari) {
  Board board = draw(5,
                     "....."
                     ".OX.."
                     ".X..."
                     "....."
                     ".....");
  kifu::Random random(1, 1);
  board.play(kBlack, board.geometry().vertex(0, 1));
  const Vertex out = board.geometry().vertex(1, 0);
  int saved = 0;
  for (int i = 0; i < 100; ++i) {
    Board copy(board);
    saved += choose_tactical(copy, kWhite, board.geometry().vertex(0, 1), {1.0, 1.0, 0.85}, random) == out;
  }
  CHECK_EQUAL(saved, 100);
}
