#pragma once
// Loose groups of stones: blocks of one colour joined by points that this colour holds, with the room they
// have. A cheap sign of which groups are weak.
#include <array>
#include <cstdint>

#include "go/board.hpp"

namespace kifu::features {

class MoveGroups {
 public:
  // How strongly each colour holds each point, by [colour - 1][vertex].
  using Field = std::array<std::array<std::uint16_t, go::kMaxVertices>, 2>;

  MoveGroups(const go::Board& board, const Field& field);
  // Room of the group that holds a point, from 0 (hardly any) to 5, and its stones: 0 few, 1 some, 2 many.
  struct Size {
    int room, stones;
  };
  // Of the group that a stone or a held point belongs to.
  Size of(go::Vertex v) const { return sizes_[group_[v]]; }
  // The colour that holds an empty point, or kEmpty.
  go::Colour holder(go::Vertex v) const { return holder_[v]; }

 private:
  std::array<go::Colour, go::kMaxVertices> holder_;
  std::array<std::uint16_t, go::kMaxVertices> group_;
  std::array<Size, go::kMaxPoints> sizes_;
};

}  // namespace kifu::features
