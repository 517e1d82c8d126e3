#pragma once
// Why a block lives or dies, as facts of the board: a kind and its numbers, put into words elsewhere.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/verdict.hpp"
#include "go/counting.hpp"

namespace kifu::analysis {

// What the numbers of each kind are stands beside it. "Its group" are the living blocks of its colour that
// border common territory or share two liberties; "its chain" is that of the features.
enum class Reason : std::uint8_t {
  kUnconditional = 0,  // lives even if its owner always passes (Benson)
  kEyes = 1,           // n: its group borders n >= 2 separate pieces of its own territory
  kRoom = 2,           // points, Room: its group borders one piece of its own territory; other liberties
  kSeki = 3,           // shared: no two eyes; liberties it shares with living enemies; no capture is found
  kOwnArea = 4,        // points: in its own side's area of so many points
  kFree = 5,           // liberties, points of eyespace of its chain
  kEnemyProved = 6,    // in an eye of unconditionally living enemies
  kAtari = 7,          // in atari, and neither running out nor capturing saves it, even moving first
  kRace = 8,    // eyes (0 or 1), points of the eye, outside liberties, liberties of the weakest enemy chain
  kNoRoom = 9,  // pieces and points of its chain's eyespace, points of the enemy's area it stands in
  kUncaptured = 10,  // liberties: reading finds no way for the enemy to capture it, even moving first
  kCapturable = 11,  // liberties: no two eyes, and the enemy captures it if it moves first
  kWeak = 12,        // liberties, pieces and points of its chain's eyespace: in a space that is nobody's yet
};

// What a single piece of territory is good for.
enum class Room : std::uint8_t {
  kUnknown = 0,      // nothing is shown
  kTwoEyes = 1,      // two eyes even if the enemy moves first
  kMovingFirst = 2,  // two eyes only if its owner moves first
  kOneEye = 3,       // no two eyes, whoever moves first
};

struct Facts {
  Reason reason = Reason::kFree;
  std::array<std::int16_t, 4> numbers{};
};

// A counted position: layers row by row, and totals.
struct Counted {
  std::vector<std::uint8_t> owner, territory, seki, eyes, dame, open, filled, dead;
  go::counting::AreaTotals area;
  go::counting::TerritoryTotals totals;
};
Counted count(const LifeAnalysis& analysis, std::span<const Verdict> verdicts);

// `finished`: of a game that goes on, nothing is called seki yet.
std::vector<Facts> reasons(const LifeAnalysis& analysis, std::span<const Verdict> verdicts,
                           std::span<const std::uint8_t> safe, const Counted& counted, bool finished);

}  // namespace kifu::analysis
