#include "analysis/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/life.hpp"

namespace kifu::analysis {

using go::flood;
using go::opponent;

namespace {

constexpr int kRounds = 12;
// By so much a block's log-odds of life rise when reading finds no way to capture it. From 1 to 4 the
// validation games of 9x9 and 19x19 hardly tell a difference.
constexpr double kWeightOfReading = 2.0;
// By so much they fall when reading captures it. A capture found outweighs any shape, so all that are not
// surely alive fall; 2 and 8 differ by a handful of validation games.
constexpr double kWeightOfCapture = 8.0;
// Above this a block is not read; one in seki only if random endings, too, keep it more often.
constexpr float kSurelyAlive = 0.8F;
// Nakade is deep: stones are given, taken and given again. What is not in seki falls soon or not at all.
constexpr CaptureLimits kNakade{.nodes = 3000, .depth = 20, .liberties = 7};
constexpr CaptureLimits kOutside{.nodes = 200, .depth = 20, .liberties = 7};
// So many lines away a friend is near.
constexpr int kNear = 3;

double logit(float p) {
  const double clipped = std::clamp(static_cast<double>(p), 1e-3, 1.0 - 1e-3);
  return std::log(clipped / (1.0 - clipped));
}

class Settler {
 public:
  Settler(const LifeAnalysis& analysis, std::vector<Verdict>& verdicts, bool finished)
      : a_(analysis), v_(verdicts), finished_(finished) {}

  void run() {
    for (int round = 0; round < kRounds; ++round)
      if (!pass(round + 3 >= kRounds)) return;
  }

 private:
  PointSet living(Colour colour) const {
    PointSet out;
    for (std::size_t b = 0; b < v_.size(); ++b)
      if (!v_[b].dead && a_.blocks()[b].colour == colour) out |= a_.blocks()[b].stones;
    return out;
  }

  // One look at every space; true if something changed. At last the dead give way, which always ends.
  bool pass(bool give_way) {
    const std::array<PointSet, 2> alive{living(go::kBlack), living(go::kWhite)};
    PointSet free = a_.empty();
    for (std::size_t b = 0; b < v_.size(); ++b)
      if (v_[b].dead) free |= a_.blocks()[b].stones;
    bool changed = false;
    for (PointSet left = free; left.any();) {
      PointSet seed;
      seed.set(left.first());
      const PointSet space = flood(seed, free, a_.stride());
      left -= space;
      for (const Colour colour : {go::kBlack, go::kWhite})
        changed |= settle_space(space, colour, alive, give_way);
    }
    return changed;
  }

  bool settle_space(const PointSet& space, Colour colour, const std::array<PointSet, 2>& alive,
                    bool give_way) {
    const std::vector<int> dead = blocks_in(space & a_.stones(colour));
    if (dead.empty()) return false;
    const PointSet beside = space.around(a_.stride());
    const std::vector<int> border = blocks_in(beside & alive[colour - 1]);
    const bool shared = (beside & alive[opponent(colour) - 1]).any();
    if (shared && (border.empty() || !finished_)) return false;
    if (border.empty() && strongest(dead) < strongest(blocks_in(space & a_.stones(opponent(colour)))))
      return false;
    // In a space that no living enemy borders nobody could have captured them.
    give_way |= !shared;
    double revive = 0, kill = 0;
    bool proved_alive = false, proved_dead = false;
    for (const int b : dead) {
      revive += std::max(0.0, -logit(v_[b].probability));
      proved_dead |= v_[b].basis == Basis::kProved;
    }
    for (const int b : border) {
      kill += std::max(0.0, logit(v_[b].probability));
      proved_alive |= v_[b].basis == Basis::kProved;
    }
    const bool revived = give_way || proved_alive || (!proved_dead && revive <= kill);
    // The reason for the change is the better known side.
    float sure = revived ? 0.0F : 1.0F;
    for (const int b : revived && !border.empty() ? border : dead)
      sure = revived ? std::max(sure, v_[b].probability) : std::min(sure, v_[b].probability);
    for (const int b : revived ? dead : border) {
      if (v_[b].basis == Basis::kProved) continue;
      v_[b].dead = !revived;
      v_[b].basis = Basis::kSurrounding;
      // In a shared space the block's own chances still count.
      v_[b].probability = shared ? (sure + v_[b].model) / 2 : sure;
    }
    return true;
  }

  float strongest(const std::vector<int>& blocks) const {
    float most = 0;
    for (const int b : blocks) most = std::max(most, v_[b].probability);
    return most;
  }

  std::vector<int> blocks_in(const PointSet& stones) const {
    std::vector<int> out;
    stones.for_each([&](Vertex v) {
      const int b = a_.block_at(v);
      if (std::find(out.begin(), out.end(), b) == out.end()) out.push_back(b);
    });
    return out;
  }

