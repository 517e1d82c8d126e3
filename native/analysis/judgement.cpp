#include "analysis/judgement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "go/life.hpp"
#include "playouts/uniform.hpp"
#include "work/parallel.hpp"

namespace kifu::analysis {

namespace {

// Nearer than this to dead and to alive, the model knows.
constexpr double kMargin = 0.2;
// So far apart are a model and random endings that contradict each other.
constexpr float kDisagreement = 0.6F;
// The same for finished games, on 9 lines and on 19: chosen on validation games, so that about one right
// sheet in twenty has a doubt. A larger board has more blocks to be unsure of.
constexpr double kFinishedMargin9 = 0.06, kFinishedMargin19 = 0.2;
constexpr float kFinishedDisagreement = 0.4F;

// From so many lines on, a position in mid-game is judged by fewer random endings than the model learned
// with, below that a finished one is: nearly twice as fast; what it costs stands in docs/results/life.md.
constexpr int kLarge = 13, kLargePlayouts = 32, kSmallFinishedPlayouts = 40;

bool is_unsure(const Verdict& verdict, int size, bool finished) {
  if (verdict.basis == Basis::kProved || verdict.basis == Basis::kSaid || verdict.basis == Basis::kRecorded)
    return false;
  const double share = std::clamp((size - 9) / 10.0, 0.0, 1.0);
  const double margin =
      finished ? kFinishedMargin9 + share * (kFinishedMargin19 - kFinishedMargin9) : kMargin;
  const float apart = finished ? kFinishedDisagreement : kDisagreement;
  const float p = verdict.probability;
  const bool between = p > static_cast<float>(margin) && p < static_cast<float>(1 - margin);
  // What surrounds a block may be decided against what the model says of the block itself.
  const bool overruled = verdict.basis == Basis::kSurrounding && std::abs(p - verdict.model) > kDisagreement;
  const bool contradicted = (p < 0.5F) != (verdict.playouts < 0.5F) && std::abs(p - verdict.playouts) > apart;
  return between || overruled || contradicted;
}

// Unsure blocks on which the owner of a point depends become doubtful, and so do these points.
void find_doubts(const LifeAnalysis& analysis, Judgement& judged) {
  const auto& board = analysis.board();
  const auto points = judged.block_of.size();
  std::vector<std::uint8_t> stones, marks, owner(points), dead(points);
  go::counting::PositionCounter counter;
  for (std::size_t b = 0; b < judged.blocks.size(); ++b) {
    JudgedBlock& block = judged.blocks[b];
    if (!is_unsure(block.verdict, judged.size, judged.finished)) continue;
    if (stones.empty()) {
      for (std::size_t p = 0; p < points; ++p)
        stones.push_back(board.at(board.geometry().vertex(static_cast<int>(p))));
      marks = judged.counted.dead;
    }
    for (const std::int16_t p : block.points) marks[static_cast<std::size_t>(p)] ^= 1;
    counter.area(stones, marks, judged.size, judged.size, owner, dead);
    for (const std::int16_t p : block.points) marks[static_cast<std::size_t>(p)] ^= 1;
    for (std::size_t p = 0; p < points; ++p) {
      if (owner[p] == judged.counted.owner[p]) continue;
      judged.in_doubt[p] = 1;
      block.status = Status::kDoubtful;
    }
  }
}

// Everything that follows from the verdicts.
Judgement conclude(const go::Game& game, const LifeAnalysis& analysis, std::span<const std::uint8_t> safe,
                   std::span<const Verdict> verdicts, Counted counted, bool finished) {
  const auto& geometry = game.board().geometry();
  Judgement out{.size = geometry.size(),
                .finished = finished,
                .blocks = {},
                .block_of = {},
                .alive = {},
                .owners = {},
                .in_doubt = std::vector<std::uint8_t>(static_cast<std::size_t>(geometry.points())),
                .counted = std::move(counted),
                .captured = {game.board().captured(go::kBlack), game.board().captured(go::kWhite)}};
  const auto facts = reasons(analysis, verdicts, safe, out.counted, finished);
  for (std::size_t b = 0; b < verdicts.size(); ++b)
    out.blocks.push_back({analysis.blocks()[b].colour,
                          {},
                          verdicts[b],
                          facts[b],
                          verdicts[b].dead                   ? Status::kDead
                          : facts[b].reason == Reason::kSeki ? Status::kSeki
                                                             : Status::kAlive});
  for (int p = 0; p < geometry.points(); ++p) {
    const auto block = static_cast<std::int16_t>(analysis.block_at(geometry.vertex(p)));
    out.block_of.push_back(block);
    out.alive.push_back(block < 0 ? -1.0F : verdicts[static_cast<std::size_t>(block)].probability);
    if (block >= 0)
      out.blocks[static_cast<std::size_t>(block)].points.push_back(static_cast<std::int16_t>(p));
  }
  find_doubts(analysis, out);
  return out;
}

}  // namespace

int playouts_for(int size, bool finished, int learned) {
  if (finished == (size >= kLarge)) return learned;
  return std::min(learned, finished ? kSmallFinishedPlayouts : kLargePlayouts);
}

Judgement judge(const go::Game& game, const models::Classifier& classifier, const JudgeSettings& settings,
                std::span<const float> network) {
  features::LifeSet set = settings.features;
  assert(classifier.width() == set.width());
  const auto& board = game.board();
  set.playouts =
      settings.playouts > 0 ? settings.playouts : playouts_for(board.size(), settings.finished, set.playouts);
  const features::PositionFeatures position(game, set, settings.seed);
  const LifeAnalysis& analysis = position.analysis();
  const auto safe = set.full ? position.safe() : go::unconditional_life(board);
  auto verdicts = first_verdicts(position, classifier, safe, network);
  if (settings.finished) read_dead(analysis, verdicts);
  settle(analysis, verdicts, settings.finished);
  auto counted = count(analysis, verdicts);
  if (settings.finished && read_alive(analysis, counted.seki, verdicts)) {
    settle(analysis, verdicts, settings.finished);
    counted = count(analysis, verdicts);
  }
  Judgement out = conclude(game, analysis, safe, verdicts, std::move(counted), settings.finished);
  out.owners = set.full ? position.ownership()
                        : playouts::ownership(board, game.to_play(), set.playouts, settings.seed);
  return out;
}

std::vector<Judgement> judge_all(std::span<const go::Game* const> games, const models::Classifier& classifier,
                                 const JudgeSettings& settings, std::span<const float> network, int threads) {
  const std::size_t row = network.empty() ? 0 : network.size() / games.size();
  std::vector<Judgement> out(games.size());
  parallel_for(games.size(), threads, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      out[i] = judge(*games[i], classifier, settings, network.subspan(i * row, row));
  });
  return out;
}

Judgement with_fates(const go::Game& game, const Judgement& judged, std::span<const Fate> fates,
                     Basis basis) {
  const LifeAnalysis analysis(game.board(), game.to_play());
  std::vector<Verdict> verdicts;
  for (const JudgedBlock& block : judged.blocks) {
    verdicts.push_back(block.verdict);
    verdicts.back().capture.reset();
  }
  for (const Fate& fate : fates) {
    Verdict& verdict = verdicts[static_cast<std::size_t>(fate.block)];
    verdict.probability = fate.dead ? 0.0F : 1.0F;
    verdict.dead = fate.dead;
    verdict.basis = basis;
  }
  Judgement out = conclude(game, analysis, go::unconditional_life(game.board()), verdicts,
                           count(analysis, verdicts), judged.finished);
  out.owners = judged.owners;
  out.captured = judged.captured;
  return out;
}

}  // namespace kifu::analysis
