#include "records/pdn.hpp"

#include <array>
#include <stdexcept>

#include "records/pdn_parser.hpp"

namespace kifu::records {

std::string_view name_of(PdnProblemKind kind) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(PdnProblemKind::count_)> names{
      "text-outside",        "stray-text",         "stray-number",   "spelled-move",       "unclosed-comment",
      "stray-brace",         "unclosed-variation", "extra-close",    "empty-variation",    "early-variation",
      "result-in-variation", "early-star",         "missing-result", "tag-without-quotes", "unclosed-tag",
      "unnamed-tag",         "duplicate-tag",      "too-many-tags",  "setup-in-moves",     "bad-nag"};
  return names[static_cast<std::size_t>(kind)];
}

PdnFile::PdnFile(std::string data) : data_(std::move(data)) {
  if (data_.size() > max_bytes) throw std::invalid_argument("a PDN file has at most 4 GB; split it");
  PdnParser(*this).parse();
}

std::vector<std::uint32_t> PdnFile::main_line(std::size_t i) const {
  const auto all = nodes(i);
  std::vector<std::uint32_t> first_child(all.size(), none);
  for (std::uint32_t n = 1; n < all.size(); ++n) {
    std::uint32_t& child = first_child[all[n].parent];
    if (child == none || (all[n].main && !all[child].main)) child = n;
  }
  std::vector<std::uint32_t> line;
  for (std::uint32_t n = first_child[0]; n != none; n = first_child[n]) line.push_back(n);
  return line;
}

}  // namespace kifu::records
