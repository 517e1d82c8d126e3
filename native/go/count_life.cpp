#include "go/count_life.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

namespace kifu::go {

namespace {

constexpr int kRoomy = 8;         // points
constexpr int kMaxReading = 16;  // free points, and two for each loose piece: what is read within some milliseconds

/// Union-find over small numbers.
class Parts {
 public:
  explicit Parts(int n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void join(int a, int b) { parent_[find(a)] = find(b); }
  /// Numbers the parts from 0; returns how many there are.
  int number(std::vector<int>& out) {
    const int n = static_cast<int>(parent_.size());
    int count = 0;
    out.assign(n, -1);
    for (int i = 0; i < n; ++i) {
      int& id = out[find(i)];
      if (id < 0) id = count++;
    }
    for (int i = 0; i < n; ++i) out[i] = out[find(i)];
    return count;
  }

 private:
  std::vector<int> parent_;
};

}  // namespace

void Life::judge(const Survey& survey) {
  s_ = &survey;
  find_chains();
  count_eyes();
}

// Two blocks that share two liberties cannot be cut apart: whichever the enemy takes, the other connects.
void Life::find_chains() {
  std::vector<std::uint32_t> pairs;
  for (int row = 0; row < s_->height; ++row) {
    for (int p = s_->point(row, 0); p < s_->point(row, s_->width); ++p) {
      if (!s_->free(p) || s_->dead[p] != kNobody) continue;
      int near[4], count = 0;
      for (const int q : s_->around(p)) {
        const int b = s_->block[q];
        if (b >= 0 && std::find(near, near + count, b) == near + count) near[count++] = b;
      }
      for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
          if (s_->block_colour[near[i]] != s_->block_colour[near[j]]) continue;
          const auto [a, b] = std::minmax(near[i], near[j]);
          pairs.push_back(static_cast<std::uint32_t>(a) << 16 | static_cast<std::uint32_t>(b));
        }
      }
    }
  }
  const int blocks = static_cast<int>(s_->block_colour.size());
  Parts parts(blocks);
  std::vector<int> first_at(s_->stone.size(), -1);
  for (int b = 0; b < blocks; ++b) {
    int& first = first_at[s_->meeting[b]];
    if (first < 0) first = b;
    parts.join(b, first);
  }
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    if (pairs[i] == pairs[i - 1]) parts.join(static_cast<int>(pairs[i] >> 16), static_cast<int>(pairs[i] & 0xFFFF));
  }
  chains_ = parts.number(chain_);
}

void Life::find_borders() {
  borders_.clear();
  border_first_.assign(1, 0);
  touching_.assign(chains_, 0);
  dame_.assign(chains_, 0);
  for (int row = 0; row < s_->height; ++row) {
    for (int p = s_->point(row, 0); p < s_->point(row, s_->width); ++p) {
      if (!s_->free(p) || s_->region[p] >= 0) continue;
      for (const int q : s_->around(p)) {
        if (s_->block[q] >= 0) dame_[chain_[s_->block[q]]] = 1;
      }
    }
  }
  std::vector<int> seen(chains_, -1);
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    const auto& region = s_->regions[r];
    for (int i = 0; i < region.size; ++i) {
      int near[4], count = 0;
      for (const int q : s_->around(s_->region_points[region.first + i])) {
        if (s_->stone[q] != region.colour) continue;
        const int c = chain_[s_->block[q]];
        if (std::find(near, near + count, c) != near + count) continue;
        near[count++] = c;
        ++touching_[c];
        if (seen[c] == r) continue;
        seen[c] = r;
        borders_.push_back({c, 0});
      }
    }
    border_first_.push_back(static_cast<int>(borders_.size()));
  }
}

void Life::find_groups() {
  Parts parts(chains_);
  const int regions = static_cast<int>(s_->regions.size());
  for (int r = 0; r < regions; ++r) {
    for (int i = border_first_[r] + 1; i < border_first_[r + 1]; ++i) parts.join(borders_[i].chain, borders_[i - 1].chain);
  }
  groups_ = parts.number(group_of_chain_);
  region_group_.assign(regions, -1);
  group_regions_.assign(groups_, {});
  for (int r = 0; r < regions; ++r) {
    region_group_[r] = group_of_chain_[borders_[border_first_[r]].chain];
    group_regions_[region_group_[r]].push_back(r);
  }
}

// Chains of a region's border that hang together through other regions are on one side of it. A region with one
// side is a true eye: no part of its border can be cut off there. (A ring of chains and single points is such.)
void Life::find_sides() {
  const int regions = static_cast<int>(s_->regions.size());
  sides_.assign(regions, 1);
  for (int r = 0; r < regions; ++r) {
    if (border_first_[r + 1] - border_first_[r] == 1) continue;
    Parts parts(chains_);
    for (const int other : group_regions_[region_group_[r]]) {
      if (other == r) continue;
      for (int i = border_first_[other] + 1; i < border_first_[other + 1]; ++i) parts.join(borders_[i].chain, borders_[i - 1].chain);
    }
    std::vector<int> roots;
    for (int i = border_first_[r]; i < border_first_[r + 1]; ++i) {
      const int root = parts.find(borders_[i].chain);
      const auto it = std::find(roots.begin(), roots.end(), root);
      borders_[i].side = static_cast<int>(it - roots.begin());
      if (it == roots.end()) roots.push_back(root);
    }
    sides_[r] = static_cast<int>(roots.size());
  }
  eye_first_.assign(1, 0);
  for (int r = 0; r < regions; ++r) eye_first_.push_back(eye_first_.back() + sides_[r]);
}