  const LifeAnalysis& a_;
  std::vector<Verdict>& v_;
  bool finished_;
};

}  // namespace

std::vector<Verdict> first_verdicts(const features::PositionFeatures& position,
                                    const models::Classifier& classifier, std::span<const std::uint8_t> safe,
                                    std::span<const float> network) {
  const LifeAnalysis& analysis = position.analysis();
  const auto& geometry = analysis.board().geometry();
  std::vector<Verdict> out;
  std::vector<float> rows;  // of the blocks that the classifier is asked about
  for (std::size_t b = 0; b < analysis.blocks().size(); ++b) {
    const Block& block = analysis.blocks()[b];
    Verdict verdict;
    verdict.playouts =
        position.ownership().empty() ? 0.5F : features::share_owned(block, geometry, position.ownership());
    if (const auto proved = safe[geometry.point(block.head)]; proved != go::kEmpty) {
      verdict.basis = Basis::kProved;
      verdict.model = proved == block.colour ? 1.0F : 0.0F;
    } else {
      position.append(static_cast<int>(b), rows);
    }
    out.push_back(verdict);
  }
  std::vector<float> predicted(rows.size() / static_cast<std::size_t>(classifier.width()));
  classifier.predict(rows, predicted);
  auto next = predicted.begin();
  for (std::size_t b = 0; b < out.size(); ++b) {
    Verdict& verdict = out[b];
    if (verdict.basis != Basis::kProved) {
      verdict.model = *next++;
      if (!network.empty())
        verdict.model = models::combine_life(
            verdict.model, features::share_owned(analysis.blocks()[b], geometry, network), geometry.size());
    }
    verdict.probability = verdict.model;
    verdict.dead = verdict.probability < 0.5F;
  }
  return out;
}

void read_dead(const LifeAnalysis& analysis, std::vector<Verdict>& verdicts) {
  for (std::size_t b = 0; b < verdicts.size(); ++b) {
    Verdict& verdict = verdicts[b];
    const double raised = logit(verdict.model) + kWeightOfReading;
    if (!verdict.dead || verdict.basis == Basis::kProved || raised < 0) continue;
    if (read_capture(analysis.board(), analysis.blocks()[b].head) != Capture::kFails) continue;
    verdict.dead = false;
    verdict.basis = Basis::kRead;
    verdict.probability = static_cast<float>(1.0 / (1.0 + std::exp(-raised)));
  }
}

bool read_alive(const LifeAnalysis& analysis, std::span<const std::uint8_t> seki,
                std::vector<Verdict>& verdicts) {
  // What falls helps the enemy against its friends near by, so these are read again without it.
  go::Board board(analysis.board());
  std::vector<PointSet> fallen;
  std::vector<std::size_t> known(verdicts.size());  // how many had fallen when the block was read
  for (bool again = true; again;) {
    again = false;
    for (std::size_t b = 0; b < verdicts.size(); ++b) {
      Verdict& verdict = verdicts[b];
      if (verdict.dead || verdict.basis == Basis::kProved) continue;
      const Block& block = analysis.blocks()[b];
      if (verdict.capture) {
        PointSet near = block.stones;
        for (int step = 0; step < kNear; ++step) near |= near.around(analysis.stride());
        near &= analysis.stones(block.colour);
        const auto helps = [&](const PointSet& stones) { return (stones & near).any(); };
        if (std::none_of(fallen.begin() + static_cast<std::ptrdiff_t>(known[b]), fallen.end(), helps))
          continue;
      }
      const auto point = static_cast<std::size_t>(board.geometry().point(block.head));
      const bool in_seki = seki[point] != 0;
      if (verdict.probability > kSurelyAlive && !(in_seki && verdict.playouts <= kSurelyAlive)) continue;
      known[b] = fallen.size();
      verdict.capture = read_capture(board, block.head, in_seki ? kNakade : kOutside);
      if (verdict.capture != Capture::kSucceeds) continue;
      const double lowered = logit(verdict.probability) - kWeightOfCapture;
      verdict.dead = again = true;
      fallen.push_back(block.stones);
      verdict.basis = Basis::kRead;
      verdict.probability = static_cast<float>(1.0 / (1.0 + std::exp(-lowered)));
      block.stones.for_each([&](Vertex v) { board.draw(v, go::kEmpty); });
      board.rebuild();
    }
  }
  // What was read without the fallen does not hold of the board as it stands.
  if (!fallen.empty())
    for (Verdict& verdict : verdicts) verdict.capture.reset();
  return !fallen.empty();
}

void settle(const LifeAnalysis& analysis, std::vector<Verdict>& verdicts, bool finished) {
  Settler(analysis, verdicts, finished).run();
}

}  // namespace kifu::analysis
