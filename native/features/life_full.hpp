#pragma once
#include <array>
#include <span>
#include <string_view>

#include "features/life.hpp"

namespace kifu::features {

// Beyond the paper: what playouts, reading and a wider look add. "full" is the paper's set followed by these.
inline constexpr std::array kLifeExtraNames = std::to_array<std::string_view>({
    // the moment
    "board_points",
    "filled",
    "passes",
    // ownership over playouts, from the block's side: -1 lost, 1 kept
    "own_stones",
    "own_liberties",
    "own_chain",
    "own_near",
    "own_far",
    "own_best_friend",
    "own_worst_friend",
    "own_weak_enemy",
    "own_strong_enemy",
    "own_mean_enemy",
    // unconditional life
    "safe",
    "enemy_safe",
    "safe_enemies",
    "friend_safe_near",
    // reading
    "capturable",
    "escapes",
    "enemy_capturable",
    "enemy_escapes",
    "chain_capturable",
    // eyes of the chain
    "eyes_1",
    "eyes_2",
    "eyes_3",
    "eyes_4",
    "eyes_5",
    "eye_estimate",
    "enemy_eye_estimate",
    // liberties of the chain, and the race
    "chain_liberties",
    "chain_liberties_2",
    "chain_liberties_3",
    "race_outside",
    "race_enemy",
    "race_difference",
    // surroundings: stones at distance 1 to 6, and room
    "friends_2",
    "enemies_2",
    "friends_3",
    "enemies_3",
    "friends_4",
    "enemies_4",
    "friends_6",
    "enemies_6",
    "nearest_own",
    "nearest_enemy",
    "room",
    "room_own",
    "influence",
});

// What full features are given besides the position.
struct LifeContext {
  std::span<const float> ownership;    // per point, row by row, from Black's side, -1 to 1
  std::span<const std::uint8_t> safe;  // unconditional_life()
  int passes = 0;
};

void life_extra_features(const LifeAnalysis& analysis, const LifeContext& context, int block,
                         std::span<float> out);

}  // namespace kifu::features
