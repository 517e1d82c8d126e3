#include "records/sgf_problem.hpp"

#include <array>

namespace kifu::records {

std::string_view name_of(SgfProblemKind kind) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(SgfProblemKind::count_)> names = {
      "text-outside",
      "missing-open",
      "missing-close",
      "extra-close",
      "missing-semicolon",
      "node-after-variation",
      "empty-variation",
      "stray-text",
      "stray-value",
      "unclosed-value",
      "unescaped-bracket",
      "lower-case-name",
      "too-many-empty-nodes",
      "bad-size",
      "guessed-size",
      "bad-point",
      "point-off-board",
      "point-spelling",
      "two-moves",
      "setup-with-move",
      "duplicate-property",
      "too-many-stones",
      "other-game",
  };
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace kifu::records
