#include "analysis/reasons.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "analysis/life_search.hpp"
#include "analysis/reading.hpp"
#include "go/tactics.hpp"

namespace kifu::analysis {

using features::Chain;
using go::flood;
using go::opponent;

namespace {

struct Piece {
  PointSet points;
  bool has_dead = false;
  mutable std::optional<Room> room;  // read when it is asked for, once
};

class Explainer {
 public:
  Explainer(const LifeAnalysis& analysis, std::span<const Verdict> verdicts,
            std::span<const std::uint8_t> safe, const Counted& counted, bool finished)
      : a_(analysis), v_(verdicts), safe_(safe), counted_(counted), finished_(finished) {
    free_ = a_.empty();
    for (std::size_t b = 0; b < v_.size(); ++b) (v_[b].dead ? free_ : alive_[colour(b) - 1]) |= stones(b);
    find_pieces();
    find_groups();
  }

  Facts explain(int b) const {
    const Block& block = a_.blocks()[b];
    const auto proved = safe_[point(block.head)];
    if (v_[b].dead) return proved == opponent(block.colour) ? Facts{Reason::kEnemyProved, {}} : why_dead(b);
    return proved == block.colour ? Facts{Reason::kUnconditional, {}} : why_alive(b);
  }

 private:
  int point(Vertex v) const { return a_.board().geometry().point(v); }
  Colour colour(std::size_t b) const { return a_.blocks()[b].colour; }
  const PointSet& stones(std::size_t b) const { return a_.blocks()[b].stones; }
  PointSet around(const PointSet& set) const { return set.around(a_.stride()); }
  static std::int16_t number(int n) { return static_cast<std::int16_t>(n); }

  PointSet layer(const std::vector<std::uint8_t>& of, std::uint8_t value) const {
    PointSet out;
    const auto& geometry = a_.board().geometry();
    for (int p = 0; p < geometry.points(); ++p)
      if (of[p] == value) out.set(geometry.vertex(p));
    return out;
  }

  void find_pieces() {
    for (const Colour c : {go::kBlack, go::kWhite}) {
      const PointSet all = layer(counted_.territory, c);
      for (PointSet left = all; left.any();) {
        PointSet seed;
        seed.set(left.first());
        Piece piece;
        piece.points = flood(seed, all, a_.stride());
        left -= piece.points;
        piece.has_dead = (piece.points - a_.empty()).any();
        pieces_[c - 1].push_back(std::move(piece));
      }
    }
  }

  void find_groups() {
    const int n = static_cast<int>(v_.size());
    group_.resize(v_.size());
    std::iota(group_.begin(), group_.end(), 0);
    const auto join = [&](int i, int j) { group_[root(j)] = root(i); };
    std::vector<PointSet> beside;
    for (int i = 0; i < n; ++i) beside.push_back(around(stones(i)) & free_);
    for (int i = 0; i < n; ++i) {
      if (v_[i].dead) continue;
      for (int j = i + 1; j < n; ++j)
        if (!v_[j].dead && colour(i) == colour(j) && (beside[i] & beside[j]).count() >= 2) join(i, j);
    }
    for (const auto& pieces : pieces_) {
      for (const Piece& piece : pieces) {
        int first = -1;
        around(piece.points).for_each([&](Vertex v) {
          const int b = a_.block_at(v);
          if (b < 0 || v_[b].dead) return;
          if (first < 0) first = b;
          join(first, b);
        });
      }
    }
  }
  int root(int b) const {
    while (group_[b] != b) b = group_[b];
    return b;
  }
  PointSet group_stones(int b) const {
    PointSet out;
    for (std::size_t i = 0; i < v_.size(); ++i)
      if (!v_[i].dead && root(static_cast<int>(i)) == root(b)) out |= stones(i);
    return out;
  }
  template <class Visit>
  void for_each_eye(int b, Visit&& visit) const {
    const PointSet beside = around(group_stones(b));
    for (const Piece& piece : pieces_[colour(b) - 1])
      if ((piece.points & beside).any()) visit(piece);
  }

  Facts why_alive(int b) const {
    const Block& block = a_.blocks()[b];
    int eyes = 0, points = 0;
    const Piece* eye = nullptr;
    for_each_eye(b, [&](const Piece& piece) { ++eyes, points += piece.points.count(), eye = &piece; });
    if (finished_ && counted_.seki[point(block.head)] != 0) {
      const Capture capture = v_[b].capture ? *v_[b].capture : read_capture(a_.board(), block.head);
      if (capture == Capture::kSucceeds) return {Reason::kCapturable, {number(block.liberty_count)}};
      const PointSet enemies = around(alive_[opponent(block.colour) - 1]);
      // What shares no liberty with the enemy only stands in the open.
      if (const int shared = (block.liberties & enemies).count(); shared > 0)
        return {Reason::kSeki, {number(shared)}};
    }
    if (v_[b].basis == Basis::kRead) return {Reason::kUncaptured, {number(block.liberty_count)}};
    if (v_[b].basis == Basis::kSurrounding && points > 0) return {Reason::kOwnArea, {number(points)}};
    if (eyes >= 2) return {Reason::kEyes, {number(eyes)}};
    if (eyes == 1) {
      const auto use = static_cast<std::int16_t>(room(*eye, block.colour));
      return {Reason::kRoom, {number(points), use, number((block.liberties - eye->points).count())}};
    }
    const Chain& chain = a_.chains()[block.chain];
    return {Reason::kFree, {number(block.liberty_count), number(chain.eyespace.count())}};
  }

