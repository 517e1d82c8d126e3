// Any bytes as SGF: parsed in every mode, each game read, written, and read again to the same tree.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "records/sgf_file.hpp"
#include "records/sgf_game.hpp"
#include "records/sgf_tree.hpp"

using namespace kifu::records;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void read_games(std::string_view data, SgfBytes bytes) {
  const SgfFile file(data, bytes);
  for (std::size_t i = 0; i < file.game_count(); ++i) {
    const SgfGame game(file, i);
    require(game.node_count() > 0 && game.main_line_length() <= game.node_count());
    require(game.width() >= 1 && game.width() <= SgfGame::largest_size);
    for (const auto& problem : file.problems(i).listed) require(problem.byte <= data.size());
    for (const auto& problem : game.problems().listed) require(problem.byte <= data.size());
    for (std::uint32_t node = 0; node < game.node_count() && node < 50; ++node) {
      for (const auto child : game.children(node))
        require(file.parent(game.root() + child) == game.root() + node);
      (void)game.node_actions(node);
    }
    if (bytes != SgfBytes::plain) continue;
    const auto written = write_sgf(game, "");
    require(written == write_sgf(SgfTree(game), ""));
    const SgfFile again(written, SgfBytes::plain);
    require(again.game_count() == 1 && again.problems(0).count <= file.problems(i).count);
    const SgfGame same(again, 0);
    require(same.node_count() == game.node_count());
    require(same.actions() == game.actions());
    require(write_sgf(same, "") == written);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto bytes : {SgfBytes::plain, SgfBytes::shift_jis, SgfBytes::big5_or_gb})
    read_games(text, bytes);
  return 0;
}
