// SGF as flat native trees. Python objects are made only for what is asked for.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "bindings.hpp"
#include "records/sgf_file.hpp"
#include "records/sgf_game.hpp"
#include "records/sgf_tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using kifu::records::SgfBytes;
using kifu::records::SgfFile;
using kifu::records::SgfGame;
using kifu::records::SgfTree;

namespace {

using ByteList = nb::typed<nb::list, nb::bytes>;
using PropertyList = nb::typed<nb::list, nb::typed<nb::tuple, nb::str, ByteList>>;
using ProblemList = nb::typed<nb::list, nb::typed<nb::tuple, nb::str, nb::int_, std::optional<int>>>;
using Actions = nb::ndarray<nb::numpy, const std::uint16_t, nb::ndim<1>>;

nb::bytes to_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }
std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

std::uint32_t checked(const SgfGame& game, std::uint32_t node) {
  if (node >= game.node_count()) throw nb::index_error("no such node");
  return node;
}

ByteList values_of(const SgfFile& file, std::uint32_t p) {
  nb::list out;
  for (auto v = file.values_begin(p); v < file.values_begin(p + 1); ++v) out.append(to_bytes(file.value(v)));
  return out;
}

bool has_name(const SgfFile& file, std::uint32_t p, std::string_view name) {
  return name.size() <= 4 ? file.name(p) == SgfFile::pack(name) : file.name_text(p) == name;
}

// Values of a property, those of repeated ones joined.
ByteList node_values(const SgfGame& game, std::uint32_t node, std::string_view name) {
  const auto& file = game.file();
  const auto n = game.root() + checked(game, node);
  nb::list out;
  for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p)
    if (has_name(file, p, name)) out.extend(values_of(file, p));
  return out;
}

PropertyList node_properties(const SgfGame& game, std::uint32_t node) {
  const auto& file = game.file();
  const auto n = game.root() + checked(game, node);
  nb::list out;
  for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p)
    out.append(nb::make_tuple(file.name_text(p), values_of(file, p)));
  return out;
}

// (value, byte offset) of the first value of a property between the root and the first move, or None.
std::optional<std::pair<nb::bytes, std::uint32_t>> head_value(const SgfGame& game, std::string_view name) {
  const auto& file = game.file();
  for (auto n = game.root(); n < game.root() + game.head_length(); ++n)
    for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p)
      if (has_name(file, p, name)) {
        const auto v = file.values_begin(p);
        return std::pair(to_bytes(file.value(v)), file.span(v).begin);
      }
  return std::nullopt;
}

// First values of all properties between the root and the first move.
nb::typed<nb::dict, nb::str, nb::bytes> head_values(const SgfGame& game) {
  const auto& file = game.file();
  nb::dict out;
  for (auto n = game.root(); n < game.root() + game.head_length(); ++n)
    for (auto p = file.properties_begin(n); p < file.properties_begin(n + 1); ++p) {
      const nb::str name(file.name_text(p).c_str());
      if (!out.contains(name)) out[name] = to_bytes(file.value(file.values_begin(p)));
    }
  return out;
}

ProblemList problems_of(const SgfGame& game) {
  auto all = game.file().problems(game.index()).listed;
  const auto& own = game.problems().listed;
  all.insert(all.end(), own.begin(), own.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.byte < b.byte; });
  nb::list out;
  for (const auto& p : all) {
    const auto name = name_of(p.kind);
    const nb::object move = p.move > 0 ? nb::object(nb::int_(p.move)) : nb::none();
    out.append(nb::make_tuple(nb::str(name.data(), name.size()), p.byte, move));
  }
  return out;
}

std::optional<std::uint32_t> parent_or_none(std::uint32_t parent) {
  return parent == SgfFile::none ? std::nullopt : std::optional(parent);
}

Actions own(std::vector<std::uint16_t> actions) {
  auto kept = std::make_unique<std::vector<std::uint16_t>>(std::move(actions));
  auto* raw = kept.get();
  nb::capsule owner(kept.release(),
                    [](void* p) noexcept { delete static_cast<std::vector<std::uint16_t>*>(p); });
  return Actions(raw->data(), {raw->size()}, owner);
}

}  // namespace

