#include "records/sgf_file.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

namespace kifu::records {

namespace {

using Kind = SgfProblemKind;

constexpr std::size_t npos = std::string_view::npos;
constexpr SgfFile::Name long_name = 0x80000000u;  // the other bits are the name's place in the file
constexpr std::size_t empty_nodes_at_most = 1'000'000;
constexpr std::size_t listed_in_a_file =
    100'000;                                 // further problems are only counted, with the last game listed
constexpr std::size_t balance_window = 256;  // how far a nested pair of brackets in a name may reach

enum CharClass : std::uint8_t { other, space, letter, digit, mark };  // mark: brackets, ; and backslash

constexpr std::array<std::uint8_t, 256> char_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned char c : {'\0', ' ', '\t', '\n', '\v', '\f', '\r'}) classes[c] = space;
  for (unsigned char c : {';', '(', ')', '[', ']', '\\'}) classes[c] = mark;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = classes[c + 32] = letter;
  for (int c = '0'; c <= '9'; ++c) classes[c] = digit;
  return classes;
}();

constexpr std::uint8_t class_of(char c) { return char_classes[static_cast<unsigned char>(c)]; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Properties whose value is written by people: only there a stray ] may belong to the text.
bool is_text(SgfFile::Name name) {
  using F = SgfFile;
  switch (name) {
    case F::pack("C"):
    case F::pack("N"):
    case F::pack("GC"):
    case F::pack("PB"):
    case F::pack("PW"):
    case F::pack("BT"):
    case F::pack("WT"):
    case F::pack("BR"):
    case F::pack("WR"):
    case F::pack("EV"):
    case F::pack("RO"):
    case F::pack("PC"):
    case F::pack("GN"):
    case F::pack("SO"):
    case F::pack("US"):
    case F::pack("AN"):
    case F::pack("CP"):
    case F::pack("ON"):
    case F::pack("DT"):
    case F::pack("RU"):
    case F::pack("RE"):
    case F::pack("OT"):
      return true;
    default:
      return false;
  }
}

// Two-letter names of the four FF versions: what a text is unlikely to hold before a [.
constexpr std::string_view known_names[] = {
    "AB", "AE", "AN", "AP", "AR", "AS", "AW", "BL", "BM", "BR", "BS", "BT", "CA", "CH", "CP", "CR", "DD",
    "DM", "DO", "DT", "EV", "FF", "FG", "GB", "GC", "GM", "GN", "GW", "HA", "HO", "ID", "IP", "IT", "IY",
    "KM", "KO", "LB", "LN", "LT", "MA", "MN", "OB", "OH", "OM", "ON", "OP", "OT", "OV", "OW", "PB", "PC",
    "PL", "PM", "PW", "RE", "RG", "RO", "RU", "SC", "SE", "SI", "SL", "SO", "SQ", "ST", "SU", "SZ", "TB",
    "TC", "TE", "TM", "TR", "TW", "UC", "US", "VW", "WC", "WL", "WR", "WS", "WT"};

bool is_known(char first, char second) {
  const char name[2] = {first >= 'a' ? static_cast<char>(first - 32) : first,
                        second >= 'a' ? static_cast<char>(second - 32) : second};
  return std::binary_search(std::begin(known_names), std::end(known_names), std::string_view(name, 2));
}

}  // namespace

class SgfParser {
 public:
  SgfParser(SgfFile& file, SgfBytes bytes) : file_(file), data_(file.data_), bytes_(bytes) {}

  void run() {
    if (data_.size() >= long_name) throw std::invalid_argument("an SGF file of 2 GB or more is not read");
    file_.nodes_.reserve(std::count(data_.begin(), data_.end(), ';'));
    const auto values = std::count(data_.begin(), data_.end(), '[');
    file_.properties_.reserve(values);
    file_.values_.reserve(values);
    while (find_game()) read_game();
    if (file_.games_.empty() && find_bare_nodes()) read_game();
  }

 private:
  struct Open {  // `count` variations opened at the same node
    std::uint32_t node, count;
  };

  bool at_end() const { return at_ >= data_.size(); }
  std::size_t skip_space(std::size_t i) const {
    while (i < data_.size() && class_of(data_[i]) == space) ++i;
    return i;
  }
  std::size_t skip_name(std::size_t i) const {
    while (i < data_.size() && (class_of(data_[i]) == letter || class_of(data_[i]) == digit)) ++i;
    return i;
  }

  // Whether `NAME [` with at least one capital stands at i.
  bool name_at(std::size_t i) const {
    if (i >= data_.size() || class_of(data_[i]) != letter) return false;
    const auto end = skip_name(i);
    const auto bracket = skip_space(end);
    if (bracket >= data_.size() || data_[bracket] != '[') return false;
    return std::any_of(data_.begin() + i, data_.begin() + end, is_upper);
  }

