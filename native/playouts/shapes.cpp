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

// One byte for every surrounding: bit 0 for Black to move, bit 1 for White.
std::vector<std::uint8_t> make_table() {
  std::vector<std::uint8_t> table(1u << 16);
  for (std::uint32_t code = 0; code < table.size(); ++code)
    for (const Shape& shape : kShapes)
      for (int symmetry = 0; symmetry < go::kSymmetries; ++symmetry)
        for (const Colour x : {go::kBlack, go::kWhite}) {
          bool all = true;
          for (int i = 0; i < 8 && all; ++i) {
            const auto to = go::transform(symmetry, 3, {kAround[i] % 3, kAround[i] / 3});
            all = fits(shape.rows[static_cast<std::size_t>(to.y * 3 + to.x)],
                       static_cast<Colour>(code >> (2 * i) & 3), x);
          }
          if (!all) continue;
          table[code] |= static_cast<std::uint8_t>(shape.mover == 'B' ? 3 : x);
        }
  return table;
}

}  // namespace

bool makes_shape(std::uint32_t code, Colour colour) {
  static const std::vector<std::uint8_t> table = make_table();
  return table[code] & colour;
}

}  // namespace kifu::playouts
