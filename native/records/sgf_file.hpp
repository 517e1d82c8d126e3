#pragma once
// The grammar of SGF: bytes -> a flat tree. Knows no Go, no text encodings and no property values.
//
// Any bytes are read. What breaks the grammar is repaired and noted. Nodes stand in document order, so the
// first child of node n is n + 1 and a main line is a run of neighbours; nothing recurses on depth.
// Memory stays below about eight times the input, whatever the input is.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "records/sgf_problem.hpp"

namespace kifu::records {

// Shift_JIS, Big5 and GB18030 use the bytes of [ \ ] as second halves of characters.
enum class SgfBytes : std::uint8_t { plain, shift_jis, big5_or_gb };

// Whether `c` begins a character of two bytes.
constexpr bool is_lead_byte(SgfBytes bytes, unsigned char c) {
  if (bytes == SgfBytes::plain || c < 0x81) return false;
  return bytes == SgfBytes::big5_or_gb ? c != 0xFF : c < 0xA0 || (c >= 0xE0 && c <= 0xFC);
}

class SgfFile {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;

  // A property's name: up to four characters in the number itself, longer ones by their place in the file.
  using Name = std::uint32_t;

  struct Node {
    std::uint32_t parent;  // `none` for a root
    std::uint32_t first_property;
  };
  struct Property {
    Name name;
    std::uint32_t first_value;
  };
  struct Value {  // between the brackets, escapes untouched
    std::uint32_t begin, end;
  };
  struct Game {
    std::uint32_t root;
    std::uint32_t begin, end;  // bytes
  };

  // Keeps a view of `data`, which must outlive the file. Throws std::invalid_argument beyond 4 GB.
  SgfFile(std::string_view data, SgfBytes bytes);

  std::string_view data() const { return data_; }
  std::size_t game_count() const { return games_.size(); }
  const Game& game(std::size_t i) const { return games_.at(i); }
  std::uint32_t nodes_end(std::size_t i) const;  // one past the last node of a game
  std::uint32_t parent(std::uint32_t n) const { return nodes_[n].parent; }

  // Properties of node n are [properties_begin(n), properties_begin(n + 1)), values likewise.
  std::uint32_t properties_begin(std::uint32_t n) const {
    return n < nodes_.size() ? nodes_[n].first_property : static_cast<std::uint32_t>(properties_.size());
  }
  std::uint32_t values_begin(std::uint32_t p) const {
    return p < properties_.size() ? properties_[p].first_value : static_cast<std::uint32_t>(values_.size());
  }
  Name name(std::uint32_t p) const { return properties_[p].name; }
  std::string name_text(std::uint32_t p) const;
  Value span(std::uint32_t v) const { return values_[v]; }
  std::string_view value(std::uint32_t v) const {
    return data_.substr(values_[v].begin, values_[v].end - values_[v].begin);
  }
  const SgfProblems& problems(std::size_t game) const;

  // The name of a property of at most four letters, for comparison.
  static constexpr Name pack(std::string_view name) {
    Name packed = 0;
    for (char c : name) packed = packed << 8 | static_cast<unsigned char>(c);
    return packed;
  }

 private:
  friend class SgfParser;
  std::string_view data_;
  std::vector<Node> nodes_;
  std::vector<Property> properties_;
  std::vector<Value> values_;
  std::vector<Game> games_;
  std::map<std::uint32_t, SgfProblems> problems_;  // by game; most have none
};

}  // namespace kifu::records