  bool known_name_before(std::size_t bracket) const {
    while (bracket > 0 && class_of(data_[bracket - 1]) == space) --bracket;
    if (bracket < 2 || class_of(data_[bracket - 1]) != letter || class_of(data_[bracket - 2]) != letter)
      return false;
    return (bracket < 3 || class_of(data_[bracket - 3]) != letter) &&
           is_known(data_[bracket - 2], data_[bracket - 1]);
  }

  void note(Kind kind, std::size_t byte) {
    const auto game = file_.games_.empty() ? 0 : file_.games_.size() - 1;
    if (noted_ < listed_in_a_file)
      noted_ += file_.problems_[static_cast<std::uint32_t>(game)].add(kind, byte);
    else
      ++file_.problems_.rbegin()->second.count;
  }

  // Finds the next `(;` and notes what stands before it.
  bool find_game() {
    const auto from = at_;
    auto open = from;
    while ((open = data_.find('(', open)) != npos) {
      std::uint32_t count = 1;
      auto next = skip_space(open + 1);
      for (; next < data_.size() && data_[next] == '('; next = skip_space(next + 1)) ++count;
      if (starts_game(next)) {
        note_outside(from, open);
        begin_ = open;
        at_ = next;
        stack_.assign(1, {SgfFile::none, count});
        return true;
      }
      open = next;
    }
    if (!file_.games_.empty()) note_outside(from, data_.size());
    at_ = from;
    return false;
  }

  bool starts_game(std::size_t i) const {
    if (i >= data_.size()) return false;
    if (data_[i] != ';') return name_at(i) && known_name_before(skip_space(skip_name(i)));
    i = skip_space(i + 1);
    return i >= data_.size() || class_of(data_[i]) == letter || class_of(data_[i]) == mark;
  }

  bool find_bare_nodes() {
    for (auto i = data_.find(';'); i != npos; i = data_.find(';', i + 1)) {
      if (!name_at(skip_space(i + 1))) continue;
      note(Kind::missing_open, i);
      begin_ = at_ = i;
      stack_.assign(1, {SgfFile::none, 1});
      bare_ = true;
      return true;
    }
    return false;
  }

  void note_outside(std::size_t from, std::size_t to) {
    if (from == 0 && data_.substr(0, 3) == "\xEF\xBB\xBF") from = 3;
    from = skip_space(from);
    for (; from < to && data_[from] == ')'; from = skip_space(from + 1)) note(Kind::extra_close, from);
    if (from < to && data_[from] != '\x1A') note(Kind::text_outside, from);
  }

  void read_game() {
    current_ = SgfFile::none;
    node_open_ = false;
    is_ff4_ = false;
    const auto games_before = file_.games_.size();
    bool in_stray = false;
    while (!at_end()) {
      const char c = data_[at_];
      const auto kind = class_of(c);
      if (kind == space) {
        ++at_;
        continue;
      }
      if (c == ';' && read_plain_move()) {
        in_stray = false;
        continue;
      }
      if (kind == letter && read_property()) {
        in_stray = false;
        continue;
      }
      switch (c) {
        case ';':
          if (current_ != SgfFile::none && !node_open_ && !last_was_open_)
            note(Kind::node_after_variation, at_);
          add_node(at_++, false);
          break;
        case '(':
          open_variation();
          break;
        case ')':
          if (!node_open_ && last_was_open_) note(Kind::empty_variation, at_);
          ++at_;
          if (close_variation()) return finish_game(games_before);
          break;
        case '[':
          if (!node_has_property()) note(Kind::stray_value, at_);
          read_value(node_has_property() ? last_name() : 0, node_has_property());
          break;
        default:
          if (!in_stray) note(Kind::stray_text, at_);
          in_stray = true;
          at_ = kind == letter ? skip_name(at_) : at_ + 1;
          continue;
      }
      in_stray = false;
    }
    if (!bare_) note(Kind::missing_close, data_.size());
    finish_game(games_before);
  }

  void finish_game(std::size_t games_before) {
    for (auto i = games_before; i < file_.games_.size(); ++i)
      if (file_.games_[i].end == 0)
        file_.games_[i].end = static_cast<std::uint32_t>(std::min(at_, data_.size()));
  }

  // `byte` is where the node begins. Beyond a million empty nodes only those with properties are `wanted`.
  void add_node(std::size_t byte, bool wanted) {
    auto& nodes = file_.nodes_;
    last_was_open_ = false;
    const bool last_empty = !nodes.empty() && nodes.back().first_property == file_.properties_.size();
    if (!wanted && last_empty && ++empty_nodes_ > empty_nodes_at_most) {
      if (empty_nodes_ == empty_nodes_at_most + 1) note(Kind::too_many_empty_nodes, byte);
      node_open_ = false;
      last_was_open_ = true;
      return;
    }
    const auto number = static_cast<std::uint32_t>(nodes.size());
    if (current_ == SgfFile::none) {
      if (!file_.games_.empty() && file_.games_.back().end == 0)
        file_.games_.back().end = static_cast<std::uint32_t>(byte);
      file_.games_.push_back({number, static_cast<std::uint32_t>(std::min(begin_, byte)), 0});
      begin_ = npos;
    }
    nodes.push_back({current_, static_cast<std::uint32_t>(file_.properties_.size())});
    current_ = number;
    node_open_ = true;
  }

