#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "go/game.hpp"
#include "go/life.hpp"
#include "playouts/uniform.hpp"
#include "work/random.hpp"

using namespace kifu::go;

namespace {

Board draw(std::string_view rows) {
  std::vector<Colour> points;
  for (const char c : rows)
    if (c == '.' || c == 'X' || c == 'O') points.push_back(c == 'X' ? kBlack : c == 'O' ? kWhite : kEmpty);
  int size = 1;
  while (size * size < static_cast<int>(points.size())) ++size;
  Board board(size);
  for (int i = 0; i < size * size; ++i) board.draw(board.geometry().vertex(i), points[i]);
  board.rebuild();
  return board;
}

std::string show(const Board& board) {
  std::string text;
  for (int y = 0; y < board.size(); ++y) {
    for (int x = 0; x < board.size(); ++x) text += ".XO"[board.at(board.geometry().vertex(x, y))];
    text += '\n';
  }
  return text;
}

// Everything the board keeps incrementally must be what rebuild() computes from the colours.
void check_consistent(const Board& board) {
  Board fresh(board);
  fresh.rebuild();
  CHECK_EQUAL(board.key(), fresh.key());
  CHECK_EQUAL(board.empty_count(), fresh.empty_count());
  for (int point = 0; point < board.geometry().points(); ++point) {
    const Vertex v = board.geometry().vertex(point);
    CHECK_EQUAL(board.empty_neighbours(v), fresh.empty_neighbours(v));
    for (const Colour c : {kBlack, kWhite})
      CHECK_EQUAL(board.neighbours_or_edges(v, c), fresh.neighbours_or_edges(v, c));
    if (board.is_empty(v)) continue;
    const int liberties = board.count_liberties(board.head(v));
    CHECK(liberties > 0);
    CHECK_EQUAL(liberties, fresh.count_liberties(fresh.head(v)));
    CHECK_EQUAL(board.stones(board.head(v)), fresh.stones(fresh.head(v)));
    CHECK_EQUAL(board.in_atari(board.head(v)), liberties == 1);
  }
}

}  // namespace

KIFU_TEST(go_capture_and_ko) {
  Board board = draw(
      ".XO."
      "X.XO"
      ".XO."
      "....");
  const Vertex hole = board.geometry().vertex(1, 1), taken = board.geometry().vertex(2, 1);
  CHECK(board.is_legal(kWhite, hole));
  CHECK_EQUAL(board.play(kWhite, hole), 1);
  CHECK_EQUAL(board.ko(), taken);
  CHECK(!board.is_legal(kBlack, taken));
  CHECK_EQUAL(board.captured(kBlack), 1);
}

KIFU_TEST(go_suicide_takes_own_block_off) {
  Board board = draw(
      ".XO."
      "XXO."
      "OO.."
      "....");
  const Vertex corner = board.geometry().vertex(0, 0);
  CHECK(!board.is_legal(kBlack, corner, false));
  CHECK(board.is_legal(kBlack, corner, true));
  const auto expected = board.key_after(kBlack, corner);
  CHECK_EQUAL(board.play(kBlack, corner), 0);
  CHECK_EQUAL(show(board), "..O.\n..O.\nOO..\n....\n");
  CHECK_EQUAL(board.key(), expected);
  CHECK_EQUAL(board.captured(kBlack), 4);
}

