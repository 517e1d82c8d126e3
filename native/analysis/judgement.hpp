#pragma once
// The judgement of a position: which blocks live, why, what is in doubt, and the count that follows. Score
// sheets, estimates, reviews, referees and players all read this one.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/reasons.hpp"
#include "analysis/verdict.hpp"
#include "features/life_blocks.hpp"
#include "go/game.hpp"
#include "models/classifier.hpp"

namespace kifu::analysis {

enum class Status : std::uint8_t {
  kAlive = 0,
  kDead = 1,
  kSeki = 2,      // of finished games only
  kDoubtful = 3,  // not sure, and points depend on it; Verdict::dead is the likelier side
};

struct JudgedBlock {
  Colour colour;
  std::vector<std::int16_t> points;  // row by row
  Verdict verdict;
  Facts why;
  Status status;
};

// Layers have one entry a point, row by row.
struct Judgement {
  int size;
  bool finished;
  std::vector<JudgedBlock> blocks;     // in the order of their first points
  std::vector<std::int16_t> block_of;  // number of the block, -1 where there is none
  std::vector<float> alive;            // probability that the block lives, -1 where there is none
  std::vector<float> owners;           // mean over random endings, 1 Black's, -1 White's
  std::vector<std::uint8_t> in_doubt;  // 1 where the owner depends on a doubtful block
  Counted counted;                     // without the dead
  std::array<int, 2> captured;         // stones of Black and of White taken in play
};

struct JudgeSettings {
  features::LifeSet features;  // with as many playouts as the classifier learned with
  bool finished = false;       // whether the game is over: its blocks are read, and seki is named
  std::uint64_t seed = 1;      // of the random endings
  int playouts = 0;            // how many of them; 0: what playouts_for() says
};

// How many random endings judge a position, of those that the classifier learned with.
int playouts_for(int size, bool finished, int learned);

// `network` has the network's owner of every point, or nothing.
Judgement judge(const go::Game& game, const models::Classifier& classifier, const JudgeSettings& settings,
                std::span<const float> network);

// The same for many positions of one size, on `threads` threads (0: all cores); the result does not depend on
// their number. `network` has a row a position, or nothing.
std::vector<Judgement> judge_all(std::span<const go::Game* const> games, const models::Classifier& classifier,
                                 const JudgeSettings& settings, std::span<const float> network, int threads);

struct Fate {
  int block;
  bool dead;
};

// The same judgement with some blocks as is known from elsewhere, which `basis` names: count, reasons and
// doubts follow. `game` is the position that was judged.
Judgement with_fates(const go::Game& game, const Judgement& judged, std::span<const Fate> fates, Basis basis);

}  // namespace kifu::analysis