  // What a group's only piece of territory is good for; both sides play in it and nowhere else.
  Room room(const Piece& piece, Colour colour) const {
    if (!piece.room) piece.room = read_room(piece.points, colour);
    return *piece.room;
  }
  Room read_room(const PointSet& piece, Colour colour) const {
    if (piece.count() >= kWideEye) return Room::kTwoEyes;
    if (piece.count() <= 2) return Room::kOneEye;  // two eyes do not stand side by side
    LifeLimits limits;
    limits.nodes = kRoomNodes;
    limits.eyes = true;
    // The largest of the blocks around it stands for the group.
    const Block* wall = nullptr;
    (around(piece) & alive_[colour - 1]).for_each([&](Vertex v) {
      const Block& block = a_.blocks()[a_.block_at(v)];
      if (wall == nullptr || block.stones.count() > wall->stones.count()) wall = &block;
    });
    const auto read = [&](Colour first) {
      return read_life(a_.board(), wall->head, first, {piece, piece}, limits).life;
    };
    const Life attacked = read(opponent(colour));
    if (attacked != Life::kDead) return attacked == Life::kAlive ? Room::kTwoEyes : Room::kUnknown;
    const Life defended = read(colour);
    return defended == Life::kAlive  ? Room::kMovingFirst
           : defended == Life::kDead ? Room::kOneEye
                                     : Room::kUnknown;
  }

  // Whether an enemy block next to the dead lives without them: two eyes, or a wide one, that hold no dead
  // stone.
  bool independent(int enemy) const {
    if (safe_[point(a_.blocks()[enemy].head)] == colour(enemy)) return true;
    int eyes = 0, points = 0;
    for_each_eye(enemy, [&](const Piece& piece) {
      if (!piece.has_dead) ++eyes, points = std::max(points, piece.points.count());
    });
    return eyes >= 2 || points >= kWideEye;
  }

  Facts why_dead(int b) const {
    const Block& block = a_.blocks()[b];
    if (block.liberty_count == 1 && !go::can_escape(a_.board(), block.head)) return {Reason::kAtari, {}};
    const Chain& chain = a_.chains()[block.chain];
    int eyes = 0;
    for (PointSet left = chain.eyespace; left.any(); ++eyes) {
      PointSet seed;
      seed.set(left.first());
      left -= flood(seed, chain.eyespace, a_.stride());
    }
    int fewest = 0;
    bool race = false;
    for (const int own : chain.blocks)
      for (const int o : a_.blocks()[own].opponents) {
        if (v_[o].dead) continue;
        if (independent(o)) continue;
        const int liberties = (a_.chains()[a_.blocks()[o].chain].liberties).count();
        if (!race || liberties < fewest) fewest = liberties;
        race = true;
      }
    if (race && eyes <= 1) {
      const int outside = (chain.liberties - chain.eyespace).count();
      // A race that it would win explains nothing.
      if (outside < fewest)
        return {Reason::kRace,
                {number(eyes), number(chain.eyespace.count()), number(outside), number(fewest)}};
    }
    const PointSet space = flood(block.stones, free_, a_.stride());
    // Only what no living friend borders is the enemy's area.
    if ((around(space) & alive_[block.colour - 1]).any())
      return {Reason::kWeak, {number(block.liberty_count), number(eyes), number(chain.eyespace.count())}};
    return {Reason::kNoRoom, {number(eyes), number(chain.eyespace.count()), number(space.count())}};
  }

  // In an eye of seven points its owner makes two whatever the enemy does, bar the odd shape in the corner.
  static constexpr int kWideEye = 7;
  // Enough for all but the odd shape of six points; reasons must not cost more than the verdict.
  static constexpr int kRoomNodes = 200;

  const LifeAnalysis& a_;
  std::span<const Verdict> v_;
  std::span<const std::uint8_t> safe_;
  const Counted& counted_;
  bool finished_;
  PointSet free_;
  std::array<PointSet, 2> alive_;
  std::array<std::vector<Piece>, 2> pieces_;
  std::vector<int> group_;
};

}  // namespace

Counted count(const LifeAnalysis& analysis, std::span<const Verdict> verdicts) {
  const auto& board = analysis.board();
  const auto points = static_cast<std::size_t>(board.geometry().points());
  std::vector<std::uint8_t> stones(points), marks(points);
  for (std::size_t p = 0; p < points; ++p) {
    const Vertex v = board.geometry().vertex(static_cast<int>(p));
    stones[p] = board.at(v);
    if (const int b = analysis.block_at(v); b >= 0) marks[p] = verdicts[b].dead;
  }
  Counted out;
  for (auto* layer :
       {&out.owner, &out.territory, &out.seki, &out.eyes, &out.dame, &out.open, &out.filled, &out.dead})
    layer->resize(points);
  const int size = board.size();
  go::counting::PositionCounter counter;
  out.area = counter.area(stones, marks, size, size, out.owner, out.dead);
  out.totals =
      counter.territory(stones, marks, size, size, false,
                        {out.territory, out.seki, out.eyes, out.dame, out.open, out.filled, out.dead});
  return out;
}

std::vector<Facts> reasons(const LifeAnalysis& analysis, std::span<const Verdict> verdicts,
                           std::span<const std::uint8_t> safe, const Counted& counted, bool finished) {
  const Explainer explainer(analysis, verdicts, safe, counted, finished);
  std::vector<Facts> out;
  for (std::size_t b = 0; b < verdicts.size(); ++b) out.push_back(explainer.explain(static_cast<int>(b)));
  return out;
}

}  // namespace kifu::analysis
