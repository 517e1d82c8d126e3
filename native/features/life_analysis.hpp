#pragma once
// What the life features are computed from: blocks, colour-enclosed regions, eyespace and optimistic chains
// of one position, as in van der Werf et al., "Learning to predict life and death from Go game records",
// section 3.
#include <array>
#include <vector>

#include "go/board.hpp"
#include "go/point_set.hpp"

namespace kifu::features {

using go::Board;
using go::Colour;
using go::PointSet;
using go::Vertex;

struct Block {
  Colour colour;
  Vertex head;
  PointSet stones;
  PointSet liberties;
  int liberty_count = 0;
  // Beside room for one eye at most: one liberty, or two adjacent ones. Taken as dead where eyes are judged.
  bool cramped = false;
  std::vector<int> opponents;  // adjacent enemy blocks
  std::vector<int> regions;    // adjacent regions enclosed by its own colour
  // For each of them, its empty points that the block can occupy or get next to: its liberties there, and
  // interior points reached by miai.
  std::vector<PointSet> accessible;
  PointSet eyespace;  // the parts of the regions' eyespace that it touches
  int chain = -1;
};

// A maximal connected set of points that are empty or the other colour's: "colour-enclosed region".
struct Region {
  PointSet points;
  PointSet eyespace;
  std::vector<int> blocks;  // of the enclosing colour, adjacent
};

// Blocks of one colour linked by shared liberties.
struct Chain {
  std::vector<int> blocks;
  PointSet stones;
  PointSet liberties;
  PointSet links;            // liberties shared by two of its blocks
  std::vector<int> regions;  // adjacent to one of its blocks
  int eye_regions = 0;       // of these, with eyespace that the chain touches
  int full_regions = 0;      // of these, fully accessible from one of its blocks
  PointSet eyespace;         // that the chain touches
  PointSet external;         // liberties of adjacent enemies that the chain cannot get at
};

class LifeAnalysis {
 public:
  LifeAnalysis(const Board& board, Colour to_play);

  const Board& board() const { return board_; }
  Colour to_play() const { return to_play_; }
  int stride() const { return stride_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  const std::vector<Region>& regions() const { return regions_; }
  const std::vector<Chain>& chains() const { return chains_; }
  int block_at(Vertex v) const { return block_of_[v]; }
  const PointSet& empty() const { return empty_; }
  const PointSet& stones(Colour colour) const { return stones_[colour - 1]; }
  // Points where the enemy of `colour` may not play, or would be captured at once.
  const PointSet& protected_for(Colour colour) const { return protected_[colour - 1]; }
  // Liberties of the block that a stone of `colour` on v makes; 0 is suicide.
  int liberties_after(Colour colour, Vertex v) const;

  // Adjacent points of a set, those over the edge included.
  int perimeter(const PointSet& set) const;
  // Points of the set whose removal cuts it within their 3x3 window.
  int split_points(const PointSet& set) const;
  // Empty regions that touch both colours.
  const std::vector<PointSet>& disputed() const { return disputed_; }

 private:
  void find_blocks();
  void find_protected();
  void find_regions(Colour colour);
  void find_eyespace(Region& region, Colour colour);
  PointSet reach(const Block& block, const Region& region) const;
  PointSet touched_eyespace(const PointSet& stones, const Region& region) const;
  void find_chains();
  void describe_chain(Chain& chain) const;
  void find_disputed();

  const Board& board_;
  Colour to_play_;
  int stride_;
  PointSet empty_, on_board_;
  std::array<PointSet, 2> stones_, protected_;
  std::vector<Block> blocks_;
  std::vector<Region> regions_;
  std::vector<Chain> chains_;
  std::vector<PointSet> disputed_;
  std::array<std::int16_t, go::kMaxVertices> block_of_;
};

}  // namespace kifu::features