// Eyes that a side of a region's border has in other regions.
int Life::elsewhere(int region, int side) const {
  int most = 0;
  for (int i = border_first_[region]; i < border_first_[region + 1]; ++i) {
    if (borders_[i].side == side) most = std::max(most, chain_eyes_[borders_[i].chain] - eyes_[eye_first_[region] + side]);
  }
  return most;
}

// The other sides that could be captured when this one looks for an eye here. In a region of some size a piece of
// the wall with three liberties is not in danger: there is time and room to connect it.
std::uint32_t Life::loose_sides(int region, int side) const {
  const bool roomy = s_->regions[region].size >= kRoomy;
  std::uint32_t loose = 0;
  for (int other = 0; other < sides_[region] && other < 32; ++other) {
    if (other == side || elsewhere(region, other) || (roomy && liberties(region, other) >= 3)) continue;
    loose |= 1u << other;
  }
  return loose;
}

// Benson's idea with eyes that are read out: every chain needs two eyes, and an eye counts only as far as the
// other chains around it cannot be captured. Starts from the best case and takes away what does not hold.
void Life::find_eyes() {
  const int regions = static_cast<int>(s_->regions.size());
  eyes_.assign(eye_first_.back(), 1);
  chain_eyes_.assign(chains_, 0);
  for (int r = 0; r < regions; ++r) {
    const bool counts = !closed_up_[r];
    if (!counts) std::fill_n(eyes_.begin() + eye_first_[r], sides_[r], std::uint8_t{0});
    for (int i = border_first_[r]; i < border_first_[r + 1]; ++i) chain_eyes_[borders_[i].chain] += counts;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = 0; r < regions; ++r) {
      for (int side = 0; side < sides_[r]; ++side) {
        std::uint8_t& eye = eyes_[eye_first_[r] + side];
        if (!eye || gets(r, loose_sides(r, side), 1)) continue;
        eye = 0;
        changed = true;
        for (int i = border_first_[r]; i < border_first_[r + 1]; ++i) {
          if (borders_[i].side == side) --chain_eyes_[borders_[i].chain];
        }
      }
    }
  }
}

// Whether the side's chains border no other region that may be an eye.
bool Life::leaf(int region, int side) const {
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    if (r == region || closed_up_[r] || region_group_[r] != region_group_[region]) continue;
    for (int i = border_first_[r]; i < border_first_[r + 1]; ++i) {
      for (int j = border_first_[region]; j < border_first_[region + 1]; ++j) {
        if (borders_[j].side == side && borders_[j].chain == borders_[i].chain) return false;
      }
    }
  }
  return true;
}

// A region that is no eye for its safest side has to be closed up, and then the chains around it are one. That may
// give eyes back to what seemed cut off further in, so it begins at the ends: sides with nothing else to live on.
bool Life::close_up() {
  const int regions = static_cast<int>(s_->regions.size());
  std::vector<int> ends, others;
  for (int r = 0; r < regions; ++r) {
    if (closed_up_[r]) continue;
    const int best = safest_side(r);
    if (eyes_[eye_first_[r] + best]) continue;
    const std::uint32_t loose = loose_sides(r, best);
    bool end = true;
    for (int side = 0; side < sides_[r] && end; ++side) end = side >= 32 || !(loose >> side & 1) || leaf(r, side);
    (end ? ends : others).push_back(r);
  }
  const auto& now = ends.empty() ? others : ends;
  bool changed = false;
  for (const int r : now) {
    if (sides_[r] > 1) find_filled(r, safest_side(r));
    closed_up_[r] = 1;
    changed |= sides_[r] > 1;
  }
  if (!changed && ends.empty()) return false;
  Parts parts(chains_);
  for (const int r : now) {
    for (int i = border_first_[r] + 1; i < border_first_[r + 1]; ++i) parts.join(borders_[i].chain, borders_[i - 1].chain);
  }
  std::vector<int> merged;
  chains_ = parts.number(merged);
  for (int& c : chain_) c = merged[c];
  return !now.empty();
}

void Life::count_eyes() {
  closed_up_.assign(s_->regions.size(), 0);
  filled_.assign(s_->stone.size(), 0);
  do {
    readings_.clear();
    find_borders();
    find_groups();
    find_sides();
    find_eyes();
  } while (close_up());
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    if (sides_[r] > 1 && !closed_up_[r]) find_filled(r, safest_side(r));
  }

  total_.assign(groups_, 0);
  for (int c = 0; c < chains_; ++c) {
    int& total = total_[group_of_chain_[c]];
    total = std::max(total, chain_eyes_[c]);
  }
  for (int g = 0; g < groups_; ++g) {
    for (const int r : group_regions_[g]) {
      if (total_[g] >= 2) break;
      const int best = safest_side(r);
      if (eyes_[eye_first_[r] + best] && gets(r, loose_sides(r, best), 2)) total_[g] = 2;
    }
  }
  seki_.assign(groups_, 0);
  for (int g = 0; g < groups_; ++g) seki_[g] = total_[g] < 2;
}

