#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "go/count_eyes.hpp"
#include "go/counting.hpp"

namespace {

using namespace kifu::go::counting;

struct Counted {
  TerritoryTotals totals;
  std::string territory, seki, dame;
};

// x o living stones, b w dead ones, any other letter empty.
Counted territory(const std::vector<std::string_view>& rows) {
  const auto height = static_cast<int>(rows.size()), width = static_cast<int>(rows[0].size());
  std::vector<std::uint8_t> stones, dead;
  for (const auto row : rows) {
    for (const char c : row) {
      stones.push_back(c == 'x' || c == 'b' ? 1 : c == 'o' || c == 'w' ? 2 : 0);
      dead.push_back(c == 'b' || c == 'w');
    }
  }
  std::vector<std::uint8_t> layers[7];
  for (auto& layer : layers) layer.resize(stones.size());
  PositionCounter counter;
  Counted counted;
  counted.totals =
      counter.territory(stones, dead, height, width, false,
                        {layers[0], layers[1], layers[2], layers[3], layers[4], layers[5], layers[6]});
  for (std::size_t i = 0; i < stones.size(); ++i) {
    counted.territory += ".BW"[layers[0][i]];
    counted.seki += ".s"[layers[1][i]];
    counted.dame += ".d"[layers[3][i]];
  }
  return counted;
}

// A space on a line, closed at both ends by the wall: `.` free, `w` enemy stone.
bool line_gets(std::string_view points, int goal, bool wall_along = true) {
  EyeSpace space;
  space.size = static_cast<int>(points.size());
  for (int i = 0; i < space.size; ++i) {
    if (i > 0) space.beside[i] |= 1u << (i - 1);
    if (i + 1 < space.size) space.beside[i] |= 1u << (i + 1);
    if (points[i] == 'w') space.enemy |= 1u << i;
    if (wall_along || i == 0 || i + 1 == space.size) space.wall |= 1u << i;
  }
  EyeReader reader;
  return reader.gets(space, goal);
}

}  // namespace

KIFU_TEST(counting_eyes_on_a_line) {
  CHECK(!line_gets(".", 2));
  CHECK(!line_gets("..", 2));
  CHECK(line_gets("...", 2));
  CHECK(!line_gets(".w.", 2));
  CHECK(line_gets("....", 2));
  CHECK(!line_gets(".ww.", 2));
  CHECK(!line_gets(".www.", 2));
  CHECK(line_gets(".wwww.", 2));
  for (const auto* points : {".", "w", ".w.", "wwww."}) CHECK(line_gets(points, 1));
}

KIFU_TEST(counting_loose_stones_make_false_eyes) {
  // A hane stone at each end of a line can be captured: three points are no eye, four one, seven two.
  const auto eyes = [](int size) {
    EyeSpace space;
    space.size = size;
    for (int i = 0; i < size; ++i) {
      if (i > 0) space.beside[i] |= 1u << (i - 1);
      if (i + 1 < size) space.beside[i] |= 1u << (i + 1);
    }
    space.wall = (1u << size) - 1;
    space.loose_pieces = 2;
    space.loose[0] = 1;
    space.loose[1] = 1u << (size - 1);
    space.outside = 3;
    EyeReader reader;
    return reader.gets(space, 2) ? 2 : reader.gets(space, 1) ? 1 : 0;
  };
  CHECK_EQUAL(eyes(3), 0);
  CHECK_EQUAL(eyes(4), 1);
  CHECK_EQUAL(eyes(6), 1);
  CHECK_EQUAL(eyes(7), 2);
}

KIFU_TEST(counting_territory_dame_and_prisoners) {
  const auto counted = territory({
      "w.x.o..",
      "..x.o..",
      "..x.o.b",
      "xxx.ooo",
      "oooo...",
  });
  CHECK_EQUAL(counted.territory,
              "BB...WW"
              "BB...WW"
              "BB...WW"
              "......."
              "....WWW");
  CHECK_EQUAL(counted.dame,
              "...d..."
              "...d..."
              "...d..."
              "...d..."
              ".......");
  CHECK_EQUAL(counted.totals.black, 6);
  CHECK_EQUAL(counted.totals.white, 9);
  CHECK_EQUAL(counted.totals.dead_white, 1);
  CHECK_EQUAL(counted.totals.dead_black, 1);
  CHECK(!counted.totals.completed);
}

KIFU_TEST(counting_seki_has_no_territory) {
  const auto counted = territory({
      ".x.o.xx",
      "xx.ooxx",
      "ooooxx.",
      "xxxxx.x",
  });
  CHECK_EQUAL(counted.territory,
              "......."
              "......."
              "......B"
              ".....B.");
  CHECK_EQUAL(counted.seki,
              ".s.s..."
              "ss.ss.."
              "ssss..."
              ".......");
  CHECK_EQUAL(counted.totals.seki_black, 1);
}

KIFU_TEST(counting_area_of_a_small_board) {
  const std::vector<std::uint8_t> stones = {0, 1, 0, 2, 0};
  const std::vector<std::uint8_t> dead(5, 0);
  std::vector<std::uint8_t> owner(5), all_dead(5);
  PositionCounter counter;
  const auto totals = counter.area(stones, dead, 1, 5, owner, all_dead);
  CHECK_EQUAL(totals.black, 2);
  CHECK_EQUAL(totals.white, 2);
  CHECK_EQUAL(totals.dame, 1);
}

KIFU_TEST(counting_bad_input_is_named) {
  const auto fails = [](std::vector<std::uint8_t> stones, int height, int width) {
    std::vector<std::uint8_t> owner(stones.size()), dead(stones.size());
    PositionCounter counter;
    try {
      counter.area(stones, std::vector<std::uint8_t>(stones.size()), height, width, owner, dead);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(fails({0, 3}, 1, 2));
  CHECK(fails({0, 1}, 1, 3));
  CHECK(fails({}, 0, 3));
  CHECK(fails(std::vector<std::uint8_t>(129), 1, 129));
  CHECK(!fails({0, 1}, 1, 2));
}
