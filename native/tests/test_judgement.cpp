#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/judgement.hpp"
#include "check.hpp"
#include "go/life.hpp"
#include "work/random.hpp"

using namespace kifu;
using namespace kifu::analysis;

namespace {

struct Drawn {
  go::Game game;
  std::vector<std::uint8_t> dead;
};

// X and O, small letters for stones taken for dead; the size is the number of points' root.
Drawn draw(std::string_view rows) {
  std::string signs;
  for (const char c : rows)
    if (std::string_view(".XOxo").find(c) != std::string_view::npos) signs += c;
  int size = 1;
  while (size * size < static_cast<int>(signs.size())) ++size;
  CHECK_EQUAL(size * size, static_cast<int>(signs.size()));
  Drawn out{go::Game(size, go::Rules{}), {}};
  std::vector<go::Stone> stones;
  for (std::size_t p = 0; p < signs.size(); ++p) {
    out.dead.push_back(signs[p] == 'x' || signs[p] == 'o');
    if (signs[p] != '.')
      stones.push_back({signs[p] == 'X' || signs[p] == 'x' ? go::kBlack : go::kWhite,
                        out.game.board().geometry().vertex(static_cast<int>(p))});
  }
  CHECK(out.game.setup(stones));
  return out;
}

// A point by its column from the left and its row from the top, from 0.
struct At {
  int x, y;
};

int block_at(const LifeAnalysis& analysis, At at) {
  const int block = analysis.block_at(analysis.board().geometry().vertex(at.x, at.y));
  CHECK(block >= 0);
  return block;
}

// Verdicts as drawn: dead ones with probability 0, the others with 1.
std::vector<Verdict> verdicts_of(const Drawn& drawn, const LifeAnalysis& analysis, Basis basis) {
  std::vector<Verdict> out;
  for (const Block& block : analysis.blocks()) {
    Verdict verdict;
    verdict.dead = drawn.dead[static_cast<std::size_t>(analysis.board().geometry().point(block.head))] != 0;
    verdict.model = verdict.probability = verdict.dead ? 0.0F : 1.0F;
    verdict.basis = basis;
    out.push_back(verdict);
  }
  return out;
}

constexpr std::string_view kTwo = R"(
  . X . X O
  X X X X O
  O O O O O
  . O . O .
  O O O O O)";

std::string four(std::string_view top, std::string_view wall = "XXXXX") {
  return std::string(top) + "O" + std::string(wall) + "O" + "OOOOOO" + ".O.O.O" + "OOOOOO" + ".O.O..";
}

std::string seki(std::string_view top = "XO.OXXX..", std::string_view bottom = "XO.OXXXX.") {
  return std::string(top) + "XOXOXO.X." + "XOXOXOOX." + std::string(bottom) + "XOOOX...." + "XXXXX...." +
         "........." + "........." + ".........";
}

std::string race(std::string_view fourth) {
  return std::string("x.OX.") + "xOOX." + ".OXX." + std::string(fourth) + "OOX..";
}

struct Case {
  const char* name;
  std::string board;
  At at;
  Basis basis;
  Reason reason;
  std::vector<int> numbers;
};

