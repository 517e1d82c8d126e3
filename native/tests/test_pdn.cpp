#include <string>
#include <vector>

#include "check.hpp"
#include "records/pdn.hpp"

using kifu::records::PdnFile;
using kifu::records::PdnProblemKind;

namespace {

std::string moves(const PdnFile& file, std::size_t game) {
  std::string out;
  for (const auto n : file.main_line(game)) {
    if (!out.empty()) out += ' ';
    out += file.text(file.nodes(game)[n].move);
  }
  return out;
}

}  // namespace

KIFU_TEST(pdn_games_tags_and_results) {
  const PdnFile file("[Event \"a\"]\n1. 11-15 22-18 1-0\n[Event \"b\"]\n1.9-14 1/2-1/2");
  CHECK_EQUAL(file.size(), 2u);
  CHECK_EQUAL(moves(file, 0), "11-15 22-18");
  CHECK_EQUAL(moves(file, 1), "9-14");
  CHECK_EQUAL(file.text(file.tags(1)[0].value), "b");
  CHECK_EQUAL(file.text(file.game(1).result), "1/2-1/2");
  CHECK_EQUAL(file.problems(0).size() + file.problems(1).size(), 0u);
}

KIFU_TEST(pdn_a_star_behind_a_move_ends_no_game) {
  const PdnFile file("1. 11-15* 22-18 (22-17*) 2. 8-11* {only} 1-0\n[Event \"b\"]\n9-14*");
  CHECK_EQUAL(file.size(), 2u);
  CHECK_EQUAL(moves(file, 0), "11-15 22-18 8-11");
  CHECK_EQUAL(file.text(file.game(0).result), "1-0");
  CHECK_EQUAL(file.text(file.game(1).result), "*");
}

KIFU_TEST(pdn_variations_know_their_parents) {
  const PdnFile file("11-15 22-18 (22-17 9-13 (9-14) 17-14) 15x22 *");
  CHECK_EQUAL(moves(file, 0), "11-15 22-18 15x22");
  std::string parents;
  for (const auto& node : file.nodes(0)) {
    parents += node.parent == PdnFile::none ? "- " : std::to_string(node.parent) + " ";
  }
  CHECK_EQUAL(parents, "- 0 1 1 3 3 4 2 ");
}

KIFU_TEST(pdn_brackets_need_no_memory) {
  const PdnFile file("11-15 " + std::string(10'000'000, '(') + "9-14");
  CHECK_EQUAL(file.nodes(0).size(), 3u);
  CHECK_EQUAL(file.game(0).problem_count, 2u);
}

KIFU_TEST(pdn_problems_are_listed_to_a_limit_and_counted_beyond) {
  std::string text = "11-15 ";
  for (int i = 0; i < 500; ++i) text += "hm {x} ";
  const PdnFile file(text + "*");
  CHECK_EQUAL(file.problems(0).size(), PdnFile::max_listed);
  CHECK_EQUAL(file.game(0).problem_count, 500u);
  CHECK(file.problems(0)[0].kind == PdnProblemKind::stray_text);
}

KIFU_TEST(pdn_no_game_at_all) {
  const PdnFile file("hello (world");
  CHECK_EQUAL(file.size(), 0u);
  CHECK(!file.loose_problems().empty());
}

KIFU_TEST(pdn_commas_between_moves_are_passed_over) {
  const PdnFile file("1. 11-15,23-19 2. 8-11,22-17 1-0");
  CHECK_EQUAL(moves(file, 0), "11-15 23-19 8-11 22-17");
  CHECK_EQUAL(file.game(0).problem_count, 0u);
}

KIFU_TEST(pdn_a_lone_half_ends_a_game) {
  for (const char* half : {"1/2", "\xC2\xBD"}) {
    const std::string text = std::string("1. 11-15 23-19 ") + half;
    for (const char* rest : {"", "\n[Event \"b\"]\n*", " {agreed}", "\n1. 9-14 *"}) {
      const PdnFile file(text + rest);
      CHECK_EQUAL(moves(file, 0), "11-15 23-19");
      CHECK_EQUAL(file.text(file.game(0).result), half);
      CHECK_EQUAL(file.game(0).problem_count, 0u);
    }
  }
  const PdnFile file("1. 11-15 1/2 23-19 *");
  CHECK_EQUAL(moves(file, 0), "11-15 23-19");
}

KIFU_TEST(pdn_a_star_between_moves_ends_no_game) {
  for (const char* text : {"1. 11-15 * 23-19 *", "1. 11-15 23-19 *\n2. 8-11 *", "1. 11-15 *\n1... 23-19 *"}) {
    const PdnFile file(text);
    CHECK_EQUAL(file.size(), 1u);
    CHECK_EQUAL(file.game(0).problem_count, 1u);
    CHECK(file.problems(0)[0].kind == PdnProblemKind::early_star);
    CHECK_EQUAL(file.text(file.game(0).result), "*");
  }
  for (const char* text :
       {"11-15 23-19 * 1. 8-11 *", "11-15 23-19 *\n9-14 *", "11-15 * [Event \"b\"] 9-14 *"})
    CHECK_EQUAL(PdnFile(text).size(), 2u);
}
