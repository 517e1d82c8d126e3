#include "records/sgf_game.hpp"

#include <algorithm>
#include <bitset>
#include <charconv>
#include <optional>

namespace kifu::records {

namespace {

using Kind = SgfProblemKind;
using File = SgfFile;

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' || c == '\0';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// 0..25 for a..z, 26..51 for A..Z, -1 otherwise.
constexpr int coordinate(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 26;
  return -1;
}

std::optional<unsigned> number(std::string_view text) {
  text = trim(text);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

struct Place {
  unsigned x, y;
};

}  // namespace

// Reads the moves and setup of nodes; notes problems where it is given somewhere to note them.
class SgfGame::Reader {
 public:
  Reader(const SgfGame& game, SgfProblems* problems) : game_(game), file_(*game.file_), problems_(problems) {}

  // Appends what `node` does to `out`; `move` is the number of the last move so far, or -1 off the main line.
  void read(std::uint32_t node, std::vector<std::uint16_t>& out, std::int32_t& move) {
    const auto begin = file_.properties_begin(node), end = file_.properties_begin(node + 1);
    bool has_setup = false;
    std::size_t moves = 0;
    for (auto p = begin; p < end; ++p) {
      switch (file_.name(p)) {
        case File::pack("AB"):
          read_setup(p, action::place, false, out, move);
          has_setup = true;
          break;
        case File::pack("AW"):
          read_setup(p, action::place, true, out, move);
          has_setup = true;
          break;
        case File::pack("AE"):
          read_setup(p, action::clear, false, out, move);
          has_setup = true;
          break;
        case File::pack("B"):
        case File::pack("W"):
          ++moves;
          break;
        default:
          break;
      }
    }
    if (end - begin > 1) note_duplicates(begin, end);
    if (moves == 0) return;
    std::size_t played = 0;
    for (auto p = begin; p < end; ++p) {
      const auto name = file_.name(p);
      if (name != File::pack("B") && name != File::pack("W")) continue;
      if (has_setup && played == 0)
        note(Kind::setup_with_move, file_.span(file_.values_begin(p)).begin, move);
      for (auto v = file_.values_begin(p); v < file_.values_begin(p + 1); ++v) {
        if (move >= 0) ++move;
        if (++played == 2) note(Kind::two_moves, file_.span(v).begin, move);
        read_move(v, name == File::pack("W"), out, move);
      }
    }
  }

 private:
  void note(Kind kind, std::size_t byte, std::int32_t move = -1) {
    if (problems_) problems_->add(kind, byte, move);
  }

  void note_duplicates(std::uint32_t begin, std::uint32_t end) {
    // Names repeat rarely and nodes are small: compare the first few with each other.
    const auto stop = std::min(end, begin + 64);
    for (auto p = begin + 1; p < stop; ++p) {
      if (file_.name(p) >= 0x80000000u) continue;
      for (auto q = begin; q < p; ++q) {
        if (file_.name(p) != file_.name(q)) continue;
        note(Kind::duplicate_property, file_.span(file_.values_begin(p)).begin);
        break;
      }
    }
  }

  void read_move(std::uint32_t v, bool is_white, std::vector<std::uint16_t>& out, std::int32_t& move) {
    const auto text = file_.value(v);
    const auto byte = file_.span(v).begin;
    if (text.size() == 2) {  // the common case, kept short
      const int x = coordinate(text[0]), y = coordinate(text[1]);
      if (x >= 0 && y >= 0 && x < static_cast<int>(game_.width_) && y < static_cast<int>(game_.height_)) {
        out.push_back(action::make(action::play, is_white, x, y));
        return;
      }
    }
    const auto short_text = trim(text);
    if (short_text.size() != text.size()) note(Kind::point_spelling, byte, move);
    const bool old_pass = game_.width_ <= 19 && game_.height_ <= 19 && equal_ignoring_case(short_text, "tt");
    const bool word = equal_ignoring_case(short_text, "pass");
    if (short_text.empty() || old_pass || word) {
      if (word || short_text == "TT") note(Kind::point_spelling, byte, move);
      out.push_back(action::make(action::pass, is_white, 0, 0));
      return;
    }
    if (const auto place = point(short_text, byte, move)) {
      if (place->x >= game_.width_ || place->y >= game_.height_) note(Kind::point_off_board, byte, move);
      out.push_back(action::make(action::play, is_white, place->x, place->y));
    } else {
      note(Kind::bad_point, byte, move);
      if (move > 0) --move;  // nothing is played
    }
  }

  std::optional<Place> point(std::string_view text, std::size_t byte, std::int32_t move) {
    if (text.size() != 2) return std::nullopt;
    int x = coordinate(text[0]), y = coordinate(text[1]);
    if (x < 0 || y < 0) return std::nullopt;
    // Capitals mean 27 and more: on smaller boards somebody wrote them for the small letters.
    if ((x >= 26 || y >= 26) && game_.width_ <= 26 && game_.height_ <= 26) {
      note(Kind::point_spelling, byte, move);
      if (x >= 26) x -= 26;
      if (y >= 26) y -= 26;
    }
    return Place{static_cast<unsigned>(x), static_cast<unsigned>(y)};
  }