// Of each kind a board where it is so, and one where it is nearly so. The verdicts are given, so that no
// model matters; the numbers are counted by hand.
const std::vector<Case>& cases() {
  constexpr auto kTwoEyes = static_cast<int>(Room::kTwoEyes);
  constexpr auto kMovingFirst = static_cast<int>(Room::kMovingFirst);
  static const std::vector<Case> all{
      {"two eyes, unconditionally", std::string(kTwo), {1, 0}, Basis::kModel, Reason::kUnconditional, {}},
      {"one eye of four", four("....X"), {4, 0}, Basis::kModel, Reason::kRoom, {4, kTwoEyes, 0}},
      {"of three", four("X...X"), {4, 0}, Basis::kModel, Reason::kRoom, {3, kMovingFirst, 0}},
      {"of two", four("XX..X"), {4, 0}, Basis::kModel, Reason::kCapturable, {2}},
      {"three in a row, dead", four("x...x", "xxxxx"), {4, 0}, Basis::kModel, Reason::kNoRoom, {1, 3, 10}},
      {"in atari, and capturing one does not help",
       four("xx.Ox", "xxxxx"),
       {4, 0},
       Basis::kModel,
       Reason::kAtari,
       {}},
      {"in atari, but capturing two helps",
       four("xO.Ox", "xxxxx"),
       {4, 0},
       Basis::kModel,
       Reason::kNoRoom,
       {1, 3, 8}},
      {"two eyes, joined by corners only",
       ".X..O X.X.O OXXXO OOOOO .O.O.",
       {1, 0},
       Basis::kModel,
       Reason::kEyes,
       {2}},
      {"in its own area",
       "....X .X..X ....X XXXXX .....",
       {1, 1},
       Basis::kSurrounding,
       Reason::kOwnArea,
       {16}},
      {"seki", seki(), {2, 1}, Basis::kModel, Reason::kSeki, {2}},
      {"no seki: the wall around it is open",
       seki("XO.OXXX..", "X..OXXXX."),
       {2, 1},
       Basis::kModel,
       Reason::kFree,
       {2}},
      {"not captured, as reading says", four("....X"), {4, 0}, Basis::kRead, Reason::kUncaptured, {4}},
      {"no eyes, and in atari", seki("XOOOXXX.."), {2, 1}, Basis::kModel, Reason::kCapturable, {1}},
      {"a stone among the unconditionally living",
       ".X.X. XXXXX .o.X. XXXXX ...X.",
       {1, 2},
       Basis::kModel,
       Reason::kEnemyProved,
       {}},
      {"a race it loses", race(".OX.."), {0, 0}, Basis::kModel, Reason::kRace, {0, 0, 2, 3}},
      {"a race it would win, in a space that is nobody's",
       race("XOX.."),
       {0, 0},
       Basis::kModel,
       Reason::kWeak,
       {2, 0, 0}},
  };
  return all;
}

KIFU_TEST(reasons_of_drawn_boards) {
  for (const Case& one : cases()) {
    const Drawn drawn = draw(one.board);
    const LifeAnalysis analysis(drawn.game.board(), drawn.game.to_play());
    const auto verdicts = verdicts_of(drawn, analysis, one.basis);
    const auto facts = reasons(analysis, verdicts, go::unconditional_life(drawn.game.board()),
                               count(analysis, verdicts), true);
    const Facts& got = facts[static_cast<std::size_t>(block_at(analysis, one.at))];
    std::ostringstream said;
    said << one.name << ": " << static_cast<int>(got.reason);
    for (const auto n : got.numbers) said << " " << n;
    bool same = got.reason == one.reason;
    for (std::size_t i = 0; i < one.numbers.size(); ++i) same &= got.numbers[i] == one.numbers[i];
    if (!same) tests::fail(__FILE__, __LINE__, said.str());
  }
}

struct Captured {
  const char* name;
  std::string board;
  At at;
  CaptureLimits limits;
  Capture expected;
};

