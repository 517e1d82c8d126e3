#pragma once
#include <array>
#include <span>
#include <string_view>

#include "features/life_analysis.hpp"

namespace kifu::features {

// The paper's features of one block, in the order of section 3; docs/features-life.md defines each with a
// diagram.
inline constexpr std::array kLifePaperNames = std::to_array<std::string_view>({
    // the block
    "size",
    "perimeter",
    "opponents",
    "liberties",
    "liberties_2",
    "liberties_3",
    "protected_liberties",
    "auto_atari_liberties",
    "opponent_blocks",
    "local_majority",
    "edge_1",
    "edge_2",
    "bounding_box",
    // fully accessible regions
    "full_regions",
    "full_size",
    "full_perimeter",
    "full_splits",
    // partially accessible regions
    "part_regions",
    "part_size",
    "part_perimeter",
    "inner_size",
    "inner_perimeter",
    "inner_splits",
    // eyespace
    "eyespace_size",
    "eyespace_perimeter",
    // optimistic chain
    "chain_blocks",
    "chain_size",
    "chain_perimeter",
    "chain_splits",
    "chain_regions",
    "chain_eye_regions",
    "chain_full_regions",
    "chain_eyespace_size",
    "chain_eyespace_perimeter",
    "chain_external_liberties",
    // weakest and second-weakest adjacent opponent, weakest of the chain
    "weak1_perimeter",
    "weak1_liberties",
    "weak1_shared",
    "weak1_splits",
    "weak1_eyespace",
    "weak2_perimeter",
    "weak2_liberties",
    "weak2_shared",
    "weak2_splits",
    "weak2_eyespace",
    "weakc_perimeter",
    "weakc_liberties",
    "weakc_shared",
    "weakc_splits",
    "weakc_eyespace",
    // disputed territory
    "disputed_own",
    "disputed_friends",
    "disputed_enemies",
    // the whole board
    "to_move",
    "ko",
    "ko_distance",
    "friends",
    "enemies",
});

// Writes kLifePaperNames.size() numbers for one block.
void life_paper_features(const LifeAnalysis& analysis, int block, std::span<float> out);

}  // namespace kifu::features