void bind_records(nb::module_& m) {
  nb::enum_<SgfBytes>(m, "SgfBytes",
                      "How bytes make characters: which encodings hide brackets in characters.")
      .value("PLAIN", SgfBytes::plain)
      .value("SHIFT_JIS", SgfBytes::shift_jis)
      .value("BIG5_OR_GB", SgfBytes::big5_or_gb);

  nb::class_<SgfFile>(m, "SgfFile", "Bytes of an SGF file, parsed once into flat arrays. Any bytes are read.")
      .def(
          "__init__",
          [](SgfFile* self, const nb::bytes& data, SgfBytes bytes) {
            const auto text = view(data);
            nb::gil_scoped_release release;
            new (self) SgfFile(text, bytes);
          },
          "data"_a, "bytes"_a = SgfBytes::plain, nb::keep_alive<1, 2>())
      .def("__len__", &SgfFile::game_count)
      .def(
          "game",
          [](const SgfFile& file, std::size_t i) {
            if (i >= file.game_count()) throw nb::index_error("no such game");
            return SgfGame(file, i);
          },
          "index"_a, nb::keep_alive<0, 1>(), "Reads size, main line and problems of one game.");

  nb::class_<SgfGame>(m, "SgfGame", "One game of a file; nodes are numbered from its root, 0, in file order.")
      .def_prop_ro("width", &SgfGame::width)
      .def_prop_ro("height", &SgfGame::height)
      .def_prop_ro("is_go", &SgfGame::is_go)
      .def_prop_ro("node_count", &SgfGame::node_count)
      .def_prop_ro("move_count", &SgfGame::move_count)
      .def_prop_ro("main_line_length", &SgfGame::main_line_length)
      .def_prop_ro(
          "span",
          [](const SgfGame& g) {
            return std::pair(g.file().game(g.index()).begin, g.file().game(g.index()).end);
          },
          "Bytes of the file that the game takes.")
      .def_prop_ro(
          "actions",
          [](const SgfGame& g) { return Actions(g.actions().data(), {g.actions().size()}, nb::find(g)); },
          "Setup and moves of the main line, 16 bits each: x | y << 6 | kind << 12 | white << 15; kind 0 is "
          "a "
          "stone played, 1 a pass, 2 a stone set up, 3 a point emptied.")
      .def(
          "node_actions",
          [](const SgfGame& g, std::uint32_t n) { return own(g.node_actions(checked(g, n))); }, "node"_a)
      .def_prop_ro("problem_count",
                   [](const SgfGame& g) { return g.problems().count + g.file().problems(g.index()).count; })
      .def("problems", &problems_of, "The listed problems as (kind, byte, move number or None), by byte.")
      .def(
          "parent",
          [](const SgfGame& g, std::uint32_t n) {
            const auto parent = g.file().parent(g.root() + checked(g, n));
            return parent_or_none(parent == SgfFile::none ? parent : parent - g.root());
          },
          "node"_a)
      .def(
          "children", [](const SgfGame& g, std::uint32_t n) { return g.children(checked(g, n)); }, "node"_a)
      .def("properties", &node_properties, "node"_a)
      .def("values", &node_values, "node"_a, "name"_a)
      .def("head_value", &head_value, "name"_a)
      .def("head_values", &head_values)
      .def(
          "write", [](const SgfGame& g, std::string_view charset) { return to_bytes(write_sgf(g, charset)); },
          "charset"_a = "");

  nb::class_<SgfTree>(m, "SgfTree", "A game tree that can be changed; values raw, text in UTF-8.")
      .def(nb::init<>())
      .def(nb::init<const SgfGame&>(), "game"_a)
      .def_prop_ro("node_count", &SgfTree::node_count)
      .def(
          "parent", [](const SgfTree& t, std::uint32_t n) { return parent_or_none(t.parent(n)); }, "node"_a)
      .def("children", &SgfTree::children, "node"_a)
      .def(
          "properties",
          [](const SgfTree& t, std::uint32_t n) -> PropertyList {
            nb::list out;
            for (const auto& p : t.properties(n)) {
              nb::list values;
              for (const auto& v : p.values) values.append(to_bytes(v));
              out.append(nb::make_tuple(p.name, values));
            }
            return out;
          },
          "node"_a)
      .def(
          "values",
          [](const SgfTree& t, std::uint32_t n, std::string_view name) -> ByteList {
            nb::list out;
            for (const auto& p : t.properties(n))
              if (p.name == name)
                for (const auto& v : p.values) out.append(to_bytes(v));
            return out;
          },
          "node"_a, "name"_a)
      .def(
          "recode",
          [](SgfTree& t, const nb::typed<nb::callable, nb::bytes(nb::bytes)>& f) {
            t.recode([&](const std::string& raw) {
              return std::string(view(nb::cast<nb::bytes>(f(to_bytes(raw)))));
            });
          },
          "recoded"_a, "Replaces every value that is not ASCII.")
      .def("add_child", &SgfTree::add_child, "parent"_a)
      .def(
          "set",
          [](SgfTree& t, std::uint32_t n, std::string_view name, const std::vector<nb::bytes>& values) {
            SgfTree::Values raw;
            for (const auto& v : values) raw.emplace_back(view(v));
            t.set(n, name, std::move(raw));
          },
          "node"_a, "name"_a, "values"_a)
      .def(
          "write", [](const SgfTree& t, std::string_view charset) { return to_bytes(write_sgf(t, charset)); },
          "charset"_a = "");
}
