#include "records/pdn_parser.hpp"

#include <algorithm>
#include <stdexcept>

namespace kifu::records {

namespace {

using Kind = PdnProblemKind;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-' || (c & 0x80); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::uint32_t kForced = 7;  // the NAG of `*` behind a move: the only one
constexpr std::string_view kEnDash = "\xE2\x80\x93", kTimes = "\xC3\x97", kHalf = "\xC2\xBD",
                           kBom = "\xEF\xBB\xBF";

}  // namespace

// ---- small readers

std::size_t PdnParser::after_spaces(std::size_t at) const {
  while (at < data_.size() && is_space(data_[at])) ++at;
  return at;
}

std::size_t PdnParser::after_digits(std::size_t at) const {
  while (at < data_.size() && is_digit(data_[at])) ++at;
  return at;
}

std::size_t PdnParser::after_separator(std::size_t at) const {
  const char c = peek(at);
  if (c == '-' || c == 'x' || c == 'X' || c == ':') return at + 1;
  if (data_.substr(at, 3) == kEnDash) return at + 3;
  if (data_.substr(at, 2) == kTimes) return at + 2;
  return at;
}

std::size_t PdnParser::end_of_line() {
  if (line_end_ < at_ || line_end_ == 0) line_end_ = std::min(data_.find_first_of("\r\n", at_), data_.size());
  return line_end_;
}

// A square: one to three digits, or a letter and a digit as the Russian game writes it; `at` where there is
// none.
std::size_t PdnParser::after_square(std::size_t at) const {
  const char c = lower(peek(at));
  if (c >= 'a' && c <= 'h' && peek(at + 1) >= '1' && peek(at + 1) <= '8' && !is_digit(peek(at + 2)))
    return at + 2;
  const std::size_t end = after_digits(at);
  const bool is_zero = data_.substr(at, end - at).find_first_not_of('0') == std::string_view::npos;
  return end - at <= 3 && !is_zero ? end : at;
}

// ---- problems and games

void PdnParser::note(PdnProblemKind kind, std::size_t byte) {
  const auto lines = [&](std::size_t from, std::size_t to) {
    return static_cast<std::uint32_t>(std::count(data_.begin() + from, data_.begin() + to, '\n'));
  };
  byte = std::min(byte, data_.size());
  if (in_game_ && ++game_.problem_count > PdnFile::max_listed) return;
  if (!in_game_ && file_.loose_.size() >= PdnFile::max_listed) return;
  line_ = byte >= counted_to_ ? line_ + lines(counted_to_, byte) : line_ - lines(byte, counted_to_);
  counted_to_ = byte;
  auto& list = in_game_ ? file_.problems_ : file_.loose_;
  list.push_back({kind, static_cast<std::uint32_t>(byte), line_, static_cast<std::int32_t>(main_moves_)});
}

void PdnParser::begin_game(std::size_t byte) {
  if (in_game_) end_game(byte);
  if (file_.games_.size() >= PdnFile::max_games) {
    throw std::invalid_argument("a PDN file has at most 2,000,000 games; split it");
  }
  in_game_ = true;
  restart_ = over_ = moves_begun_ = blank_line_ = start_of_line_ = false;
  main_moves_ = current_ = 0;
  pending_ = 0;
  open_.clear();
  game_ = {};
  game_.first_node = static_cast<std::uint32_t>(file_.nodes_.size());
  // Comments before the first game are the first game's.
  game_.first_note = file_.games_.empty() ? 0 : static_cast<std::uint32_t>(file_.notes_.size());
  game_.first_tag = static_cast<std::uint32_t>(file_.tags_.size());
  game_.first_problem = static_cast<std::uint32_t>(file_.problems_.size());
  game_.begin = static_cast<std::uint32_t>(byte);
  file_.nodes_.push_back({PdnFile::none, {}, true});
  // What stood before the first game belongs to its problems.
  if (file_.games_.empty()) {
    file_.problems_.insert(file_.problems_.end(), file_.loose_.begin(), file_.loose_.end());
    game_.problem_count = static_cast<std::uint32_t>(file_.loose_.size());
    file_.loose_.clear();
  }
}

void PdnParser::end_game(std::size_t byte) {
  drop_pending();
  in_game_ = game_nodes() > 1 || file_.tags_.size() > game_.first_tag;
  if (!in_game_) {  // a bracket that no move followed made it look like a game
    file_.nodes_.resize(game_.first_node);
    if (!file_.games_.empty()) file_.notes_.resize(game_.first_note);
    for (std::size_t i = game_.first_problem; i < file_.problems_.size(); ++i)
      file_.loose_.push_back(file_.problems_[i]);
    file_.problems_.resize(game_.first_problem);
    return;
  }
  if (!open_.empty()) note(Kind::unclosed_variation, open_.back().byte);
  if (!over_ && game_nodes() > 1) note(Kind::missing_result, byte);
  game_.end = static_cast<std::uint32_t>(byte);
  file_.games_.push_back(game_);
  in_game_ = false;
}

void PdnParser::need_game(std::size_t byte) {
  if (!in_game_ || over_) begin_game(byte);
  moves_begun_ = true;
}

// A lone * mostly ends a game, but some mark a move with it: a later move's number goes on with the game, and
// so does a move without a number on the same line.
void PdnParser::go_on_after_star(std::size_t byte) {
  if (!in_game_ || !over_ || star_ == PdnFile::none || current_ == 0 || first_ahead_) return;
  if (!later_ahead_ && data_.substr(star_, byte - star_).find_first_of("\r\n") != std::string_view::npos)
    return;
  over_ = restart_ = false;
  game_.result = {};
  note(Kind::early_star, star_);
}

// ---- the tree

void PdnParser::add_move(PdnSpan text) {
  go_on_after_star(text.begin);
  if (restart_) begin_game(text.begin);
  need_game(text.begin);
  if (file_.nodes_.size() >= PdnFile::max_nodes) {
    throw std::invalid_argument("a PDN file has at most 50,000,000 moves; split it");
  }
  const auto node = static_cast<std::uint32_t>(game_nodes());
  file_.nodes_.push_back({current_, text, open_.empty()});
  current_ = node;
  main_moves_ += open_.empty();
  start_of_line_ = false;
  for (std::size_t i = file_.notes_.size() - pending_; i < file_.notes_.size(); ++i)
    file_.notes_[i].node = node;
  pending_ = 0;
}

void PdnParser::add_note(PdnFile::Extra kind, PdnSpan text) {
  if (text.begin == text.end && kind != PdnFile::Extra::nag && kind != PdnFile::Extra::escape) return;  // {}
  if (start_of_line_ && kind != PdnFile::Extra::nag) {
    if (kind == PdnFile::Extra::comment) kind = PdnFile::Extra::comment_before;
    ++pending_;
  }
  file_.notes_.push_back({current_, kind, text});
}

// Comments of a variation without a move stay with the move it would have varied.
void PdnParser::drop_pending() {
  if (pending_ == 0 || open_.empty()) return;
  for (std::size_t i = file_.notes_.size() - pending_; i < file_.notes_.size(); ++i) {
    auto& kept = file_.notes_[i];
    kept.node = open_.back().back_to;
    if (kept.kind == PdnFile::Extra::comment_before) kept.kind = PdnFile::Extra::comment;
  }
  pending_ = 0;
}

void PdnParser::open_variation() {
  const std::size_t byte = at_;
  restart_ = false;
  if ((!in_game_ || over_) && after_square(after_spaces(at_ + 1)) == after_spaces(at_ + 1)) return stray();
  ++at_;
  need_game(byte);
  if (start_of_line_) {  // (( : nothing to vary yet, so both begin at the same place
    ++open_.back().count;
    return;
  }
  if (current_ == 0) note(Kind::early_variation, byte);
  const std::uint32_t base = current_ == 0 ? 0 : file_.nodes_[game_.first_node + current_].parent;
  open_.push_back({current_, base, 1, static_cast<std::uint32_t>(byte)});
  current_ = base;
  start_of_line_ = true;
}

void PdnParser::close_variation() {
  const std::size_t byte = at_++;
  if (!in_game_ || open_.empty()) {
    if (stray_until_ != byte) note(Kind::extra_close, byte);
    stray_until_ = at_;
    return;
  }
  Open& last = open_.back();
  if (start_of_line_) {
    if (stray_until_ != byte) note(Kind::empty_variation, byte);
    stray_until_ = at_;
    drop_pending();
  }
  if (--last.count > 0) {
    current_ = last.base;
    start_of_line_ = true;
    return;
  }
  current_ = last.back_to;
  open_.pop_back();
  start_of_line_ = false;
}

// ---- tokens

void PdnParser::parse() {
  if (data_.starts_with(kBom)) at_ = kBom.size();
  while (true) {
    while (!done() && is_space(here())) {
      if (here() == '\n') {
        if (line_start_) blank_line_ = true;
        line_start_ = true;
      }
      ++at_;
    }
    if (done()) break;
    token();
    line_start_ = false;
  }
  if (in_game_) end_game(data_.size());
  PdnFile::Game sentinel{};
  sentinel.first_node = static_cast<std::uint32_t>(file_.nodes_.size());
  sentinel.first_note = static_cast<std::uint32_t>(file_.notes_.size());
  sentinel.first_tag = static_cast<std::uint32_t>(file_.tags_.size());
  sentinel.first_problem = static_cast<std::uint32_t>(file_.problems_.size());
  file_.games_.push_back(sentinel);
}

void PdnParser::token() {
  const char c = here();
  switch (c) {
    case '[':
      if (tag_ahead(at_)) return tag();
      return stray();
    case '{':
      return comment();
    case ';':
      return rest_of_line(PdnFile::Extra::comment);
    case '%':
      if (line_start_) return rest_of_line(PdnFile::Extra::escape);
      return stray();
    case '(': {
      // (!) and (?) judge the move before them.
      std::size_t end = at_ + 1;
      while (peek(end) == '!' || peek(end) == '?') ++end;
      if (end > at_ + 1 && peek(end) == ')') {
        ++at_;
        strength();
        ++at_;
        return;
      }
      return open_variation();
    }
    case ')':
      return close_variation();
    case '}':
      if (in_game_ && stray_until_ != at_) note(Kind::stray_brace, at_);
      stray_until_ = ++at_;
      return;
    case '$':
      return nag();
    case '!':
    case '?':
      return strength();
    case '.':
    case ',':
      ++at_;
      return;
    case '/':
      return setup();
    default:
      if (result() || number()) return;
      return stray();
  }
}

bool PdnParser::tag_ahead(std::size_t at) const {
  std::size_t name = at + 1;
  while (peek(name) == ' ' || peek(name) == '\t') ++name;
  return is_letter(peek(name)) || (line_start_ && peek(name) == '"');
}

void PdnParser::tag() {
  const std::size_t start = at_;
  const std::size_t line_end = end_of_line();
  std::size_t name = at_ + 1;
  while (peek(name) == ' ' || peek(name) == '\t') ++name;
  std::size_t name_end = name;
  while (name_end < line_end && is_name(data_[name_end])) ++name_end;
  std::size_t value = name_end;
  while (value < line_end && (data_[value] == ' ' || data_[value] == '\t')) ++value;

  // The end: the first unescaped quote with a bracket after it, so that names may hold quotes.
  const bool quoted = value < line_end && data_[value] == '"';
  std::size_t value_end = std::string_view::npos, end = line_end, escaped = std::string_view::npos;
  bool closed = false;
  if (quoted) {
    ++value;
    for (std::size_t i = value; i < line_end; ++i) {
      if (data_[i] == '\\' && i + 1 < line_end && (data_[i + 1] == '\\' || data_[i + 1] == '"')) {
        if (data_[i + 1] == '"' && peek(i + 2) == ']' && escaped == std::string_view::npos) escaped = i + 1;
        ++i;
        continue;
      }
      if (data_[i] != '"') continue;
      std::size_t bracket = i + 1;
      while (bracket < line_end && (data_[bracket] == ' ' || data_[bracket] == '\t')) ++bracket;
      if (bracket < line_end && data_[bracket] == ']') {
        value_end = i;
        end = bracket + 1;
        closed = true;
        break;
      }
      value_end = i;
    }
    if (!closed && escaped != std::string_view::npos) {  // [File "C:\"]
      value_end = escaped;
      end = escaped + 2;
      closed = true;
    }
    if (value_end == std::string_view::npos) {  // no closing quote at all
      value_end = line_end;
      if (value_end > value && data_[value_end - 1] == ']') --value_end;
    }
  } else {
    const std::size_t bracket = data_.substr(0, line_end).find(']', value);
    closed = bracket != std::string_view::npos;
    value_end = closed ? bracket : line_end;
    end = closed ? bracket + 1 : line_end;
    while (value_end > value && (data_[value_end - 1] == ' ' || data_[value_end - 1] == '\t')) --value_end;
  }
  at_ = end;

  const std::string_view written = data_.substr(name, name_end - name);
  bool again = false;
  if (in_game_ && !moves_begun_ && !over_) {
    for (std::size_t i = game_.first_tag; i < file_.tags_.size() && !again; ++i) {
      again = same_name(file_.text(file_.tags_[i].name), written);
    }
  }
  if (!in_game_ || over_ || moves_begun_ || (again && blank_line_)) {
    begin_game(start);
    again = false;
  }
  blank_line_ = false;
  if (!quoted) note(Kind::tag_without_quotes, start);
  if (!closed) note(Kind::unclosed_tag, start);
  if (written.empty()) return note(Kind::unnamed_tag, start);
  if (again) return note(Kind::duplicate_tag, start);
  if (file_.tags_.size() - game_.first_tag >= PdnFile::max_tags) return note(Kind::too_many_tags, start);
  file_.tags_.push_back({span(name, name_end), span(value, value_end)});
}

void PdnParser::comment() {
  const std::size_t open = at_, start = at_ + 1;
  std::size_t end = no_more_braces_ ? std::string_view::npos : data_.find('}', start);
  const bool closed = end != std::string_view::npos;
  if (closed) {
    at_ = end + 1;
  } else {
    // It ends where the next game's tags begin, or with the file.
    no_more_braces_ = true;
    for (at_ = start; at_ < data_.size(); ++at_) {
      at_ = std::min(data_.find('\n', at_), data_.size());
      if (peek(at_ + 1) == '[' && is_letter(peek(at_ + 2))) break;
    }
    at_ = std::min(at_, data_.size());
    for (end = at_; end > start && is_space(data_[end - 1]);) --end;
  }
  if (!closed) note(Kind::unclosed_comment, open);
  add_note(PdnFile::Extra::comment, span(start, end));
}

void PdnParser::rest_of_line(PdnFile::Extra kind) {
  const std::size_t start = at_ + 1;
  at_ = end_of_line();
  add_note(kind, span(start, at_));
}

void PdnParser::nag() {
  const std::size_t start = at_, end = after_digits(at_ + 1);
  at_ = end;
  if (!in_game_ || current_ == 0 || start_of_line_ || end == start + 1 || end - start > 4) {
    if (stray_until_ != start) note(in_game_ ? Kind::bad_nag : Kind::text_outside, start);
    stray_until_ = end;
    return;
  }
  std::uint32_t value = 0;
  for (std::size_t i = start + 1; i < end; ++i)
    value = value * 10 + static_cast<std::uint32_t>(data_[i] - '0');
  if (value > 255) return note(Kind::bad_nag, start);
  add_note(PdnFile::Extra::nag, {value, value});
}

void PdnParser::strength() {
  const std::size_t start = at_;
  while (here() == '!' || here() == '?') ++at_;
  const std::string_view marks = data_.substr(start, at_ - start);
  static constexpr std::string_view known[] = {"!", "?", "!!", "??", "!?", "?!"};
  for (std::uint32_t i = 0; i < 6; ++i) {
    if (in_game_ && current_ != 0 && !start_of_line_ && marks == known[i])
      return add_note(PdnFile::Extra::nag, {i + 1, i + 1});
  }
  if (stray_until_ != start) note(in_game_ ? Kind::bad_nag : Kind::text_outside, start);
  stray_until_ = at_;
}

// Half a result: 0, 1, 2, or 1/2 in two ways; `at` where there is none.
std::size_t PdnParser::after_score(std::size_t at) const {
  if (data_.substr(at, 3) == "1/2") return at + 3;
  if (data_.substr(at, 2) == kHalf) return at + 2;
  return peek(at) >= '0' && peek(at) <= '2' ? at + 1 : at;
}

// Whether the game goes on here: neither the file ends, nor do tags or a move number 1 begin another game.
bool PdnParser::goes_on(std::size_t at) const {
  while (is_space(peek(at))) ++at;
  return at < data_.size() && peek(at) != '[' && data_.substr(at, 2) != "1.";
}

// 1/2 or a half sign that ends here and after which no move follows.
bool PdnParser::is_lone_half(std::size_t end) const {
  if (end - at_ < 2 || is_digit(peek(end)) || peek(end) == '/') return false;
  const std::size_t next = after_spaces(end);
  return !is_digit(peek(next)) || data_.substr(next, 2) == "1.";
}

// Both halves of a result, or 1/2 alone; `at_` where there is none.
std::size_t PdnParser::after_scores() const {
  const std::size_t first = after_score(at_), sign = after_spaces(first), other = after_separator(sign);
  if (first == at_) return at_;
  if (other == sign || (data_[sign] != '-' && data_.substr(sign, 3) != kEnDash))
    return is_lone_half(first) ? first : at_;
  const std::size_t second = after_spaces(other), end = after_score(second);
  const bool halves = first - at_ > 1 && end - second > 1;
  const int scores = (data_[at_] - '0') * 10 + peek(second) - '0';
  const bool known =
      scores == 10 || scores == 1 || scores == 20 || scores == 2 || scores == 11 || scores == 0;
  if (end == second || (!halves && (first - at_ > 1 || end - second > 1 || !known))) return at_;
  if (is_digit(peek(end)) || peek(end) == '/') return at_;
  if (const std::size_t more = after_separator(end); more != end && is_digit(peek(more))) return at_;
  return end;
}

// 1-0, 0-1, 1/2-1/2, 1/2, *, and the scores 2-0, 1-1, 0-2 and 0-0; none of them can be a move.
bool PdnParser::result() {
  std::size_t end = at_;
  if (here() == '*') {
    if (at_ == move_end_ && goes_on(at_ + 1)) {
      ++at_;
      add_note(PdnFile::Extra::nag, {kForced, kForced});
      return true;
    }
    end = at_ + 1;
  } else {
    end = after_scores();
    if (end == at_) return false;
  }
  const PdnSpan text = span(at_, end);
  at_ = end;
  if (!in_game_ || over_) {
    if (data_[text.begin] != '*') note(Kind::text_outside, text.begin);
    return true;
  }
  if (!open_.empty()) {
    note(Kind::result_in_variation, text.begin);
    drop_pending();
    file_.notes_.push_back({start_of_line_ ? open_.back().back_to : current_, PdnFile::Extra::comment, text});
    return true;
  }
  game_.result = text;
  restart_ = over_ = moves_begun_ = true;
  star_ = data_[text.begin] == '*' ? text.begin : PdnFile::none;
  first_ahead_ = later_ahead_ = false;
  return true;
}

bool PdnParser::number() {
  const std::size_t end = after_square(at_);
  if (end == at_) {
    if (!is_digit(here())) return false;
    const std::size_t digits = after_digits(at_);
    if (in_game_ && stray_until_ != at_) note(Kind::stray_number, at_);
    stray_until_ = at_ = digits;
    return true;
  }
  return move(end);
}

bool PdnParser::move(std::size_t end_of_first) {
  const std::size_t start = at_;
  const bool lettered = is_letter(data_[start]);
  std::size_t end = end_of_first;
  if (peek(end) == '.' && !lettered) {
    // A move's number. A single 1. on the main line after moves begins a game that lost its tags.
    const bool first = data_.substr(start, end - start) == "1" && peek(end + 1) != '.';
    restart_ = first && in_game_ && !over_ && open_.empty() && main_moves_ >= 2;
    first_ahead_ |= first;
    later_ahead_ |= !first;
    at_ = end + 1;
    return true;
  }
  int squares = 1;
  bool spaced = false;
  while (true) {
    std::size_t next = after_separator(end);
    bool gap = false;
    if (next == end) {
      const std::size_t sign = after_spaces(end);
      next = after_separator(sign);
      gap = sign != end;
      if (next == sign || data_[sign] == ':') next = end;
    }
    if (next == end) {  // c3d4, or a sign is missing
      if (!lettered || after_square(end) == end || !is_letter(peek(end))) break;
    } else {
      const std::size_t square = after_spaces(next);
      gap |= square != next;
      next = square;
    }
    const std::size_t square_end = after_square(next);
    if (square_end == next || is_letter(data_[next]) != lettered) break;
    spaced |= gap;
    end = square_end;
    ++squares;
    if (squares == 2 && gap && peek(end) == '.') break;
  }
  if (squares == 1 && !lettered) {
    // 32 28: two bare numbers. A number before a whole move is that move's number without its dot.
    const std::size_t second = after_spaces(end), second_end = after_square(second);
    const bool same = data_.substr(start, end - start) == data_.substr(second, second_end - second);
    if (!same && is_digit(peek(second)) && second > end && second_end > second && second_end - second <= 2 &&
        peek(second_end) != '.') {
      const std::size_t sign = after_spaces(second_end);
      if (after_separator(sign) == sign && peek(sign) != '/') {
        spaced = true;
        end = second_end;
        squares = 2;
      }
    }
    if (squares == 1) {
      const bool before_move = second > end && second_end > second;
      if (in_game_ && !before_move && stray_until_ != start) note(Kind::stray_number, start);
      if (!before_move) stray_until_ = end;
      at_ = end;
      return true;
    }
  }
  if (squares == 1) return false;
  at_ = end;
  const std::string_view text = data_.substr(start, end - start);
  if (squares == 2 && text.front() == '1' && text.back() == '1' && end_of_first == start + 1 &&
      !is_digit(data_[end - 2]) && text.find_first_of("xX:\xC3") == std::string_view::npos) {
    note(Kind::stray_number, start);  // 1-1 cut out of something longer; written alone it would be a result
    return true;
  }
  add_move(span(start, end));
  move_end_ = end;
  if (spaced) note(Kind::spelled_move, start);
  return true;
}

void PdnParser::setup() {
  const std::size_t start = at_;
  const std::size_t end = data_.substr(0, end_of_line()).find('/', start + 1);
  if (!in_game_ || end == std::string_view::npos || end == start + 1) return stray();
  at_ = end + 1;
  note(Kind::setup_in_moves, start);
  add_note(PdnFile::Extra::setup, span(start, at_));
}

void PdnParser::stray() {
  const std::size_t start = at_++;
  // A word at a time; digits inside it are part of it.
  while (!done() && !is_space(here()) && here() != '{' && here() != '(' && here() != ')' && here() != ';' &&
         here() != '}') {
    ++at_;
  }
  const bool outside = !in_game_ || over_;
  const bool goes_on = stray_until_ != PdnFile::none && after_spaces(stray_until_) == start;
  if (!goes_on) note(outside ? Kind::text_outside : Kind::stray_text, start);
  stray_until_ = at_;
}

}  // namespace kifu::records
