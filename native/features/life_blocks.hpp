#pragma once
// Life features of whole positions and of whole labelled games: what training and inference call.
#include <cstdint>
#include <span>
#include <vector>

#include "features/life_full.hpp"
#include "go/action.hpp"
#include "go/game.hpp"

namespace kifu::features {

struct LifeSet {
  bool full = false;  // the paper's features alone, or with those beyond
  int playouts = 64;  // endings with local knowledge for ownership, with the full set
  int width() const { return static_cast<int>(kLifePaperNames.size() + (full ? kLifeExtraNames.size() : 0)); }
};

// Features of chosen blocks of one position, computed together so that playouts are run once.
class PositionFeatures {
 public:
  PositionFeatures(const go::Game& game, const LifeSet& set, std::uint64_t seed);
  const LifeAnalysis& analysis() const { return analysis_; }
  // Per point: mean owner over playouts and unconditional life; empty without the full set.
  const std::vector<float>& ownership() const { return ownership_; }
  const std::vector<std::uint8_t>& safe() const { return safe_; }
  // Appends set.width() numbers.
  void append(int block, std::vector<float>& out) const;

 private:
  LifeSet set_;
  LifeAnalysis analysis_;
  std::vector<float> ownership_;
  std::vector<std::uint8_t> safe_;
  LifeContext context_;
};

// How far a block's side owns its points, 0 to 1, by an owner for every point, 1 Black's, -1 White's.
float share_owned(const Block& block, const go::Geometry& geometry, std::span<const float> owners);

// All blocks of a position: their features row by row (blocks in the order of LifeAnalysis), and each block's
// head.
struct LifeBlocks {
  std::vector<float> features;
  std::vector<Vertex> heads;
  // For stacking and for words: adjacent enemies and chain of every block.
  std::vector<std::vector<int>> opponents;
  std::vector<int> chain;
};
LifeBlocks life_blocks(const go::Game& game, const LifeSet& set, std::uint64_t seed);

// The paper's four kinds of block, section 2; 0 where a stone's final owner is unknown.
enum class LifeKind : std::uint8_t {
  kUnknown = 0,
  kCaptured = 1,
  kEnemyPoints = 2,
  kEdge = 3,
  kInterior = 4
};

struct LifeExamples {
  std::vector<float> features;
  std::vector<std::uint8_t> kind;
  std::vector<std::int32_t> game, move, length;  // length: moves of that game
  std::vector<float> network;                    // share_owned() of each block by the network's owners
};

struct LabelledGame {
  int size;
  std::span<const go::Action> actions;
  std::span<const std::uint8_t>
      owner;  // final owner of every point: 0 neither's, 1 black, 2 white, 255 unknown
  // After each move the network's owner of every point, 1 Black's, -1 White's; or nothing.
  std::span<const float> network;
};

// With which probability each block is taken: of the last position, and of the others.
struct LifeShares {
  double game = 1.0, end = 1.0;
};

// Blocks of kinds 1 to 3 (and 4 if asked) of the positions after each move.
void life_examples(const LabelledGame& game, std::int32_t index, const LifeSet& set, LifeShares shares,
                   std::uint64_t seed, bool interior, LifeExamples& out);

// How many blocks of each kind all positions of a game have.
std::array<std::int64_t, 5> life_kinds(const LabelledGame& game);

}  // namespace kifu::features
