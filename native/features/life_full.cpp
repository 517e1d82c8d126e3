#include "features/life_full.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "go/tactics.hpp"

namespace kifu::features {

using go::opponent;

namespace {

struct Mean {
  double sum = 0;
  int n = 0;
  void add(double x) { sum += x, ++n; }
  double value(double otherwise = 0) const { return n > 0 ? sum / n : otherwise; }
};

class Extra {
 public:
  Extra(const LifeAnalysis& analysis, const LifeContext& context, int index)
      : a_(analysis),
        context_(context),
        block_(analysis.blocks()[index]),
        chain_(analysis.chains()[block_.chain]),
        sign_(block_.colour == go::kBlack ? 1.0 : -1.0) {}

  void write(std::span<float> out) const {
    std::size_t next = 0;
    const auto put = [&](double value) { out[next++] = static_cast<float>(value); };
    moment(put);
    ownership(put);
    safety(put);
    reading(put);
    eyes(put);
    race(put);
    surroundings(put);
    assert(next == kLifeExtraNames.size());
  }

 private:
  int point(Vertex v) const { return a_.board().geometry().point(v); }
  double owned(Vertex v) const { return sign_ * context_.ownership[point(v)]; }
  double owned(const PointSet& set) const {
    Mean mean;
    set.for_each([&](Vertex v) { mean.add(owned(v)); });
    return mean.value();
  }
  PointSet grow(const PointSet& set) const {
    return (set | set.around(a_.stride())) & (a_.empty() | a_.stones(go::kBlack) | a_.stones(go::kWhite));
  }

  template <class Put>
  void moment(Put&& put) const {
    const int points = a_.board().geometry().points();
    put(points);
    put(1.0 - static_cast<double>(a_.empty().count()) / points);
    put(context_.passes);
  }

  template <class Put>
  void ownership(Put&& put) const {
    const PointSet near = grow(grow(block_.stones));
    put(owned(block_.stones));
    put(owned(block_.liberties));
    put(owned(chain_.stones));
    put(owned(near - block_.stones));
    put(owned(grow(grow(near)) - near));
    double best = -1, worst = 1;
    for (const int b : chain_.blocks) {
      const double value = owned(a_.blocks()[b].stones);
      best = std::max(best, value);
      worst = std::min(worst, value);
    }
    put(best);
    put(worst);
    double weak = 1, strong = -1;
    Mean mean;
    for (const int o : block_.opponents) {
      const double value = -owned(a_.blocks()[o].stones);
      weak = std::min(weak, value);
      strong = std::max(strong, value);
      mean.add(value);
    }
    put(weak);
    put(strong);
    put(mean.value());
  }

  bool is_safe(const Block& block) const { return context_.safe[point(block.head)] == block.colour; }

  template <class Put>
  void safety(Put&& put) const {
    put(is_safe(block_));
    put(context_.safe[point(block_.head)] == opponent(block_.colour));
    int safe = 0;
    for (const int o : block_.opponents) safe += is_safe(a_.blocks()[o]);
    put(block_.opponents.empty() ? 0.0
                                 : static_cast<double>(safe) / static_cast<double>(block_.opponents.size()));
    bool friend_safe = false;
    for (const int b : chain_.blocks) friend_safe |= is_safe(a_.blocks()[b]);
    put(friend_safe);
  }

  bool capturable(const Block& block) const {
    return block.liberty_count <= 2 && go::can_capture(a_.board(), block.head);
  }

  template <class Put>
  void reading(Put&& put) const {
    put(capturable(block_));
    put(block_.liberty_count > 1 || go::can_escape(a_.board(), block_.head));
    bool enemy_capturable = false, enemy_escapes = true;
    for (const int o : block_.opponents) {
      const Block& other = a_.blocks()[o];
      if (other.liberty_count > 2 || !capturable(other)) continue;
      enemy_capturable = true;
      enemy_escapes &= other.liberty_count > 1 || go::can_escape(a_.board(), other.head);
    }
    put(enemy_capturable);
    put(enemy_escapes);
    int stones = 0;
    for (const int b : chain_.blocks)
      if (capturable(a_.blocks()[b])) stones += a_.blocks()[b].stones.count();
    put(static_cast<double>(stones) / chain_.stones.count());
  }

