#include "records/pdn.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using kifu::records::PdnFile;
using kifu::records::PdnProblem;

namespace {

// (kind, line, byte, moves of the main line before it)
using PlainProblem = std::tuple<std::string_view, std::uint32_t, std::uint32_t, std::int32_t>;

std::size_t checked(const PdnFile& file, std::size_t i) {
  if (i >= file.size()) throw nb::index_error("no game of that number in the file");
  return i;
}

template <class Problems>
std::vector<PlainProblem> plain(const Problems& problems) {
  std::vector<PlainProblem> out;
  for (const PdnProblem& p : problems) out.emplace_back(name_of(p.kind), p.line, p.byte, p.move);
  return out;
}

std::unique_ptr<PdnFile> read_file(nb::bytes data) {
  std::string text(data.c_str(), data.size());
  nb::gil_scoped_release release;
  return std::make_unique<PdnFile>(std::move(text));
}

}  // namespace

void bind_pdn(nb::module_& m) {
  nb::class_<PdnFile>(m, "PdnFile", "Games of a PDN text in UTF-8; kifu.records.pdn is the public face.")
      .def(nb::new_(&read_file), "data"_a)
      .def("__len__", &PdnFile::size)
      .def(
          "tags",
          [](const PdnFile& file, std::size_t i) {
            std::vector<std::tuple<std::string_view, std::string_view>> out;
            for (const auto& tag : file.tags(checked(file, i)))
              out.emplace_back(file.text(tag.name), file.text(tag.value));
            return out;
          },
          "game"_a, "(name, value) as written, escapes untouched.")
      .def(
          "moves",
          [](const PdnFile& file, std::size_t i) {
            std::vector<std::string_view> out;
            const auto nodes = file.nodes(checked(file, i));
            for (const auto n : file.main_line(i)) out.push_back(file.text(nodes[n].move));
            return out;
          },
          "game"_a, "Moves of the main line as written.")
      .def(
          "nodes",
          [](const PdnFile& file, std::size_t i) {
            std::vector<std::tuple<std::uint32_t, std::string_view, bool>> out;
            for (const auto& node : file.nodes(checked(file, i))) {
              out.emplace_back(node.parent, file.text(node.move), node.main);
            }
            return out;
          },
          "game"_a, "(parent, move, on the main line); the first is the root.")
      .def(
          "notes",
          [](const PdnFile& file, std::size_t i) {
            std::vector<std::tuple<std::uint32_t, int, std::uint32_t, std::string_view>> out;
            for (const auto& note : file.notes(checked(file, i))) {
              const bool nag = note.kind == PdnFile::Extra::nag;
              out.emplace_back(note.node, static_cast<int>(note.kind), nag ? note.text.begin : 0,
                               nag ? std::string_view() : file.text(note.text));
            }
            return out;
          },
          "game"_a,
          "(node, kind, NAG, text); kind 0 comment, 1 comment before, 2 escape line, 3 NAG, 4 setup.")
      .def(
          "problems",
          [](const PdnFile& file, std::size_t i) { return plain(file.problems(checked(file, i))); }, "game"_a)
      .def(
          "problem_count",
          [](const PdnFile& file, std::size_t i) { return file.game(checked(file, i)).problem_count; },
          "game"_a)
      .def(
          "result",
          [](const PdnFile& file, std::size_t i) { return file.text(file.game(checked(file, i)).result); },
          "game"_a)
      .def(
          "span",
          [](const PdnFile& file, std::size_t i) {
            const auto& game = file.game(checked(file, i));
            return std::make_tuple(game.begin, game.end);
          },
          "game"_a);
}
