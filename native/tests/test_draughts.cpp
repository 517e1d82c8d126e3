#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "draughts/fen.hpp"
#include "draughts/game.hpp"
#include "draughts/notation.hpp"
#include "draughts/perft.hpp"
#include "draughts/replay.hpp"
#include "draughts/zobrist.hpp"
#include "work/random.hpp"

using namespace kifu::draughts;

namespace {

std::string error_of(std::string_view fen) {
  try {
    read_fen(fen);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

KIFU_TEST(draughts_start_perft) {
  const std::array<std::uint64_t, 10> expected{1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680};
  for (int depth = 0; depth < 10; ++depth) {
    CHECK_EQUAL(perft(start_board(), depth), expected[depth]);
    if (depth < 9) CHECK_EQUAL(perft(start_board(), depth, false), expected[depth]);
  }
}

KIFU_TEST(draughts_perft_stops_when_asked) {
  int asked = 0;
  perft(start_board(), 20, true, [&] { return ++asked == 3; });
  CHECK_EQUAL(asked, 3);
}

KIFU_TEST(draughts_layout_is_the_numbering_of_squares) {
  Bits all = 0;
  for (int square = 1; square <= 32; ++square) {
    CHECK_EQUAL(square_of(bit_of(square)), square);
    all |= bits_of(square);
  }
  CHECK_EQUAL(all, kSquares);
  CHECK_EQUAL(expand(compress(kSquares)), kSquares);
  CHECK_EQUAL(write_fen(start_board()), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
}

// Random games: the incremental key, the view of captures and undo all agree with the plain ways.
KIFU_TEST(draughts_random_games_keep_their_invariants) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    kifu::Random random(7, seed);
    Game game;
    std::vector<Board> boards;
    MoveList legal;
    while (game.end() == End::None) {
      generate(game.board(), legal);
      CHECK_EQUAL(static_cast<std::uint64_t>(legal.size()), perft(game.board(), 1));
      for (const Move& move : legal) {
        CHECK(unpack(legal, pack(legal, move)) == move);
        CHECK(read_move(legal, write_move(move)).move == move);
      }
      boards.push_back(game.board());
      game.play(legal[static_cast<int>(random.below(static_cast<std::uint32_t>(legal.size())))]);
      CHECK_EQUAL(game.key(), zobrist(game.board()));
      check_board(game.board());
    }
    for (; !boards.empty(); boards.pop_back()) {
      game.undo();
      CHECK(game.board() == boards.back());
      CHECK_EQUAL(game.key(), zobrist(game.board()));
    }
  }
}

// The most captures there can be stay inside the fixed list.
KIFU_TEST(draughts_many_paths_fit_the_list) {
  MoveList legal;
  generate(read_fen("B:W6,7,8,14,15,16,22,23,24:BK10"), legal);
  CHECK(legal.size() >= 10);
  CHECK(legal.size() <= kMaxMoves);
}

KIFU_TEST(draughts_fen_dialects) {
  const std::string expected = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29";
  const Board board = read_fen(expected);
  for (const char* same : {" b : w 18 , 24,27,28,k10,k15 : b12,16,20,K22,K25,K29 . ",
                           "B:B12,16,20,K22,K25,K29:W18,24,27-28,K10,K15:H0:F1",
                           "\"B:W18,24,27,28,K10,K15,:B12,16,20,K22,K25,K29.\""}) {
    CHECK(read_fen(same) == board);
  }
  CHECK(read_fen("B:W21-32:B1-12") == start_board());
  CHECK_EQUAL(write_fen(read_fen("W:W18")), "W:W18:B");
}

KIFU_TEST(draughts_fen_refusals) {
  for (const char* wrong : {"", ":W18:B1", "X:W18:B1", "B", "B:W:B", "B:W33:B1", "B:W0:B1", "B:W18:B18",
                            "B:W18,18:B1", "B:W18:B29", "B:W3:B1", "B:W12-24:B1", "B:W18:W19", "B:W24-21:B1",
                            "B:W18:B1 x", "B:W99999999999999999999:B1", "B:WK:B1"}) {
    CHECK(!error_of(wrong).empty());
  }
  CHECK(!error_of(std::string(1 << 20, '1')).empty());
  CHECK(!error_of(std::string_view("B:W18:B1\0", 9)).empty());
}

KIFU_TEST(draughts_forty_moves_and_repetition) {
  Game game(read_fen("B:WK32:BK1"));
  const auto play = [&](const char* text) {
    MoveList legal;
    generate(game.board(), legal);
    const MoveRead read = read_move(legal, text);
    CHECK(read.ok());
    game.play(read.move);
  };
  for (int round = 0; round < 2; ++round) {
    CHECK(game.end() == End::None);
    for (const char* text : {"1-5", "32-28", "5-1", "28-32"}) play(text);
  }
  CHECK(game.end() == End::Repetition);
  CHECK_EQUAL(game.quiet_plies(), 8);
  game.undo();
  CHECK(game.end() == End::None);
}

KIFU_TEST(draughts_replay_joins_jumps) {
  Board board;
  board.black = bits_of(22) | bits_of(14) | bits_of(7) | bits_of(1);
  board.white = bits_of(26);
  board.to_move = Colour::White;
  const std::vector<std::string_view> texts{"26x17", "17x10", "10x3", "1-5"};
  const Replayed found = replay(board, texts, OnIllegal::Stop);
  CHECK_EQUAL(found.moves.size(), 2u);
  CHECK_EQUAL(found.played[1], 3);
  CHECK_EQUAL(found.problems.size(), 1u);
  CHECK_EQUAL(joined_jumps("26x17", "18x11"), "");
  CHECK_EQUAL(joined_jumps("26x17!", "17-10"), "26x17x10");
}

KIFU_TEST(draughts_replay_repairs_and_stops) {
  const std::vector<std::string_view> texts{"11x15", "22-18", "15-22", "26x17", "99-1", "8-11"};
  const Replayed stopped = replay(start_board(), texts, OnIllegal::Stop);
  CHECK_EQUAL(stopped.moves.size(), 4u);
  CHECK_EQUAL(stopped.problems.size(), 3u);
  CHECK(stopped.problems[2].reading == Reading::NotAMove);
  const Replayed skipped = replay(start_board(), texts, OnIllegal::Skip);
  CHECK_EQUAL(skipped.moves.size(), 5u);
  std::vector<PositionRow> rows(6);
  replay_packed(start_board(), skipped.moves, rows);
  CHECK_EQUAL(rows[5].black, compress(skipped.board.black));
}