  // Separate pieces of eyespace beside a chain, by size: 1, 2, 3, 4, 5 and more.
  std::array<int, 5> eye_pieces(const Chain& chain) const {
    std::array<int, 5> pieces{};
    PointSet space;
    for (const int b : chain.blocks)
      for (const int r : a_.blocks()[b].regions) space |= a_.regions()[r].eyespace;
    PointSet left = chain.stones.around(a_.stride()) & space;
    while (left.any()) {
      PointSet seed;
      seed.set(left.first());
      const PointSet piece = go::flood(seed, space, a_.stride());
      left -= piece;
      ++pieces[std::min(piece.count(), 5) - 1];
    }
    return pieces;
  }
  static double estimate(const std::array<int, 5>& pieces) {
    return pieces[0] + pieces[1] + 1.25 * pieces[2] + 1.5 * pieces[3] + 2.0 * pieces[4];
  }

  template <class Put>
  void eyes(Put&& put) const {
    const auto pieces = eye_pieces(chain_);
    for (const int n : pieces) put(n);
    put(estimate(pieces));
    double least = 9;
    for (const int o : block_.opponents)
      least = std::min(least, estimate(eye_pieces(a_.chains()[a_.blocks()[o].chain])));
    put(least);
  }

  template <class Put>
  void race(Put&& put) const {
    const PointSet second = (chain_.liberties.around(a_.stride()) & a_.empty()) - chain_.liberties;
    const PointSet third = (second.around(a_.stride()) & a_.empty()) - second - chain_.liberties;
    PointSet enemy;
    int fewest = 99;
    for (const int o : block_.opponents) {
      const PointSet& liberties = a_.chains()[a_.blocks()[o].chain].liberties;
      if (liberties.count() < fewest) {
        fewest = liberties.count();
        enemy = liberties;
      }
    }
    const int own = chain_.liberties.count();
    put(own);
    put(second.count());
    put(third.count());
    put((chain_.liberties - enemy).count());
    put((enemy - chain_.liberties).count());
    put(block_.opponents.empty() ? 9
                                 : (chain_.liberties - enemy).count() - (enemy - chain_.liberties).count());
  }

  template <class Put>
  void surroundings(Put&& put) const {
    const PointSet& own = a_.stones(block_.colour);
    const PointSet& other = a_.stones(opponent(block_.colour));
    PointSet near = block_.stones;
    int nearest_own = 9, nearest_other = 9;
    double influence = 0;
    PointSet before = near;
    for (int distance = 1; distance <= 6; ++distance) {
      near = grow(near);
      const PointSet ring = near - before;
      before = near;
      const int friends = (ring & own).count(), enemies = (ring & other).count();
      if (friends > 0) nearest_own = std::min(nearest_own, distance);
      if (enemies > 0) nearest_other = std::min(nearest_other, distance);
      influence += (friends - enemies) / static_cast<double>(1 << distance);
      if (distance == 2 || distance == 3 || distance == 4 || distance == 6) {
        put(((near & own) - block_.stones).count());
        put((near & other).count());
      }
    }
    // Empty points nearer to this chain than to any enemy stone, and how many of them any friend is near.
    PointSet mine = chain_.stones, theirs = other, room;
    PointSet free = a_.empty();
    for (int step = 0; step < 8 && free.any(); ++step) {
      mine = mine | (mine.around(a_.stride()) & free);
      theirs = theirs | (theirs.around(a_.stride()) & free);
      room |= (mine - theirs) & free;
      free -= mine | theirs;
    }
    put(nearest_own);
    put(nearest_other);
    put(room.count());
    put((room & block_.stones.around(a_.stride())).count());
    put(influence);
  }

  const LifeAnalysis& a_;
  const LifeContext& context_;
  const Block& block_;
  const Chain& chain_;
  double sign_;
};

}  // namespace

void life_extra_features(const LifeAnalysis& analysis, const LifeContext& context, int block,
                         std::span<float> out) {
  assert(out.size() >= kLifeExtraNames.size());
  Extra(analysis, context, block).write(out);
}

}  // namespace kifu::features
