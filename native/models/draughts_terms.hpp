#pragma once
// Terms of a linear judgement of draughts positions, after Samuel (1959): each is the side to move's count
// less the other side's, on a scale near 1.
#include <array>

#include "draughts/board.hpp"

namespace kifu::models {

inline constexpr int kDraughtsTerms = 12;
inline constexpr std::array<const char*, kDraughtsTerms> kDraughtsTermNames{
    "men",     "kings",    "advancement", "back-rank", "centre", "king-centre",
    "corners", "mobility", "exposed",     "holes",     "poles",  "crowning",
};

std::array<float, kDraughtsTerms> draughts_terms(const draughts::Board& board);

}  // namespace kifu::models
