#include <string>
#include <string_view>

#include "check.hpp"
#include "records/sgf_file.hpp"
#include "records/sgf_game.hpp"
#include "records/sgf_tree.hpp"

using namespace kifu::records;

namespace {

// A tree as text: names and values of the nodes in order, each with its parent's number.
std::string outline(std::string_view data, SgfBytes bytes = SgfBytes::plain) {
  const SgfFile file(data, bytes);
  std::string out;
  for (std::size_t i = 0; i < file.game_count(); ++i) {
    const auto root = file.game(i).root;
    for (auto n = root; n < file.nodes_end(i); ++n) {
      out += n == root ? "game" : " " + std::to_string(file.parent(n) - root);
      for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p) {
        out += " " + file.name_text(p);
        for (auto v = file.values_begin(p); v < file.values_begin(p + 1); ++v)
          out += "=" + std::string(file.value(v));
      }
    }
    out += ";";
  }
  return out;
}

std::size_t problem_count(std::string_view data) { return SgfFile(data, SgfBytes::plain).problems(0).count; }

}  // namespace

KIFU_TEST(sgf_tree_in_file_order) {
  CHECK_EQUAL(outline("(;A[1]B[2][3](;C[4];D[5])(;E[6]))"), "game A=1 B=2=3 0 C=4 1 D=5 0 E=6;");
  CHECK_EQUAL(outline("(;A[1])x(;B[2])"), "game A=1;game B=2;");
}

KIFU_TEST(sgf_names_lose_their_small_letters) {
  CHECK_EQUAL(outline("(;GaMe[1]MULTIGOGM[x]MultiGOGMode[y]ab[z])"), "game GM=1 MULTIGOGM=x MGOGM=y AB=z;");
}

KIFU_TEST(sgf_brackets_hidden_in_characters) {
  CHECK_EQUAL(outline("(;PB[\x83\x5d\x94\\]PW[x])", SgfBytes::shift_jis), "game PB=\x83\x5d\x94\\ PW=x;");
  CHECK_EQUAL(outline("(;PB[\xa5\\]PW[x])", SgfBytes::big5_or_gb), "game PB=\xa5\\ PW=x;");
}

KIFU_TEST(sgf_nothing_breaks_at_the_end_of_the_bytes) {
  const std::string whole = "x(;SZ[9]PB[a]b]\\]]AB[aa:bb];B[aa](;W[bb]C[\\\\])(;W[]))";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const auto part = std::string(whole, 0, length);
    for (const auto bytes : {SgfBytes::plain, SgfBytes::shift_jis, SgfBytes::big5_or_gb}) {
      const SgfFile file(part, bytes);
      for (std::size_t i = 0; i < file.game_count(); ++i) CHECK(SgfGame(file, i).node_count() > 0);
    }
  }
}

KIFU_TEST(sgf_actions_are_setup_then_moves) {
  const std::string data = "(;SZ[9]AW[ba];B[ci]AE[ba];W[tt])";
  const SgfFile file(data, SgfBytes::plain);
  const SgfGame game(file, 0);
  const auto& actions = game.actions();
  CHECK_EQUAL(actions.size(), 4u);
  CHECK(actions[0] == action::make(action::place, true, 1, 0));
  CHECK(actions[1] == action::make(action::clear, false, 1, 0));
  CHECK(actions[2] == action::make(action::play, false, 2, 8));
  CHECK(actions[3] == action::make(action::pass, true, 0, 0));
  CHECK_EQUAL(game.move_count(), 2u);
  CHECK_EQUAL(game.head_length(), 2u);
}

KIFU_TEST(sgf_problems_are_counted_and_capped) {
  std::string data = "(;";
  for (int i = 0; i < 1000; ++i) data += "B[aa]?";
  CHECK_EQUAL(problem_count(data + ")"), 1000u);
  CHECK_EQUAL(SgfFile(data, SgfBytes::plain).problems(0).listed.size(), SgfProblems::listed_at_most);
}

KIFU_TEST(sgf_writes_what_it_reads) {
  SgfTree tree;
  tree.set(0, "C", {"a]b\\", "\\]"});
  const auto child = tree.add_child(0);
  tree.set(child, "B", {"aa"});
  tree.set(tree.add_child(0), "B", {";"});
  const auto written = write_sgf(tree, "UTF-8");
  CHECK_EQUAL(written, "(;C[a\\]b][\\]]CA[UTF-8]\n(;B[aa])\n(;B[\\;]))\n");
  const SgfFile file(written, SgfBytes::plain);
  CHECK_EQUAL(write_sgf(SgfGame(file, 0), ""), written);
}

KIFU_TEST(sgf_a_hundred_thousand_levels) {
  std::string data;
  for (int i = 0; i < 100'000; ++i) data += "(;B[aa]";
  const SgfFile file(data, SgfBytes::plain);
  const SgfGame game(file, 0);
  CHECK_EQUAL(game.move_count(), 100'000u);
  const auto written = write_sgf(SgfTree(game), "");
  CHECK(outline(written) == outline(data));
}
