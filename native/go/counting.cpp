#include "go/counting.hpp"

#include <stdexcept>
#include <string>

namespace kifu::go::counting {

namespace {

void check_size(std::size_t stones, std::size_t dead, int height, int width) {
  if (height < 1 || width < 1 || height > kMaxCountingSide || width > kMaxCountingSide) {
    throw std::invalid_argument("expected a board from 1x1 to " + std::to_string(kMaxCountingSide) + "x" +
                                std::to_string(kMaxCountingSide) + ", got " + std::to_string(height) +
                                " rows and " + std::to_string(width) + " columns");
  }
  const auto points = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  if (stones != points || dead != points) {
    throw std::invalid_argument("expected stones and dead marks for " + std::to_string(points) +
                                " points, got " + std::to_string(stones) + " and " + std::to_string(dead));
  }
}

}  // namespace

AreaTotals PositionCounter::area(std::span<const std::uint8_t> stones, std::span<const std::uint8_t> dead,
                                 int height, int width, std::span<std::uint8_t> owner,
                                 std::span<std::uint8_t> all_dead) {
  check_size(stones.size(), dead.size(), height, width);
  survey_.read(stones, dead, height, width);
  survey_.share_area();
  AreaTotals totals;
  totals.completed = survey_.completed;
  for (int row = 0, i = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column, ++i) {
      const int p = survey_.point(row, column);
      const std::uint8_t whose = survey_.free(p) ? survey_.owner[p] : survey_.stone[p];
      totals.black += whose == kBlack;
      totals.white += whose == kWhite;
      totals.dame += whose == kNobody;
      owner[i] = whose;
      all_dead[i] = survey_.dead[p] != kNobody;
    }
  }
  return totals;
}

TerritoryTotals PositionCounter::territory(std::span<const std::uint8_t> stones,
                                           std::span<const std::uint8_t> dead, int height, int width,
                                           bool seki_scores, const TerritoryLayers& layers) {
  check_size(stones.size(), dead.size(), height, width);
  survey_.read(stones, dead, height, width);
  survey_.share_territory();
  life_.judge(survey_);
  TerritoryTotals totals;
  totals.completed = survey_.completed;
  for (int row = 0, i = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column, ++i) {
      const int p = survey_.point(row, column);
      const int region = survey_.region[p];
      const std::uint8_t dead_stone = survey_.dead[p];
      const std::uint8_t owner = region < 0 ? kNobody : survey_.owner[p];
      const bool closed = region >= 0 && survey_.regions[region].closed;
      const bool seki = region >= 0 && life_.region_in_seki(region);
      const bool filled = region >= 0 && life_.must_fill(p);
      const bool scores = closed && !filled && (!seki || seki_scores);

      layers.territory[i] = scores ? owner : kNobody;
      layers.seki[i] = survey_.block[p] >= 0 && life_.in_seki(survey_.block[p]);
      layers.eyes[i] = seki ? owner : kNobody;
      layers.dame[i] = survey_.free(p) && region < 0;
      layers.open[i] = closed ? kNobody : owner;
      layers.filled[i] = filled;
      layers.dead[i] = dead_stone != kNobody;

      totals.black += layers.territory[i] == kBlack;
      totals.white += layers.territory[i] == kWhite;
      totals.seki_black += layers.eyes[i] == kBlack;
      totals.seki_white += layers.eyes[i] == kWhite;
      totals.open_black += layers.open[i] == kBlack;
      totals.open_white += layers.open[i] == kWhite;
      totals.dame += layers.dame[i];
      totals.filled += filled;
      const bool prisoner = !seki || seki_scores;  // a stone inside a seki stays where it is
      totals.dead_black += prisoner && dead_stone == kBlack;
      totals.dead_white += prisoner && dead_stone == kWhite;
    }
  }
  return totals;
}

}  // namespace kifu::go::counting
