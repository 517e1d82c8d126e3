#pragma once
// Counting a finished position by area or by territory, with the dead stones given.
// Any board from 1x1 to 128x128, square or not. Komi and other facts of a ruleset are added elsewhere.
#include <cstdint>
#include <span>

#include "go/count_life.hpp"
#include "go/count_survey.hpp"

namespace kifu::go::counting {

inline constexpr int kMaxCountingSide = 128;

/// Totals of an area count. Layers are written to the spans given to PositionCounter::area.
struct AreaTotals {
  int black = 0, white = 0, dame = 0;
  bool completed = false;  ///< a mark of death on part of a block was carried to all of it
};

/// Totals of a territory count.
struct TerritoryTotals {
  int black = 0, white = 0;            ///< points of territory
  int dead_black = 0, dead_white = 0;  ///< dead stones that are taken off as prisoners
  int dame = 0;
  int seki_black = 0, seki_white = 0;  ///< eye points of groups in seki
  int open_black = 0, open_white = 0;  ///< points behind a border that is not closed
  int filled = 0;                      ///< points inside territory that must be filled
  bool completed = false;
};

/// Layers of height x width points each, row by row.
struct TerritoryLayers {
  std::span<std::uint8_t> territory;  ///< 0 nobody's, 1 black's, 2 white's
  std::span<std::uint8_t> seki;       ///< 1 where a stone stands in seki
  std::span<std::uint8_t> eyes;       ///< owner of the eye points, and dead stones, of groups in seki
  std::span<std::uint8_t> dame;       ///< 1 where a point is nobody's
  std::span<std::uint8_t> open;       ///< who holds a point behind a border that is not closed
  std::span<std::uint8_t> filled;     ///< 1 where a point of the own side must be filled in the end
  std::span<std::uint8_t> dead;       ///< the dead stones, whole blocks
};

/// Counts one position after another, keeping its working memory.
class PositionCounter {
 public:
  AreaTotals area(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> dead, int height,
                  int width, std::span<std::uint8_t> owner, std::span<std::uint8_t> all_dead);
  TerritoryTotals territory(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> dead,
                            int height, int width, bool seki_scores, const TerritoryLayers& layers);

 private:
  Survey survey_;
  Life life_;
};

}  // namespace kifu::go::counting
