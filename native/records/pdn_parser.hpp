#pragma once
// The one pass that fills a PdnFile. See pdn.hpp for what comes out.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "records/pdn.hpp"

namespace kifu::records {

class PdnParser {
 public:
  explicit PdnParser(PdnFile& file) : file_(file), data_(file.data_) {}
  void parse();

 private:
  // An open variation. `((` counts here, so that brackets alone need no memory.
  struct Open {
    std::uint32_t back_to;  // where the line before goes on
    std::uint32_t base;     // the node whose children the variation's first moves are
    std::uint32_t count;
    std::uint32_t byte;
  };

  // Small readers.
  bool done() const { return at_ >= data_.size(); }
  char here() const { return peek(at_); }
  char peek(std::size_t at) const { return at < data_.size() ? data_[at] : '\0'; }
  std::size_t after_spaces(std::size_t at) const;
  std::size_t after_digits(std::size_t at) const;
  std::size_t after_separator(std::size_t at) const;  // at itself where there is none
  std::size_t after_square(std::size_t at) const;
  std::size_t after_score(std::size_t at) const;
  bool goes_on(std::size_t at) const;
  bool is_lone_half(std::size_t end) const;
  std::size_t after_scores() const;
  std::size_t end_of_line();  // found once a line, so that long lines take linear time
  PdnSpan span(std::size_t begin, std::size_t end) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  // Games.
  void begin_game(std::size_t byte);
  void end_game(std::size_t byte);
  void need_game(std::size_t byte);  // opens one where moves begin without tags, or after a result
  void go_on_after_star(std::size_t byte);
  std::size_t game_nodes() const { return file_.nodes_.size() - game_.first_node; }

  // One token each; all move `at_` on.
  void token();
  bool tag_ahead(std::size_t at) const;
  void tag();
  void comment();
  void rest_of_line(PdnFile::Extra kind);
  void open_variation();
  void close_variation();
  void nag();
  void strength();
  bool number();
  bool move(std::size_t end_of_first);
  bool result();
  void setup();
  void stray();

  void add_move(PdnSpan text);
  void add_note(PdnFile::Extra kind, PdnSpan text);
  void note(PdnProblemKind kind, std::size_t byte);
  void drop_pending();

  PdnFile& file_;
  std::string_view data_;
  std::size_t at_ = 0;

  bool in_game_ = false;
  bool over_ = false;         // a result was read: the next move begins a game
  bool moves_begun_ = false;  // anything after the tags
  bool restart_ = false;      // a single 1. after moves: a move now begins a game
  bool line_start_ = true;
  bool blank_line_ = false;     // since the last tag
  bool start_of_line_ = false;  // of a variation: no move since its bracket
  PdnFile::Game game_{};
  std::uint32_t current_ = 0;
  std::uint32_t main_moves_ = 0;
  std::vector<Open> open_;
  std::size_t pending_ = 0;                         // comments before the first move of a variation
  std::size_t stray_until_ = PdnFile::none;         // end of the last stray text, to note a run once
  std::size_t move_end_ = PdnFile::none;            // of the last move
  std::size_t star_ = PdnFile::none;                // a * that ended the game, so far
  bool first_ahead_ = false, later_ahead_ = false;  // since it a move number 1, or another, was read
  std::size_t line_end_ = 0;
  bool no_more_braces_ = false;
  std::size_t counted_to_ = 0;  // for line numbers
  std::uint32_t line_ = 1;
};

}  // namespace kifu::records