KIFU_TEST(captures_are_read_out) {
  const std::string rest = "....... ....... ....... .......";
  const std::string wall = "OX.OX OX.OX OOXXX .OOX. O.OX.";
  const CaptureLimits nakade{.nodes = 4000, .depth = 20, .liberties = 7};
  const std::vector<Captured> all{
      {"two eyes in the corner", ".X.XO.. XXXXO.. OOOOO.. " + rest, {1, 0}, nakade, Capture::kFails},
      {"a square of four is one eye",
       "..XO... ..XO... XXXO... OOOO... ....... ....... .......",
       {2, 0},
       nakade,
       Capture::kSucceeds},
      {"four in a row are two", "....XO. XXXXXO. OOOOOO. " + rest, {4, 0}, nakade, Capture::kFails},
      {"three in a row with the middle taken",
       ".O.XO.. XXXXO.. OOOOO.. " + rest,
       {3, 0},
       nakade,
       Capture::kSucceeds},
      {"dead in a row", "XX.O. XOOO. OO.OO .OO.. .....", {0, 0}, {}, Capture::kSucceeds},
      {"two eyes", ".X.XO XXXXO OOOOO ..O.. .....", {1, 0}, {}, Capture::kFails},
      // White on either liberty of the second column puts itself into atari first; Black connects and has it.
      {"no approach", wall, {1, 0}, {}, Capture::kFails},
      {"approach", wall, {3, 0}, {}, Capture::kSucceeds},
      {"more liberties than are read",
       "..... ..X.. ..... ..... .....",
       {2, 1},
       {.liberties = 3},
       Capture::kUnknown},
  };
  for (const Captured& one : all) {
    const Drawn drawn = draw(one.board);
    const auto& board = drawn.game.board();
    const Capture got = read_capture(board, board.geometry().vertex(one.at.x, one.at.y), one.limits);
    if (got != one.expected) tests::fail(__FILE__, __LINE__, one.name);
  }
}

// White stands at the top, and has two stones surely lost at the bottom; the space between is open.
constexpr std::string_view kOpen = R"(
  . . O . O . O . .
  . . O O O O O . .
  . . . . . . . . .
  X . . . . . . . X
  . . . . . . . . .
  . X X X X X X X .
  . X . . . . . X .
  . X . o . o . X .
  . . . . . . . . .)";

KIFU_TEST(dead_stones_do_not_kill_friends_across_an_open_space) {
  const Drawn drawn = draw(kOpen);
  const LifeAnalysis analysis(drawn.game.board(), drawn.game.to_play());
  auto verdicts = verdicts_of(drawn, analysis, Basis::kModel);
  const auto top = static_cast<std::size_t>(block_at(analysis, {2, 0}));
  const auto lost = static_cast<std::size_t>(block_at(analysis, {3, 7}));
  verdicts[top].probability = verdicts[top].model = 0.96F;
  settle(analysis, verdicts, false);
  CHECK(!verdicts[top].dead && verdicts[top].probability == 0.96F);
  CHECK(verdicts[lost].dead && verdicts[lost].basis == Basis::kModel);
}

KIFU_TEST(stones_in_their_own_area_live) {
  for (const bool finished : {false, true}) {
    const Drawn drawn = draw("...X. .x.X. ...X. XXXX. .....");
    const LifeAnalysis analysis(drawn.game.board(), drawn.game.to_play());
    auto verdicts = verdicts_of(drawn, analysis, Basis::kModel);
    const auto block = static_cast<std::size_t>(block_at(analysis, {1, 1}));
    settle(analysis, verdicts, finished);
    CHECK(!verdicts[block].dead);
    CHECK(verdicts[block].basis == Basis::kSurrounding);
  }
}

// A classifier that knows nothing: every block lives with probability 1/2, or with a given one.
models::Layers constant_classifier(float bias) {
  const auto width = static_cast<std::size_t>(features::LifeSet{.full = true}.width());
  return models::Layers(std::vector<float>(width, 0.0F), std::vector<float>(width, 1.0F),
                        {{static_cast<int>(width), 1, std::vector<float>(width, 0.0F), {bias}}});
}

std::string shown(const Judgement& judged) {
  std::ostringstream out;
  for (const JudgedBlock& block : judged.blocks) {
    out << static_cast<int>(block.colour) << static_cast<int>(block.status) << block.verdict.dead << " "
        << block.verdict.model << " " << block.verdict.playouts << " " << block.verdict.probability << " "
        << static_cast<int>(block.verdict.basis) << static_cast<int>(block.why.reason);
    for (const auto n : block.why.numbers) out << " " << n;
    for (const auto p : block.points) out << "," << p;
  }
  for (const float owner : judged.owners) out << owner;
  for (const auto& layer : {judged.in_doubt, judged.counted.owner, judged.counted.territory})
    for (const auto value : layer) out << static_cast<int>(value);
  return out.str();
}

