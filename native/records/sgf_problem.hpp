#pragma once
// What the forgiving SGF reader repairs. Native code notes kind and place; Python puts it into words.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kifu::records {

enum class SgfProblemKind : std::uint8_t {
  text_outside,          // text before, between or after the games
  missing_open,          // nodes outside any ( )
  missing_close,         // the file ends inside a game
  extra_close,           // a ) too many
  missing_semicolon,     // properties with no node
  node_after_variation,  // ; after a closed variation
  empty_variation,       // ( ) without a node
  stray_text,            // something between properties that is none
  stray_value,           // [..] without a property name
  unclosed_value,        // [ without ]
  unescaped_bracket,     // ] inside a text
  lower_case_name,       // aw[..], or a long FF[3] name in an FF[4] file
  too_many_empty_nodes,  // beyond a million: not a record any more
  bad_size,
  guessed_size,
  bad_point,
  point_off_board,
  point_spelling,
  two_moves,
  setup_with_move,
  duplicate_property,
  too_many_stones,
  other_game,
  count_
};

// Name used in Python, for example "extra-close".
std::string_view name_of(SgfProblemKind kind);

struct SgfProblem {
  SgfProblemKind kind;
  std::uint32_t byte;
  std::int32_t move;  // number of the main-line move it belongs to, from 1; -1 where there is none
};

// Problems of one game: the first `listed_at_most` are kept, all are counted.
struct SgfProblems {
  static constexpr std::size_t listed_at_most = 100;
  std::vector<SgfProblem> listed;
  std::uint64_t count = 0;

  // Returns whether it was listed.
  bool add(SgfProblemKind kind, std::size_t byte, std::int32_t move = -1) {
    ++count;
    if (listed.size() >= listed_at_most) return false;
    listed.push_back({kind, static_cast<std::uint32_t>(byte), move});
    return true;
  }
};

}  // namespace kifu::records
