#include "features/life.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <limits>

namespace kifu::features {

using go::opponent;

namespace {

// Fills the output from left to right.
class Writer {
 public:
  explicit Writer(std::span<float> out) : out_(out) {}
  template <class T>
  void operator()(T value) {
    out_[next_++] = static_cast<float>(value);
  }
  std::size_t written() const { return next_; }

 private:
  std::span<float> out_;
  std::size_t next_ = 0;
};

class BlockFeatures {
 public:
  BlockFeatures(const LifeAnalysis& analysis, int index)
      : a_(analysis), block_(analysis.blocks()[index]), chain_(analysis.chains()[block_.chain]) {}

  void write(Writer& out) const {
    shape(out);
    regions(out);
    chain(out);
    opponents(out);
    disputed(out);
    whole_board(out);
  }

 private:
  int stride() const { return a_.stride(); }

  void shape(Writer& out) const {
    const auto& geometry = a_.board().geometry();
    const PointSet& stones = block_.stones;
    const int size = stones.count();
    const PointSet second = (block_.liberties.around(stride()) & a_.empty()) - block_.liberties;
    const PointSet third = (second.around(stride()) & a_.empty()) - second - block_.liberties;
    int auto_atari = 0;
    if (block_.liberty_count == 2)
      block_.liberties.for_each([&](Vertex v) { auto_atari += a_.liberties_after(block_.colour, v) == 1; });
    PointSet near = stones | stones.around(stride());
    near |= within(near).around(stride());
    const int majority = (near & a_.stones(opponent(block_.colour))).count() -
                         ((near & a_.stones(block_.colour)) - stones).count();
    int left = go::kMaxSize, right = 0, top = go::kMaxSize, bottom = 0, sum_x = 0, sum_y = 0;
    stones.for_each([&](Vertex v) {
      const int x = geometry.x(v), y = geometry.y(v);
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = std::max(bottom, y);
      sum_x += x, sum_y += y;
    });
    const double x = static_cast<double>(sum_x) / size, y = static_cast<double>(sum_y) / size;
    std::array<double, 4> edges{x, y, geometry.size() - 1 - x, geometry.size() - 1 - y};
    std::sort(edges.begin(), edges.end());
    out(size);
    out(a_.perimeter(stones));
    out((stones.around(stride()) & a_.stones(opponent(block_.colour))).count());
    out(block_.liberty_count);
    out(second.count());
    out(third.count());
    out((block_.liberties & a_.protected_for(block_.colour)).count());
    out(auto_atari);
    out(block_.opponents.size());
    out(majority);
    out(edges[0]);
    out(edges[1]);
    out((right - left + 1) * (bottom - top + 1));
  }

  PointSet within(const PointSet& set) const {
    return set & (a_.empty() | a_.stones(go::kBlack) | a_.stones(go::kWhite));
  }

  void regions(Writer& out) const {
    std::array<int, 4> full{};
    std::array<int, 6> part{};
    for (std::size_t k = 0; k < block_.regions.size(); ++k) {
      const Region& region = a_.regions()[block_.regions[k]];
      const PointSet& reached = block_.accessible[k];
      const PointSet inner = (region.points & a_.empty()) - reached;
      if (!inner.any()) {
        full[0] += 1;
        full[1] += region.points.count();
        full[2] += a_.perimeter(region.points);
        full[3] += a_.split_points(region.points);
      } else {
        part[0] += 1;
        part[1] += reached.count();
        part[2] += a_.perimeter(reached);
        part[3] += inner.count();
        part[4] += a_.perimeter(inner);
        part[5] += a_.split_points(inner);
      }
    }
    for (const int value : full) out(value);
    for (const int value : part) out(value);
    out(block_.eyespace.count());
    out(a_.perimeter(block_.eyespace));
  }

  void chain(Writer& out) const {
    out(chain_.blocks.size());
    out(chain_.stones.count());
    out(a_.perimeter(chain_.stones));
    out(a_.split_points(chain_.stones | chain_.links));
    out(chain_.regions.size());
    out(chain_.eye_regions);
    out(chain_.full_regions);
    out(chain_.eyespace.count());
    out(a_.perimeter(chain_.eyespace));
    out(chain_.external.count());
  }

  void opponents(Writer& out) const {
    std::vector<int> adjacent = block_.opponents;
    // Fewest liberties first; the larger block first among equals.
    const auto weaker = [&](int i, int j) {
      const Block &a = a_.blocks()[i], &b = a_.blocks()[j];
      if (a.liberty_count != b.liberty_count) return a.liberty_count < b.liberty_count;
      const int size_a = a.stones.count(), size_b = b.stones.count();
      return size_a != size_b ? size_a > size_b : i < j;
    };
    std::sort(adjacent.begin(), adjacent.end(), weaker);
    one_opponent(out, !adjacent.empty() ? adjacent[0] : -1, block_.liberties);
    one_opponent(out, adjacent.size() > 1 ? adjacent[1] : -1, block_.liberties);
    int weakest = -1;
    const PointSet beside_chain = chain_.stones.around(stride());
    for (std::size_t i = 0; i < a_.blocks().size(); ++i) {
      const Block& other = a_.blocks()[i];
      if (other.colour == block_.colour) continue;
      const bool beside = (other.stones & beside_chain).any() || (other.liberties & chain_.liberties).any();
      if (beside && (weakest < 0 || weaker(static_cast<int>(i), weakest))) weakest = static_cast<int>(i);
    }
    one_opponent(out, weakest, chain_.liberties);
  }

  // Perimeter, liberties, liberties shared with the block (or chain), split points, perimeter of eyespace.
  void one_opponent(Writer& out, int index, const PointSet& own_liberties) const {
    if (index < 0) {
      for (int i = 0; i < 5; ++i) out(0);
      return;
    }
    const Block& other = a_.blocks()[index];
    out(a_.perimeter(other.stones));
    out(other.liberty_count);
    out((other.liberties & own_liberties).count());
    out(a_.split_points(other.stones));
    out(a_.perimeter(other.eyespace));
  }

  void disputed(Writer& out) const {
    PointSet territory;
    for (const PointSet& space : a_.disputed())
      if ((space & block_.liberties).any()) territory |= space;
    out((territory & block_.liberties).count());
    out((territory & a_.stones(block_.colour).around(stride())).count());
    out((territory & a_.stones(opponent(block_.colour)).around(stride())).count());
  }

  void whole_board(Writer& out) const {
    const auto& geometry = a_.board().geometry();
    const Vertex ko = a_.board().ko();
    int distance = 0;
    if (ko != go::kPass) {
      distance = std::numeric_limits<int>::max();
      block_.stones.for_each([&](Vertex v) {
        distance = std::min(
            distance, std::abs(geometry.x(v) - geometry.x(ko)) + std::abs(geometry.y(v) - geometry.y(ko)));
      });
    }
    out(a_.to_play() == block_.colour ? 1 : -1);
    out(ko != go::kPass);
    out(distance);
    out(a_.stones(block_.colour).count());
    out(a_.stones(opponent(block_.colour)).count());
  }

  const LifeAnalysis& a_;
  const Block& block_;
  const Chain& chain_;
};

}  // namespace

void life_paper_features(const LifeAnalysis& analysis, int block, std::span<float> out) {
  assert(out.size() >= kLifePaperNames.size());
  Writer writer(out);
  BlockFeatures(analysis, block).write(writer);
  assert(writer.written() == kLifePaperNames.size());
}

}  // namespace kifu::features