KIFU_TEST(many_positions_are_judged_as_one_by_one) {
  std::vector<go::Game> games;
  Random random(7, 0);
  for (int n = 0; n < 12; ++n) {
    go::Game game(7, go::Rules{});
    for (int move = 0; move < 3 * n; ++move) {
      const auto v = game.board().geometry().vertex(static_cast<int>(random.below(49)));
      if (game.legality(game.to_play(), v) == go::Legality::kLegal) game.play(game.to_play(), v);
    }
    games.push_back(game);
  }
  std::vector<const go::Game*> all;
  for (const auto& game : games) all.push_back(&game);
  const auto classifier = constant_classifier(0.4F);
  std::vector<float> network(games.size() * 49);
  for (std::size_t i = 0; i < network.size(); ++i) network[i] = static_cast<float>(i % 7) / 3 - 1;
  for (const bool finished : {false, true}) {
    const JudgeSettings settings{{.full = true, .playouts = 8}, finished, 3};
    const auto together = judge_all(all, classifier, settings, network, 3);
    CHECK_EQUAL(together.size(), games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      const auto alone = judge(games[i], classifier, settings, std::span(network).subspan(i * 49, 49));
      CHECK_EQUAL(shown(together[i]), shown(alone));
    }
  }
}

KIFU_TEST(playouts_by_size_and_phase) {
  CHECK_EQUAL(playouts_for(9, false, 64), 64);
  CHECK_EQUAL(playouts_for(9, true, 64), 40);
  CHECK_EQUAL(playouts_for(19, false, 64), 32);
  CHECK_EQUAL(playouts_for(19, true, 64), 64);
  CHECK_EQUAL(playouts_for(9, true, 16), 16);
}

// A white stone in Black's corner; all others are unconditionally alive.
constexpr std::string_view kCorner = R"(
  . . . . . X O O .
  . o . . . X O . O
  . . . . . X O O O
  . . . . . X O . O
  X X X X X X O O O
  . X . X . X O . O
  X X X X X X O O O
  . X . X . X O . O
  X X X X X X O O O)";

KIFU_TEST(unsure_blocks_are_doubtful_where_points_depend_on_them) {
  const Drawn drawn = draw(kCorner);
  const JudgeSettings settings{{.full = true, .playouts = 8}, true, 1};
  const auto judged = judge(drawn.game, constant_classifier(0.0F), settings, {});
  const LifeAnalysis analysis(drawn.game.board(), drawn.game.to_play());
  const auto lone = static_cast<std::size_t>(block_at(analysis, {1, 1}));
  for (std::size_t b = 0; b < judged.blocks.size(); ++b)
    CHECK_EQUAL(judged.blocks[b].verdict.basis == Basis::kProved, b != lone);
  CHECK(judged.blocks[lone].status == Status::kDoubtful);
  CHECK_EQUAL(static_cast<int>(judged.in_doubt[0]), 1);
  CHECK_EQUAL(static_cast<int>(judged.in_doubt[80]), 0);

  const std::array<Fate, 1> dead{{{static_cast<int>(lone), true}}};
  const auto said = with_fates(drawn.game, judged, dead, Basis::kSaid);
  CHECK(said.blocks[lone].status == Status::kDead);
  CHECK(said.blocks[lone].verdict.basis == Basis::kSaid);
  CHECK_EQUAL(said.blocks[lone].verdict.probability, 0.0F);
  CHECK_EQUAL(said.counted.totals.dead_white, 1);
  CHECK_EQUAL(static_cast<int>(said.counted.owner[10]), static_cast<int>(go::kBlack));
  CHECK_EQUAL(static_cast<int>(said.in_doubt[0]), 0);
  CHECK(said.owners == judged.owners);
}

}  // namespace