EyeSpace Life::space(int region, std::uint32_t loose) const {
  const auto& r = s_->regions[region];
  EyeSpace space;
  std::vector<int> points(s_->region_points.begin() + r.first, s_->region_points.begin() + r.first + r.size);
  if (!r.closed) {
    for (int i = 0; i < r.size; ++i) {
      for (const int q : s_->around(points[i])) {
        if (s_->free(q) && s_->region[q] < 0 && std::find(points.begin() + r.size, points.end(), q) == points.end()) points.push_back(q);
      }
    }
  }
  space.size = static_cast<int>(points.size());
  if (space.size > EyeSpace::kMaxPoints) return space;
  std::vector<int> side_of_piece;
  for (int i = 0; i < space.size; ++i) {
    const std::uint32_t bit = 1u << i;
    if (i >= r.size) space.gaps |= bit;
    if (i < r.size && s_->dead[points[i]] != kNobody) space.enemy |= bit;
    for (const int q : s_->around(points[i])) {
      if (s_->free(q)) {
        const auto it = std::find(points.begin(), points.end(), q);
        if (it != points.end()) space.beside[i] |= 1u << (it - points.begin());
      } else if (s_->stone[q] == r.colour) {
        const int c = chain_[s_->block[q]];
        for (int b = border_first_[region]; b < border_first_[region + 1]; ++b) {
          if (borders_[b].chain != c) continue;
          const int side = borders_[b].side;
          if (side >= 32 || !(loose >> side & 1)) {
            space.wall |= bit;
            break;
          }
          auto piece = std::find(side_of_piece.begin(), side_of_piece.end(), side) - side_of_piece.begin();
          if (piece == static_cast<std::ptrdiff_t>(side_of_piece.size())) side_of_piece.push_back(side);
          if (piece >= EyeSpace::kMaxLoose) continue;
          space.loose[piece] |= bit;
          if (dame_[c]) space.outside |= 1u << piece;
        }
      }
    }
  }
  space.loose_pieces = static_cast<int>(side_of_piece.size());
  return space;
}

bool Life::gets(int region, std::uint32_t loose, int goal) {
  const auto& r = s_->regions[region];
  if (goal == 1 && r.closed && !loose) return true;
  if (goal == 2 && r.size <= 2) return false;
  for (const auto& known : readings_) {
    if (known.region == region && known.loose == loose && known.goal == goal) return known.answer;
  }
  bool answer = true;  // of a space beyond reading: there is room
  if (r.size <= EyeSpace::kMaxPoints) {
    const EyeSpace small = space(region, loose);
    const int free = small.size - std::popcount(small.enemy);
    if (small.size <= EyeSpace::kMaxPoints && free + 2 * small.loose_pieces <= kMaxReading) answer = reader_.gets(small, goal);
  }
  readings_.push_back({region, loose, goal, answer});
  return answer;
}

// The side of a region's border with most eyes elsewhere; else the one with most liberties.
int Life::safest_side(int region) const {
  int best = 0;
  for (int side = 1; side < sides_[region]; ++side) {
    const int here = elsewhere(region, side), there = elsewhere(region, best);
    if (here > there || (here == there && liberties(region, side) > liberties(region, best))) best = side;
  }
  return best;
}

int Life::liberties(int region, int side) const {
  int touching = 0;
  for (int i = border_first_[region]; i < border_first_[region + 1]; ++i) {
    if (borders_[i].side == side) touching += touching_[borders_[i].chain];
  }
  return touching;
}

// A point between two sides of a border is where they connect. It has to be filled when the region is no eye at
// all, or when a loose side stands in atari there once the dame are filled; a dead stone on it costs one more move.
void Life::find_filled(int r, int best) {
  const std::uint32_t loose = loose_sides(r, best);
  if (!loose) return;
  const bool no_eye = !eyes_[eye_first_[r] + best];
  const auto& region = s_->regions[r];
  for (int i = 0; i < region.size; ++i) {
    const int p = s_->region_points[region.first + i];
    int first = -1;
    bool atari = false, between = false;
    for (const int q : s_->around(p)) {
      if (s_->stone[q] != region.colour) continue;
      for (int b = border_first_[r]; b < border_first_[r + 1]; ++b) {
        if (borders_[b].chain != chain_[s_->block[q]]) continue;
        const int side = borders_[b].side;
        between |= first >= 0 && first != side;
        first = side;
        atari |= side < 32 && (loose >> side & 1) && liberties(r, side) == 1;
      }
    }
    if (!atari && !(no_eye && between)) continue;
    filled_[p] = 1;
    if (s_->dead[p] == kNobody) continue;
    for (const int q : s_->around(p)) {
      if (s_->region[q] == r) filled_[q] = 1;
    }
  }
}

}  // namespace kifu::go