  void open_variation() {
    ++at_;
    node_open_ = false;
    last_was_open_ = true;
    if (!stack_.empty() && stack_.back().node == current_)
      ++stack_.back().count;
    else
      stack_.push_back({current_, 1});
  }

  // Returns whether that was the end of the game.
  bool close_variation() {
    node_open_ = false;
    last_was_open_ = false;
    current_ = stack_.back().node;
    if (--stack_.back().count == 0) stack_.pop_back();
    return stack_.empty();
  }

  bool node_has_property() const {
    return node_open_ && file_.nodes_.back().first_property < file_.properties_.size();
  }
  SgfFile::Name last_name() const { return file_.properties_.back().name; }

  // At `;`. Most of most files is `;B[dd]`: read in one go, to the same effect. False, with nothing read,
  // otherwise.
  bool read_plain_move() {
    if (!node_open_ || data_.size() - at_ < 6) return false;
    const char* text = data_.data() + at_;
    if ((text[1] != 'B' && text[1] != 'W') || text[2] != '[' || text[5] != ']') return false;
    if (class_of(text[3]) != letter || class_of(text[4]) != letter) return false;
    add_node(at_, true);
    const auto name = static_cast<SgfFile::Name>(text[1]);
    file_.properties_.push_back({name, static_cast<std::uint32_t>(file_.values_.size())});
    keep_value(at_ + 3, at_ + 5);
    at_ += 6;
    return true;
  }

  // At a letter. False, with nothing read, where no [ follows the name.
  bool read_property() {
    const auto begin = at_;
    std::size_t capitals = 0, kept = 0;
    SgfFile::Name name = 0, raised = 0;
    auto i = at_;
    for (; i < data_.size(); ++i) {
      const char c = data_[i];
      const auto kind = class_of(c);
      if (kind != letter && kind != digit) break;
      const bool lower = kind == letter && !is_upper(c);
      raised = raised << 8 | static_cast<unsigned char>(lower ? c - 32 : c);
      if (lower || (kind == digit && capitals == 0)) continue;  // a name begins with a letter
      capitals += kind == letter;
      ++kept;
      name = name << 8 | static_cast<unsigned char>(c);
    }
    const auto length = i - begin;
    const auto bracket = skip_space(i);
    if (bracket >= data_.size() || data_[bracket] != '[') return false;
    if (!node_open_) {
      const bool opened = current_ == SgfFile::none || last_was_open_;
      add_node(begin, true);
      note(opened ? Kind::missing_semicolon : Kind::node_after_variation, begin);
    }
    if (capitals == 0 || (kept < length && is_ff4_)) note(Kind::lower_case_name, begin);
    if (capitals == 0) {
      kept = length;
      name = raised;
    }
    if (kept > 4) name = long_name | static_cast<SgfFile::Name>(begin);
    file_.properties_.push_back({name, static_cast<std::uint32_t>(file_.values_.size())});
    at_ = bracket;
    const bool text = is_text(name);
    do {
      if (text)
        read_text_value();
      else
        read_value(name, true);
      at_ = skip_space(at_);
    } while (!at_end() && data_[at_] == '[');
    if (name == SgfFile::pack("FF"))
      is_ff4_ = file_.value(static_cast<std::uint32_t>(file_.values_.size() - 1)) == "4";
    return true;
  }

  // One past the character at i, inside a value.
  std::size_t step(std::size_t i) const {
    const auto c = static_cast<unsigned char>(data_[i]);
    if (c == '\\') return i + 2;
    return i + (is_lead_byte(bytes_, c) ? 2 : 1);
  }

  std::size_t find_close(std::size_t i) const {
    while (i < data_.size() && data_[i] != ']') i = step(i);
    return i;
  }

  // The end of a value that the file ends in, without a backslash that has nothing to escape.
  std::size_t cut_off(std::size_t end) const {
    return end > data_.size() && data_.back() == '\\' ? data_.size() - 1 : std::min(end, data_.size());
  }

