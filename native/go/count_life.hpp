#pragma once
// Which living stones live independently, and which only in seki; which points of an eye have to be filled.
#include <cstdint>
#include <span>
#include <vector>

#include "go/count_eyes.hpp"
#include "go/count_survey.hpp"

namespace kifu::go::counting {

/// Judges a surveyed board; docs/counting.md tells the method. Its words:
///
/// chain: blocks that share two liberties, and so cannot be cut apart, or that can meet across dame.
/// group: chains that border common regions of their own.
/// side: of a region's border, the chains that hang together elsewhere than through this region.
class Life {
 public:
  void judge(const Survey& survey);

  /// Whether a block lives in seki only: its group has not two eyes.
  bool in_seki(int block) const { return seki_[group_of_chain_[chain_[block]]]; }
  /// Whether the region belongs to a group in seki.
  bool region_in_seki(int region) const { return seki_[region_group_[region]]; }
  /// Whether the point of a region must be filled in the end, and so is nobody's territory.
  bool must_fill(int point) const { return filled_[point]; }

 private:
  using Sides = std::uint64_t;  // a set of sides of one region; sides beyond the 64th never count as loose
  struct Border {
    int chain, side;
  };
  struct Reading {
    int region, goal;
    Sides loose;
    bool answer;
  };

  const Survey* s_ = nullptr;
  EyeReader reader_;

  int chains_ = 0, groups_ = 0;
  std::vector<int> chain_;  // of each block
  std::vector<int> group_of_chain_;
  std::vector<int> region_group_;
  std::vector<Border> borders_;  // those of region r begin at border_first_[r]
  std::vector<int> border_first_;
  std::vector<int> sides_;                       // how many sides a region's border has
  std::vector<int> eye_first_;                   // where a region's sides begin in eyes_
  std::vector<std::uint8_t> eyes_;               // whether the region is an eye for that side
  std::vector<int> chain_eyes_;                  // how many regions are eyes for the chain
  std::vector<int> touching_;                    // owned points beside a chain
  std::vector<std::uint8_t> block_dame_, dame_;  // whether a block, a chain touches dame
  std::vector<std::uint8_t> closed_up_;          // regions that are no eye and will be filled
  std::vector<Reading> readings_;
  std::vector<std::uint8_t> seki_, filled_;
  std::vector<int> scratch_, scratch2_, lost_;
  std::vector<std::uint32_t> pairs_;

  std::span<const Border> border(int region) const {
    return {borders_.data() + border_first_[region], borders_.data() + border_first_[region + 1]};
  }
  bool is_eye(int region, int side) const { return eyes_[eye_first_[region] + side]; }

  void find_chains();
  void find_borders();
  void find_groups();
  void find_sides();
  void find_eyes();
  bool close_up();
  void find_seki();
  void find_filled(int region);

  int elsewhere(int region, int side) const;
  int liberties(int region, int side) const;
  bool leaf(int region, int side) const;
  Sides loose_sides(int region, int side) const;
  Sides safest_sides(int region) const;
  bool eye_for_safest(int region) const;
  bool gets(int region, Sides loose, int goal);
  EyeSpace space(int region, Sides loose) const;
};

}  // namespace kifu::go::counting
