#include "records/sgf_tree.hpp"

#include <algorithm>
#include <stdexcept>

namespace kifu::records {

SgfTree::SgfTree(const SgfGame& game) {
  const auto& file = game.file();
  nodes_.resize(game.node_count());
  for (std::uint32_t i = 0; i < game.node_count(); ++i) {
    const auto n = game.root() + i;
    auto& node = nodes_[i];
    if (i > 0) {
      node.parent = file.parent(n) - game.root();
      auto& parent = nodes_[node.parent];
      (parent.first_child == SgfFile::none ? parent.first_child : nodes_[parent.last_child].next_sibling) = i;
      parent.last_child = i;
    }
    for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p) {
      Property property{file.name_text(p), {}};
      for (auto v = file.values_begin(p); v < file.values_begin(p + 1); ++v)
        property.values.emplace_back(file.value(v));
      node.properties.push_back(std::move(property));
    }
  }
}

std::vector<std::uint32_t> SgfTree::children(std::uint32_t node) const {
  std::vector<std::uint32_t> out;
  for (auto child = nodes_.at(node).first_child; child != SgfFile::none; child = nodes_[child].next_sibling)
    out.push_back(child);
  return out;
}

std::uint32_t SgfTree::add_child(std::uint32_t parent) {
  const auto number = node_count();
  auto& above = nodes_.at(parent);
  (above.first_child == SgfFile::none ? above.first_child : nodes_[above.last_child].next_sibling) = number;
  above.last_child = number;
  nodes_.push_back({});
  nodes_.back().parent = parent;
  return number;
}

void SgfTree::set(std::uint32_t node, std::string_view name, Values values) {
  const auto is_name_char = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  if (name.empty() || name.size() > 64 || !std::all_of(name.begin(), name.end(), is_name_char) ||
      name[0] <= '9')
    throw std::invalid_argument("a property name is 1 to 64 capital letters, such as 'B' or 'PW'");
  auto& properties = nodes_.at(node).properties;
  const auto is_same = [&](const Property& p) { return p.name == name; };
  const auto found = std::find_if(properties.begin(), properties.end(), is_same);
  if (values.empty() || found == properties.end()) {
    std::erase_if(properties, is_same);
    if (!values.empty()) properties.push_back({std::string(name), std::move(values)});
    return;
  }
  found->values = std::move(values);
  properties.erase(std::remove_if(found + 1, properties.end(), is_same), properties.end());
}

void SgfTree::recode(const std::function<std::string(const std::string&)>& recoded) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  for (auto& node : nodes_)
    for (auto& property : node.properties)
      for (auto& value : property.values)
        if (!std::all_of(value.begin(), value.end(), is_ascii)) value = recoded(value);
}

namespace {

constexpr std::size_t line_length = 70;  // a new line begins at the first node beyond it

class Writer {
 public:
  explicit Writer(std::string_view charset) : charset_(charset) {}

  // Source: node_count(), children(node), each_property(node, f) with f(name, number of values, value(i)).
  template <typename Source>
  std::string write(const Source& source) {
    constexpr std::uint32_t close = SgfFile::none;
    std::vector<std::uint32_t> todo = {0};  // variations yet to be written, the next one last
    while (!todo.empty()) {
      auto node = todo.back();
      todo.pop_back();
      if (node == close) {
        out_ += ')';
        continue;
      }
      if (node != 0) new_line();
      out_ += '(';
      todo.push_back(close);
      for (;;) {
        write_node(source, node);
        const auto children = source.children(node);
        if (children.size() != 1) {
          todo.insert(todo.end(), children.rbegin(), children.rend());
          break;
        }
        node = children[0];
      }
    }
    out_ += '\n';
    return std::move(out_);
  }

 private:
  template <typename Source>
  void write_node(const Source& source, std::uint32_t node) {
    if (out_.size() - line_begin_ > line_length) new_line();
    out_ += ';';
    bool has_charset = node != 0 || charset_.empty();
    source.each_property(node, [&](std::string_view name, std::size_t count, auto&& value) {
      const bool is_charset = node == 0 && !charset_.empty() && name == "CA";
      if (is_charset && has_charset) return;
      out_ += name;
      if (is_charset) {
        write_value(charset_);
        has_charset = true;
        return;
      }
      const bool is_move = name == "B" || name == "W";
      for (std::size_t i = 0; i < count; ++i) write_value(value(i), is_move ? "];[()" : "]");
    });
    if (!has_charset) {
      out_ += "CA";
      write_value(charset_);
    }
  }

  void new_line() {
    out_ += '\n';
    line_begin_ = out_.size();
  }

  // Copies a raw value, and escapes what a forgiving read left unescaped, or would take for the end of a
  // move.
  void write_value(std::string_view raw, std::string_view escaped = "]") {
    out_ += '[';
    const auto npos = std::string_view::npos;
    if (raw.find('\\') == npos && raw.find_first_of(escaped) == npos) {
      out_ += raw;
    } else {
      for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '\\') {
          if (i + 1 < raw.size()) out_ += raw.substr(i, 2);  // an escape; one that was cut off is dropped
          ++i;
          continue;
        }
        if (escaped.find(raw[i]) != npos) out_ += '\\';
        out_ += raw[i];
      }
    }
    out_ += ']';
  }

  std::string_view charset_;
  std::string out_;
  std::size_t line_begin_ = 0;
};

struct TreeSource {
  const SgfTree& tree;
  std::vector<std::uint32_t> children(std::uint32_t node) const { return tree.children(node); }
  template <typename F>
  void each_property(std::uint32_t node, F&& f) const {
    for (const auto& p : tree.properties(node))
      f(p.name, p.values.size(), [&](std::size_t i) { return std::string_view(p.values[i]); });
  }
};

struct GameSource {
  const SgfGame& game;
  std::vector<std::uint32_t> children(std::uint32_t node) const { return game.children(node); }
  template <typename F>
  void each_property(std::uint32_t node, F&& f) const {
    const auto& file = game.file();
    const auto n = game.root() + node;
    for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p) {
      const auto first = file.values_begin(p);
      f(file.name_text(p), file.values_begin(p + 1) - first,
        [&](std::size_t i) { return file.value(first + static_cast<std::uint32_t>(i)); });
    }
  }
};

}  // namespace

std::string write_sgf(const SgfTree& tree, std::string_view charset) {
  return Writer(charset).write(TreeSource{tree});
}

std::string write_sgf(const SgfGame& game, std::string_view charset) {
  return Writer(charset).write(GameSource{game});
}

}  // namespace kifu::records
