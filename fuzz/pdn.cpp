// Any bytes as PDN: every part of what was read is looked at, and its main lines are played.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "draughts/replay.hpp"
#include "records/pdn.hpp"

using kifu::records::PdnFile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const PdnFile file(std::string(reinterpret_cast<const char*>(data), size));
  std::size_t seen = file.loose_problems().size();
  for (std::size_t i = 0; i < file.size(); ++i) {
    const auto nodes = file.nodes(i);
    if (nodes.size() == 0) __builtin_trap();
    for (std::size_t n = 1; n < nodes.size(); ++n) {
      if (nodes[n].parent >= n || nodes[n].move.end <= nodes[n].move.begin) __builtin_trap();
    }
    for (const auto& note : file.notes(i)) {
      if (note.node >= nodes.size()) __builtin_trap();
      if (note.kind != PdnFile::Extra::nag) seen += file.text(note.text).size();
    }
    for (const auto& tag : file.tags(i)) seen += file.text(tag.name).size() + file.text(tag.value).size();
    for (const auto& problem : file.problems(i)) {
      if (problem.byte > size || problem.line == 0 || name_of(problem.kind).empty()) __builtin_trap();
    }
    if (file.problems(i).size() > PdnFile::max_listed + 1) __builtin_trap();
    seen += file.text(file.game(i).result).size();
    std::vector<std::string_view> moves;
    for (const auto n : file.main_line(i)) moves.push_back(file.text(nodes[n].move));
    kifu::draughts::replay(kifu::draughts::start_board(), moves, kifu::draughts::OnIllegal::Skip);
  }
  return seen == static_cast<std::size_t>(-1);
}