  void read_setup(std::uint32_t p, std::uint16_t kind, bool is_white, std::vector<std::uint16_t>& out,
                  std::int32_t move) {
    std::bitset<64 * 64> seen;  // so that repeated rectangles cost nothing
    for (auto v = file_.values_begin(p); v < file_.values_begin(p + 1); ++v) {
      const auto text = trim(file_.value(v));
      const auto byte = file_.span(v).begin;
      const auto colon = text.find(':');
      const auto first = point(trim(text.substr(0, colon)), byte, move);
      const auto last =
          colon == std::string_view::npos ? first : point(trim(text.substr(colon + 1)), byte, move);
      if (!first || !last) {
        note(Kind::bad_point, byte, move);
        continue;
      }
      if (first->x > last->x || first->y > last->y) note(Kind::point_spelling, byte, move);
      const auto [left, right] = std::minmax(first->x, last->x);
      const auto [top, bottom] = std::minmax(first->y, last->y);
      if (right >= game_.width_ || bottom >= game_.height_) {
        note(Kind::point_off_board, byte, move);
        if (left >= game_.width_ || top >= game_.height_) continue;
      }
      for (auto y = top; y <= std::min(bottom, game_.height_ - 1); ++y) {
        for (auto x = left; x <= std::min(right, game_.width_ - 1); ++x) {
          if (seen[x | y << 6]) continue;
          seen.set(x | y << 6);
          if (++setup_ > setup_at_most) {
            if (setup_ == setup_at_most + 1) note(Kind::too_many_stones, byte, move);
            return;
          }
          out.push_back(action::make(kind, is_white, x, y));
        }
      }
    }
  }

  const SgfGame& game_;
  const SgfFile& file_;
  SgfProblems* problems_;
  std::size_t setup_ = 0;
};

SgfGame::SgfGame(const SgfFile& file, std::size_t index)
    : file_(&file), index_(index), root_(file.game(index).root), end_(file.nodes_end(index)) {
  read_game_type();
  if (is_go_) read_size();
  main_line_ = 1;
  while (root_ + main_line_ < end_ && file.parent(root_ + main_line_) == root_ + main_line_ - 1) ++main_line_;
  head_ = main_line_;
  if (!is_go_) return;

  Reader reader(*this, &problems_);
  actions_.reserve(main_line_);
  std::int32_t move = 0;
  for (std::uint32_t i = 0; i < main_line_; ++i) {
    reader.read(root_ + i, actions_, move);
    if (move > 0 && head_ == main_line_) head_ = i + 1;
  }
  move_count_ = static_cast<std::size_t>(move);
  std::vector<std::uint16_t> scratch;
  for (auto node = root_ + main_line_; node < end_; ++node) {
    std::int32_t no_move = -1;
    scratch.clear();
    reader.read(node, scratch, no_move);
  }
}

void SgfGame::read_game_type() {
  for (auto p = file_->properties_begin(root_); p < file_->properties_begin(root_ + 1); ++p) {
    if (file_->name(p) != File::pack("GM")) continue;
    const auto v = file_->values_begin(p);
    const auto game = number(file_->value(v));
    if (game && *game != 1) {
      is_go_ = false;
      problems_.add(Kind::other_game, file_->span(v).begin);
    }
    return;
  }
}

void SgfGame::read_size() {
  for (auto p = file_->properties_begin(root_); p < file_->properties_begin(root_ + 1); ++p) {
    if (file_->name(p) != File::pack("SZ")) continue;
    const auto v = file_->values_begin(p);
    const auto byte = file_->span(v).begin;
    const auto text = file_->value(v);
    const auto colon = text.find_first_of(":xX*");
    const auto width = number(text.substr(0, colon));
    const auto height = colon == std::string_view::npos ? width : number(text.substr(colon + 1));
    if (width && height && *width >= 1 && *height >= 1 && *width <= largest_size && *height <= largest_size) {
      width_ = *width;
      height_ = *height;
      if (colon != std::string_view::npos && (text[colon] != ':' || *width == *height))
        problems_.add(Kind::bad_size, byte);
      return;
    }
    problems_.add(Kind::bad_size, byte);
    break;
  }
  fit_size_to_points();
}

// No size is given: 19, or as much more as the points need.
void SgfGame::fit_size_to_points() {
  int largest = 18;
  std::size_t at = 0;
  for (auto p = file_->properties_begin(root_); p < file_->properties_begin(end_); ++p) {
    const auto name = file_->name(p);
    const bool is_move = name == File::pack("B") || name == File::pack("W");
    if (!is_move && name != File::pack("AB") && name != File::pack("AW")) continue;
    for (auto v = file_->values_begin(p); v < file_->values_begin(p + 1); ++v) {
      const auto text = trim(file_->value(v));
      if (text.size() != 2 || (is_move && text == "tt")) continue;
      for (const char c : text) {
        if (c < 'a' || c > 'z' || c - 'a' <= largest) continue;
        largest = c - 'a';
        at = file_->span(v).begin;
      }
    }
  }
  width_ = height_ = static_cast<unsigned>(largest + 1);
  if (largest > 18) problems_.add(Kind::guessed_size, at);
}

std::vector<std::uint16_t> SgfGame::node_actions(std::uint32_t node) const {
  std::vector<std::uint16_t> out;
  std::int32_t move = -1;
  if (is_go_) Reader(*this, nullptr).read(root_ + node, out, move);
  return out;
}

std::vector<std::uint32_t> SgfGame::children(std::uint32_t node) const {
  const auto count = node_count();
  if (next_sibling_.empty() && count > 0) {
    std::vector<std::uint32_t> first(count, File::none);
    next_sibling_.assign(count, File::none);
    for (auto n = count - 1; n > 0; --n) {
      const auto parent = file_->parent(root_ + n) - root_;
      next_sibling_[n] = first[parent];
      first[parent] = n;
    }
  }
  std::vector<std::uint32_t> out;
  if (node + 1 < count && file_->parent(root_ + node + 1) == root_ + node)
    for (auto child = node + 1; child != File::none; child = next_sibling_[child]) out.push_back(child);
  return out;
}

}  // namespace kifu::records
