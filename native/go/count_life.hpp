#pragma once
// Which living stones live independently, and which only in seki; which points of an eye have to be filled.
#include <cstdint>
#include <vector>

#include "go/count_eyes.hpp"
#include "go/count_survey.hpp"

namespace kifu::go {

/// Judges a surveyed board. docs/counting.md tells the method.
///
/// chain: blocks that share two liberties, and so cannot be cut apart, or that can meet across dame.
/// group: chains that border common regions of their own.
class Life {
 public:
  void judge(const Survey& survey);

  /// Whether a stone's block lives in seki.
  bool in_seki(int block) const { return seki_[group_of_chain_[chain_[block]]]; }
  /// Whether the region belongs to a group in seki.
  bool region_in_seki(int region) const { return seki_[region_group_[region]]; }
  /// Points inside regions that must be filled in the end, and so are nobody's territory.
  const std::vector<std::uint8_t>& filled() const { return filled_; }

 private:
  /// A region's border falls into sides: chains that hang together elsewhere are on one side.
  struct Border {
    int chain, side;
  };
  struct Reading {  // an answer of the EyeReader, by which sides are loose
    int region;
    std::uint32_t loose;
    int goal;
    bool answer;
  };

  const Survey* s_ = nullptr;
  EyeReader reader_;

  std::vector<int> chain_;                      // of each block
  std::vector<int> group_of_chain_;
  std::vector<int> region_group_;
  int chains_ = 0, groups_ = 0;

  std::vector<Border> borders_;                 // of region r: borders_[border_first_[r] .. border_first_[r + 1])
  std::vector<int> border_first_;
  std::vector<int> sides_;                      // how many sides a region's border has
  std::vector<int> eye_first_;                  // index of a region's first side in eyes_
  std::vector<std::uint8_t> eyes_;              // eyes (0 or 1, then 2) that a side gets from a region
  std::vector<int> chain_eyes_;                 // sum of eyes_ over a chain's regions
  std::vector<int> touching_;                   // owned points beside a chain
  std::vector<std::uint8_t> dame_;              // whether a chain touches dame
  std::vector<std::vector<int>> group_regions_;
  std::vector<Reading> readings_;

  std::vector<std::uint8_t> closed_up_;         // regions that are no eye and will be filled
  std::vector<std::uint8_t> seki_, filled_;
  std::vector<int> total_;                      // eyes of a group

  void find_chains();
  void find_borders();
  void find_groups();
  void find_sides();
  void count_eyes();
  bool leaf(int region, int side) const;
  void find_eyes();
  bool close_up();
  int elsewhere(int region, int side) const;
  std::uint32_t loose_sides(int region, int side) const;
  bool gets(int region, std::uint32_t loose, int goal);
  EyeSpace space(int region, std::uint32_t loose) const;
  int safest_side(int region) const;
  int liberties(int region, int side) const;
  void find_filled(int region, int best);
};

}  // namespace kifu::go
