#pragma once
// What stands where on a finished board: living stones and their blocks, whose every empty point is, and
// which points nobody owns. No judgement of life yet: that is count_life.hpp.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kifu::go::counting {

inline constexpr std::uint8_t kNobody = 0, kBlack = 1, kWhite = 2, kEdge = 3;

/// Connected empty or dead-occupied points that belong to one side.
struct OwnedRegion {
  std::uint8_t colour = kNobody;
  bool closed = false;      ///< no living enemy stone borders the empty space it is part of
  int first = 0, size = 0;  ///< its points, in Survey::region_points
};

/// Boards are padded by one rim of kEdge points, so that a neighbour is one addition away.
struct Survey {
  int width = 0, height = 0, stride = 0;
  bool completed = false;  ///< a mark of death on part of a block was carried to all of it

  std::vector<std::uint8_t> stone;   ///< living stone, kNobody, or kEdge
  std::vector<std::uint8_t> dead;    ///< colour of the dead stone, or kNobody
  std::vector<std::uint8_t> owner;   ///< of a free point: by area, and by territory after share_territory
  std::vector<std::int16_t> block;   ///< block of a living stone, or -1
  std::vector<std::int16_t> region;  ///< owned region of a free point, or -1: dame

  std::vector<OwnedRegion> regions;
  std::vector<int> region_points;
  std::vector<std::uint8_t> block_colour;
  std::vector<int> meeting;  ///< of each block: the first block it can meet across dame, or itself

  /// Reads height x width points, row by row. Throws std::invalid_argument on other values than 0, 1, 2.
  void read(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> dead_marks, int height,
            int width);
  /// Fills owner: a free point belongs to the colour that alone borders its space.
  void share_area();
  /// Also shares the spaces that both colours border, and fills regions and meeting.
  void share_territory();

  int point(int row, int column) const { return (row + 1) * stride + column + 1; }
  std::array<int, 4> around(int p) const { return {p - stride, p + 1, p + stride, p - 1}; }
  bool free(int p) const { return stone[p] == kNobody; }
  std::span<const int> points(int region_id) const {
    return {region_points.data() + regions[region_id].first,
            static_cast<std::size_t>(regions[region_id].size)};
  }

 private:
  using Step = std::array<int, 2>;     // from a point, or a stone, to a point beside it
  std::vector<int> todo_;              // room for every point once
  std::vector<std::uint8_t> mixed_;    // whether a free point's space borders both colours
  std::vector<int> shared_;            // the points of such spaces
  int used_ = 0;                       // how many region_points are filled
  std::vector<std::uint8_t> reached_;  // by whom: bit 0 black, bit 1 white
  std::vector<std::uint8_t> entered_;  // directions from which a point was entered
  std::vector<Step> steps_;
  std::array<std::vector<Step>, 2> passed_;  // by colour: steps of its walk that were not held up
  std::vector<int> joined_;                  // union-find over points
  std::vector<int> block_point_;             // one stone of each block
  std::vector<int> first_block_;             // at the root of a joint

  void complete_dead_blocks(std::span<const std::uint8_t> dead_marks);
  void number_blocks();
  void reach(std::uint8_t colour);
  bool walled_off(int p, int from, int to, std::uint8_t defender) const;
  bool answer_holds(int p, int from, std::uint8_t defender) const;
  void gather_held_regions();
  int joint(int p);
  void join_across_dame(std::uint8_t colour);
};

}  // namespace kifu::go::counting