KIFU_TEST(go_random_games_stay_consistent_and_undo) {
  for (int size : {2, 3, 5, 7, 9, 19, 25}) {
    for (int index = 0; index < 12; ++index) {
      kifu::Random random(5, static_cast<std::uint64_t>(index * 100 + size));
      const Rules rules{static_cast<KoRule>(index % 3), index % 2 == 1};
      Game game(size, rules);
      std::vector<std::string> seen{show(game.board())};
      std::vector<std::uint64_t> keys{game.situation()};
      const int length = size * size + 30;
      for (int move = 0; move < length; ++move) {
        std::vector<Vertex> legal;
        for (int i = 0; i < game.board().empty_count(); ++i)
          if (game.legality(game.to_play(), game.board().empty_at(i)) == Legality::kLegal)
            legal.push_back(game.board().empty_at(i));
        const Vertex v =
            legal.empty() ? kPass : legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        const auto expected = v == kPass ? game.board().key() : game.board().key_after(game.to_play(), v);
        game.play(game.to_play(), v);
        CHECK_EQUAL(game.board().key(), expected);
        if (move % 7 == 0) check_consistent(game.board());
        seen.push_back(show(game.board()));
        keys.push_back(game.situation());
      }
      while (game.undo()) {
        seen.pop_back();
        keys.pop_back();
        CHECK_EQUAL(show(game.board()), seen.back());
        CHECK_EQUAL(game.situation(), keys.back());
      }
      check_consistent(game.board());
      CHECK_EQUAL(seen.size(), std::size_t{1});
      CHECK_EQUAL(game.board().captured(kBlack) + game.board().captured(kWhite), 0);
    }
  }
}

KIFU_TEST(go_uniform_games_end) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    Board board(9);
    kifu::Random random(1, index);
    const auto game = kifu::playouts::play_uniform(board, kBlack, random, 9 * 9 * 3);
    CHECK(game.moves < 9 * 9 * 3);
    check_consistent(board);
  }
}

KIFU_TEST(go_counts_legal_positions) {
  // 57 on 2x2, 12,675 on 3x3, 24,318,165 on 4x4 (Tromp and Farneback).
  const auto count = [](int size) {
    Board board(size);
    const int points = size * size;
    std::vector<int> digits(static_cast<std::size_t>(points));
    long legal = 0;
    for (;;) {
      board.rebuild();
      legal += board.has_liberties_everywhere();
      int i = 0;
      for (; i < points; ++i) {
        digits[i] = (digits[i] + 1) % 3;
        board.draw(board.geometry().vertex(i), static_cast<Colour>(digits[i]));
        if (digits[i] != 0) break;
      }
      if (i == points) return legal;
    }
  };
  CHECK_EQUAL(count(2), 57);
  CHECK_EQUAL(count(3), 12675);
  CHECK_EQUAL(count(4), 24318165);
}

KIFU_TEST(go_unconditional_life) {
  const Board board = draw(
      ".X.XO...."
      "XXXXO...."
      "OOOOO...."
      "........."
      "........."
      ".....XXXX"
      ".....X.X."
      ".....XXXO"
      ".......X.");
  const auto owner = unconditional_life(board);
  std::string text;
  for (std::size_t i = 0; i < owner.size(); ++i) {
    text += ".XO"[owner[i]];
    if (i % 9 == 8) text += '\n';
  }
  CHECK_EQUAL(text,
              "XXXX.....\n"
              "XXXX.....\n"
              ".........\n"
              ".........\n"
              ".........\n"
              ".....XXXX\n"
              ".....XXXX\n"
              ".....XXXX\n"
              ".......XX\n");
}

KIFU_TEST(go_outlook_of_a_stone_is_what_playing_it_shows) {
  for (std::uint64_t index = 0; index < 40; ++index) {
    kifu::Random random(5, index);
    Board board(7);
    Colour colour = kBlack;
    for (int move = 0; move < 70; ++move, colour = opponent(colour)) {
      std::vector<Vertex> legal;
      for (int i = 0; i < board.empty_count(); ++i) {
        const Vertex v = board.empty_at(i);
        const Board::Outlook outlook = board.stone_outlook(colour, v);
        if (v == board.ko()) continue;
        const bool is_legal = board.is_legal(colour, v);
        CHECK_EQUAL(is_legal, outlook.captures || outlook.liberties > 0);
        if (!is_legal) continue;
        legal.push_back(v);
        Board next(board);
        CHECK_EQUAL(outlook.captures, next.play(colour, v) > 0);
        if (!outlook.captures) CHECK_EQUAL(outlook.liberties, next.count_liberties(next.head(v), 2));
      }
      if (legal.empty()) break;
      board.play(colour, legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
}
