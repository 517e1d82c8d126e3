#pragma once
// Which blocks of a position are dead: from a probability for each block to one consistent board.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/reading.hpp"
#include "features/life_blocks.hpp"
#include "go/game.hpp"
#include "models/classifier.hpp"

namespace kifu::analysis {

using features::Block;
using features::LifeAnalysis;
using go::Colour;
using go::PointSet;
using go::Vertex;

// How a verdict on a block came about.
enum class Basis : std::uint8_t {
  kModel = 0,        // its own probability
  kProved = 1,       // unconditional life, its own or that of the enemy around it
  kSurrounding = 2,  // what surrounds it: it stands in its own side's area, or shares a space with others
  kRead = 3,         // the enemy, moving first, cannot capture it; or captures it, of a dead one
  kSaid = 4,         // a person says so
  kRecorded = 5,     // the recorded result of the game shows it
};

struct Verdict {
  float model = 0;        // what the classifier says; 1 or 0 where the fate is proved
  float playouts = 0;     // share of random endings in which its side owns its points, 0 to 1
  float probability = 0;  // that it lives, with what surrounds it
  bool dead = false;
  Basis basis = Basis::kModel;
  std::optional<Capture> capture;  // whether the enemy, moving first, takes it: of the living that were read
};

// Probabilities of all blocks in the order of the analysis; blocks of proved fate get 1 or 0.
// `safe` is unconditional_life() of the position, `network` the network's owner of every point, or nothing.
std::vector<Verdict> first_verdicts(const features::PositionFeatures& position,
                                    const models::Classifier& classifier, std::span<const std::uint8_t> safe,
                                    std::span<const float> network);

// Reads the blocks taken for dead that are not surely so, in a finished position: one that the enemy cannot
// capture lives, in seki at least. Random endings are blind to that.
void read_dead(const LifeAnalysis& analysis, std::vector<Verdict>& verdicts);

// Reads the blocks taken for alive that are not surely so, in a finished position: one that the enemy
// captures is dead. Sure is what the classifier is sure of, in seki only if random endings are, too. `seki`
// is that layer of the count; true if something changed.
bool read_alive(const LifeAnalysis& analysis, std::span<const std::uint8_t> seki,
                std::vector<Verdict>& verdicts);

// Makes dead and alive fit together: a dead block must stand in a space that no living stone of its own
// colour borders. Of a space where that is not so, either its dead or the stones of their colour at its
// border change, whichever contradicts the probabilities less. While a game goes on, a space that living
// stones of both colours border is not divided yet: it may be most of the board, and the dead in one corner
// of it say nothing about the living in another.
void settle(const LifeAnalysis& analysis, std::vector<Verdict>& verdicts, bool finished);

}  // namespace kifu::analysis
