#include "playouts/shapes.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace kifu::playouts {

namespace {

using go::Colour;

// X is one side and O the other, x is anything but X, o anything but O, ? anything on the board or off it,
// # the edge; `mover` says who plays in the middle (B: either).
struct Shape {
  char mover;
  std::string_view rows;
};

// The kinds of Gelly, Wang, Munos and Teytaud (2006), section 3.2: hane, cut and moves at the edge.
constexpr Shape kShapes[] = {
    {'B',
     "XOX"
     "..."
     "???"},  // hane that encloses
    {'B',
     "XO."
     "..."
     "?.?"},  // hane
    {'B',
     "XO?"
     "X.."
     "o.?"},  // magari
    {'B',
     "XO?"
     "O.o"
     "?o?"},  // cut that is not yet protected
    {'B',
     "XO?"
     "O.X"
     "???"},  // cut that is peeped at
    {'B',
     "?X?"
     "O.O"
     "ooo"},  // push that cuts
    {'B',
     "OX?"
     "?.O"
     "?o?"},  // cut of a diagonal
    {'B',
     "X.?"
     "O.?"
     "###"},  // chase along the edge
    {'B',
     "OX?"
     "X.O"
     "###"},  // cut at the edge
    {'X',
     "?X?"
     "o.O"
     "###"},  // block at the edge
    {'B',
     "?XO"
     "o.o"
     "###"},  // hane at the edge
    {'B',
     "?OX"
     "X.O"
     "###"},  // cut under a stone
};

constexpr int kAround[8] = {0, 1, 2, 3, 5, 6, 7, 8};

bool fits(char wanted, Colour colour, Colour x) {
  switch (wanted) {
    case '.':
      return colour == go::kEmpty;
    case 'X':
      return colour == x;
    case 'O':
      return colour == opponent(x);
    case 'x':
      return colour != x;
    case 'o':
      return colour != opponent(x);
    case '#':
      return colour == go::kEdge;
    default:
      return true;
  }
}

using Table = std::vector<std::uint8_t>;

// Marks all surroundings that fit from point i on, for those before it are in the code.
void mark(Table& table, const std::array<char, 8>& wanted, Colour x, std::uint8_t movers, std::size_t i = 0,
          std::uint32_t code = 0) {
  if (i == wanted.size()) {
    table[code] |= movers;
    return;
  }
  for (const Colour colour : {go::kEmpty, go::kBlack, go::kWhite, go::kEdge})
    if (fits(wanted[i], colour, x))
      mark(table, wanted, x, movers, i + 1, code | std::uint32_t{colour} << (2 * i));
}

// One byte for every surrounding: bit 0 for Black to move, bit 1 for White.
Table make_table() {
  Table table(kSurroundings);
  for (const Shape& shape : kShapes)
    for (int symmetry = 0; symmetry < go::kSymmetries; ++symmetry) {
      std::array<char, 8> wanted;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto to = go::transform(symmetry, 3, {kAround[i] % 3, kAround[i] / 3});
        wanted[i] = shape.rows[static_cast<std::size_t>(to.y * 3 + to.x)];
      }
      for (const Colour x : {go::kBlack, go::kWhite})
        mark(table, wanted, x, static_cast<std::uint8_t>(shape.mover == 'B' ? 3 : x));
    }
  return table;
}

}  // namespace

Shapes::Shapes() {
  static const Table table = make_table();
  table_ = table.data();
}

}  // namespace kifu::playouts
