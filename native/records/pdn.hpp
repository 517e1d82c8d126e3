#pragma once
// The grammar of PDN: UTF-8 text -> games as flat trees. Knows no rules of draughts and no legal moves.
//
// Any bytes are read. What breaks the grammar is repaired and noted. Nodes of a game stand in document
// order, node 0 is the root before the first move; nothing recurses on the depth of variations.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kifu::records {

enum class PdnProblemKind : std::uint8_t {
  text_outside,      // text before, between or after the games
  stray_text,        // text among the moves that is no move
  stray_number,      // a number that is neither a move nor a move's number
  spelled_move,      // a move written 32 28 or 32 - 28
  unclosed_comment,  // { without }
  stray_brace,       // } without {
  unclosed_variation,
  extra_close,      // ) without (
  empty_variation,  // ( ) without a move
  early_variation,  // ( before there is a move to vary
  result_in_variation,
  early_star,      // * among the moves, where the game goes on
  missing_result,  // the next game begins, or the file ends, without 1-0 or the like
  tag_without_quotes,
  unclosed_tag,
  unnamed_tag,
  duplicate_tag,
  too_many_tags,
  setup_in_moves,  // PDN 3.0 /.../ among the moves: kept as a comment
  bad_nag,
  count_
};

// Name used in Python, for example "stray-text".
std::string_view name_of(PdnProblemKind kind);

struct PdnProblem {
  PdnProblemKind kind;
  std::uint32_t byte;
  std::uint32_t line;  // from 1
  std::int32_t move;   // moves of the main line before this place
};

struct PdnSpan {
  std::uint32_t begin = 0, end = 0;
};

class PdnFile {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  // Beyond these it is no file of games: throws std::invalid_argument.
  static constexpr std::size_t max_bytes = 0xFFFF0000u;
  static constexpr std::size_t max_games = 2'000'000;
  static constexpr std::size_t max_nodes = 50'000'000;
  static constexpr std::size_t max_tags = 200;    // of one game
  static constexpr std::size_t max_listed = 100;  // problems of one game; all are counted

  struct Node {
    std::uint32_t parent;  // within the game; `none` for the root
    PdnSpan move;          // as written
    bool main;             // on the main line
  };
  enum class Extra : std::uint8_t { comment, comment_before, escape, nag, setup };
  struct Note {
    std::uint32_t node;  // within the game
    Extra kind;
    PdnSpan text;  // of a NAG: its number is `text.begin`
  };
  struct Tag {
    PdnSpan name, value;  // escapes untouched
  };
  struct Game {
    std::uint32_t first_node, first_note, first_tag, first_problem;
    std::uint32_t problem_count;  // listed or not
    std::uint32_t begin, end;     // bytes
    PdnSpan result;               // as written after the moves; empty where missing
  };

  explicit PdnFile(std::string data);

  std::size_t size() const { return games_.size() - 1; }
  const Game& game(std::size_t i) const { return games_[i]; }
  std::string_view text(PdnSpan span) const {
    return std::string_view(data_).substr(span.begin, span.end - span.begin);
  }

  // The parts of game i; games_ ends with a sentinel.
  template <class T>
  struct Range {
    const T* first;
    const T* last;
    const T* begin() const { return first; }
    const T* end() const { return last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first); }
    const T& operator[](std::size_t i) const { return first[i]; }
  };
  Range<Node> nodes(std::size_t i) const {
    return part(nodes_, games_[i].first_node, games_[i + 1].first_node);
  }
  Range<Note> notes(std::size_t i) const {
    return part(notes_, games_[i].first_note, games_[i + 1].first_note);
  }
  Range<Tag> tags(std::size_t i) const { return part(tags_, games_[i].first_tag, games_[i + 1].first_tag); }
  Range<PdnProblem> problems(std::size_t i) const {
    return part(problems_, games_[i].first_problem, games_[i + 1].first_problem);
  }
  // What was found where there is no game at all.
  const std::vector<PdnProblem>& loose_problems() const { return loose_; }

  // Nodes from the first move on, following first children; a node of the main line goes first.
  std::vector<std::uint32_t> main_line(std::size_t i) const;

 private:
  friend class PdnParser;
  template <class T>
  static Range<T> part(const std::vector<T>& all, std::uint32_t first, std::uint32_t last) {
    return {all.data() + first, all.data() + last};
  }

  std::string data_;
  std::vector<Game> games_;
  std::vector<Node> nodes_;
  std::vector<Note> notes_;
  std::vector<Tag> tags_;
  std::vector<PdnProblem> problems_;
  std::vector<PdnProblem> loose_;
};

}  // namespace kifu::records