  void keep_value(std::size_t begin, std::size_t end) {
    file_.values_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  // At `[`, in a property that is no text: the first ] ends it.
  void read_value(SgfFile::Name name, bool keep) {
    const auto begin = at_ + 1;
    auto end = begin;
    if (name == SgfFile::pack("B") || name == SgfFile::pack("W")) {
      while (end < data_.size() && class_of(data_[end]) != mark) ++end;
      if (end < data_.size() && data_[end] == '\\') end = find_close(end);
    } else {
      end = find_close(end);
    }
    const bool closed = end < data_.size() && data_[end] == ']';
    if (!closed) note(Kind::unclosed_value, at_);
    if (keep) keep_value(begin, cut_off(end));
    at_ = closed ? end + 1 : end;
  }

  // At `[`, in a text: a ] with an impossible successor belongs to the text.
  void read_text_value() {
    const auto begin = at_ + 1;
    auto end = find_close(begin);
    while (end < data_.size() && !ends_text(begin, end)) {
      note(Kind::unescaped_bracket, end);
      end = find_close(end + 1);
    }
    const bool closed = end < data_.size();
    if (!closed) note(Kind::unclosed_value, at_);
    keep_value(begin, cut_off(end));
    at_ = closed ? end + 1 : end;
  }

  bool ends_text(std::size_t begin, std::size_t bracket) const {
    const auto next = skip_space(bracket + 1);
    if (next >= data_.size()) return true;
    const char c = data_[next];
    if (c == '[') return !closes_nested(begin, bracket);
    if (class_of(c) == letter) return name_at(next) || property_follows(next, false);
    if (c == ']') return false;
    const auto after = skip_space(next + 1);
    if (after >= data_.size()) return true;
    const char d = data_[after];
    if (c == ';') return d == ';' || d == '(' || d == ')' || name_at(after) || property_follows(after, false);
    if (c == '(') return d == ';' || d == '(' || property_follows(after, false);
    if (c == ')') return d == ';' || d == '(' || d == ')' || property_follows(after, true);
    return property_follows(next, false);
  }

  // Looks from i to the next bracket: does it open a property, so that what lies between is stray?
  bool property_follows(std::size_t i, bool any_opening) const {
    while (i < data_.size() && data_[i] != ']' && data_[i] != '[') i = step(i);
    if (i >= data_.size()) return true;
    if (data_[i] == ']') return false;
    if (any_opening || known_name_before(i)) return true;
    while (i > 0 && class_of(data_[i - 1]) == space) --i;
    auto name = i;
    while (name > 0 && is_upper(data_[name - 1])) --name;
    while (name < i && name > 0 && class_of(data_[name - 1]) == space) --name;
    return name < i && name > 0 && data_[name - 1] == ';';
  }

  // `Lee [9p] [KR]]`: the ] at `bracket` closes a pair inside the text, and so do those that follow.
  bool closes_nested(std::size_t begin, std::size_t bracket) const {
    if (bracket - begin > balance_window) return false;
    const auto stop = std::min(data_.size(), bracket + balance_window);
    int depth = 1;
    for (auto i = begin; i < stop; i = step(i)) {
      if (data_[i] == '[') ++depth;
      if (data_[i] == ']' && --depth == 0) return i > bracket;
    }
    return false;
  }

  SgfFile& file_;
  std::string_view data_;
  SgfBytes bytes_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::vector<Open> stack_;
  std::uint32_t current_ = SgfFile::none;
  bool node_open_ = false;      // properties belong to the last node
  bool last_was_open_ = false;  // only `(` since the last node
  bool bare_ = false;
  bool is_ff4_ = false;
  std::size_t empty_nodes_ = 0;
  std::size_t noted_ = 0;
};

SgfFile::SgfFile(std::string_view data, SgfBytes bytes) : data_(data) { SgfParser(*this, bytes).run(); }

std::uint32_t SgfFile::nodes_end(std::size_t i) const {
  return i + 1 < games_.size() ? games_[i + 1].root : static_cast<std::uint32_t>(nodes_.size());
}

std::string SgfFile::name_text(std::uint32_t p) const {
  const auto name = properties_[p].name;
  std::string text;
  if (!(name & long_name)) {
    for (int shift = 24; shift >= 0; shift -= 8)
      if (const auto c = static_cast<char>(name >> shift & 0xFF)) text += c;
    return text;
  }
  auto i = static_cast<std::size_t>(name & ~long_name);
  const auto begin = i;
  while (i < data_.size() && (class_of(data_[i]) == letter || class_of(data_[i]) == digit)) ++i;
  const auto written = data_.substr(begin, i - begin);
  for (const char c : written)
    if (is_upper(c) || (class_of(c) == digit && !text.empty())) text += c;
  if (text.empty()) {
    text.assign(written);
    for (char& c : text)
      if (c >= 'a') c = static_cast<char>(c - 32);
  }
  return text;
}

const SgfProblems& SgfFile::problems(std::size_t game) const {
  static const SgfProblems no_problems;
  const auto found = problems_.find(static_cast<std::uint32_t>(game));
  return found == problems_.end() ? no_problems : found->second;
}

}  // namespace kifu::records
