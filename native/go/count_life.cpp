#include "go/count_life.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>

namespace kifu::go::counting {

namespace {

constexpr int kRoomy = 8;        // points
constexpr int kMaxReading = 14;  // points, one more for each gap and two for each loose piece
constexpr int kMaxSides = 64;

// Union-find over the numbers 0..n-1, in a borrowed vector.
int find(std::vector<int>& parent, int a) {
  while (parent[a] != a) a = parent[a] = parent[parent[a]];
  return a;
}

void join(std::vector<int>& parent, int a, int b) {
  a = find(parent, a);
  b = find(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

void separate(std::vector<int>& parent, int n) {
  parent.resize(n);
  std::iota(parent.begin(), parent.end(), 0);
}

// Numbers the parts from 0 in the order of their first members; returns how many there are.
int number(std::vector<int>& parent, std::vector<int>& out) {
  const int n = static_cast<int>(parent.size());
  int count = 0;
  out.resize(n);
  for (int i = 0; i < n; ++i) {
    const int root = find(parent, i);  // never beyond i
    out[i] = root == i ? count++ : out[root];
  }
  return count;
}

}  // namespace

void Life::judge(const Survey& survey) {
  s_ = &survey;
  closed_up_.assign(survey.regions.size(), 0);
  filled_.assign(survey.stone.size(), 0);
  find_chains();
  do {
    find_borders();
    find_groups();
    find_sides();
    find_eyes();
  } while (close_up());
  for (int r = 0; r < static_cast<int>(survey.regions.size()); ++r) find_filled(r);
  find_seki();
}

// Two blocks that share two liberties cannot be cut apart: whichever the enemy takes, the other connects.
void Life::find_chains() {
  const int blocks = static_cast<int>(s_->block_colour.size());
  const std::uint8_t* const colour = s_->block_colour.data();
  const std::int16_t* const block = s_->block.data();
  pairs_.clear();
  block_dame_.assign(blocks, 0);
  std::uint8_t* const dame = block_dame_.data();
  for (int row = 0; row < s_->height; ++row) {
    for (int p = s_->point(row, 0), end = s_->point(row, s_->width); p < end; ++p) {
      if (!s_->free(p)) continue;
      int near[4], count = 0;
      for (const int q : s_->around(p)) {
        const int b = block[q];
        if (b >= 0 && std::find(near, near + count, b) == near + count) near[count++] = b;
      }
      if (s_->region[p] < 0) {
        for (int i = 0; i < count; ++i) dame[near[i]] = 1;
      }
      if (count < 2 || s_->dead[p] != kNobody) continue;
      for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
          if (colour[near[i]] != colour[near[j]]) continue;
          const auto [a, b] = std::minmax(near[i], near[j]);
          pairs_.push_back(static_cast<std::uint32_t>(a) << 16 | static_cast<std::uint32_t>(b));
        }
      }
    }
  }
  separate(scratch_, blocks);
  std::sort(pairs_.begin(), pairs_.end());
  for (std::size_t i = 1; i < pairs_.size(); ++i) {
    const std::uint32_t pair = pairs_[i];
    if (pair == pairs_[i - 1]) join(scratch_, static_cast<int>(pair >> 16), static_cast<int>(pair & 0xFFFF));
  }
  for (int b = 0; b < blocks; ++b) join(scratch_, b, s_->meeting[b]);
  chains_ = number(scratch_, chain_);
}

void Life::find_borders() {
  borders_.clear();
  border_first_.assign(1, 0);
  touching_.assign(chains_, 0);
  dame_.assign(chains_, 0);
  for (std::size_t b = 0; b < chain_.size(); ++b) dame_[chain_[b]] |= block_dame_[b];
  scratch_.assign(chains_, -1);  // the last region seen beside a chain
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    for (const int p : s_->points(r)) {
      int near[4], count = 0;
      for (const int q : s_->around(p)) {
        if (s_->stone[q] != s_->regions[r].colour) continue;
        const int c = chain_[s_->block[q]];
        if (std::find(near, near + count, c) != near + count) continue;
        near[count++] = c;
        ++touching_[c];
        if (scratch_[c] == r) continue;
        scratch_[c] = r;
        borders_.push_back({c, 0});
      }
    }
    border_first_.push_back(static_cast<int>(borders_.size()));
  }
}

void Life::find_groups() {
  const int regions = static_cast<int>(s_->regions.size());
  separate(scratch_, chains_);
  for (int r = 0; r < regions; ++r) {
    for (const auto& b : border(r)) join(scratch_, b.chain, border(r).front().chain);
  }
  groups_ = number(scratch_, group_of_chain_);
  region_group_.resize(regions);
  for (int r = 0; r < regions; ++r) region_group_[r] = group_of_chain_[border(r).front().chain];
}

// A region with one side is a true eye: no part of its border can be cut off there. Two regions between the
// same two chains, or a whole ring of them, are such: each keeps together what the other would cut.
void Life::find_sides() {
  const int regions = static_cast<int>(s_->regions.size());
  sides_.assign(regions, 1);
  eye_first_.assign(1, 0);
  for (int r = 0; r < regions; ++r) {
    if (border(r).size() > 1) {
      separate(scratch_, chains_);
      for (int other = 0; other < regions; ++other) {
        if (other == r || region_group_[other] != region_group_[r]) continue;
        for (const auto& b : border(other)) join(scratch_, b.chain, border(other).front().chain);
      }
      scratch2_.clear();
      for (int i = border_first_[r]; i < border_first_[r + 1]; ++i) {
        const int root = find(scratch_, borders_[i].chain);
        const auto it = std::find(scratch2_.begin(), scratch2_.end(), root);
        borders_[i].side = static_cast<int>(it - scratch2_.begin());
        if (it == scratch2_.end()) scratch2_.push_back(root);
      }
      sides_[r] = static_cast<int>(scratch2_.size());
    }
    eye_first_.push_back(eye_first_.back() + sides_[r]);
  }
}

// Eyes that a side of a region's border has in other regions.
int Life::elsewhere(int region, int side) const {
  int most = 0;
  for (const auto& b : border(region)) {
    if (b.side == side) most = std::max(most, chain_eyes_[b.chain] - is_eye(region, side));
  }
  return most;
}

// Owned points beside the chains of a side, here and elsewhere: its liberties when all dame are filled.
int Life::liberties(int region, int side) const {
  int sum = 0;
  for (const auto& b : border(region)) sum += b.side == side ? touching_[b.chain] : 0;
  return sum;
}

// The other sides that could be captured when this one looks for an eye here. In a region of some size a
// piece of the wall with three liberties is not in danger: there is time and room to connect it.
Life::Sides Life::loose_sides(int region, int side) const {
  const bool roomy = s_->regions[region].size >= kRoomy;
  Sides loose = 0;
  for (int other = 0; other < std::min(sides_[region], kMaxSides); ++other) {
    if (other == side || elsewhere(region, other) || (roomy && liberties(region, other) >= 3)) continue;
    loose |= Sides{1} << other;
  }
  return loose;
}

// The sides of a region's border with most eyes elsewhere, and among them those with most liberties.
Life::Sides Life::safest_sides(int region) const {
  Sides best = 1;
  int eyes = elsewhere(region, 0), free = liberties(region, 0);
  for (int side = 1; side < std::min(sides_[region], kMaxSides); ++side) {
    const int more_eyes = elsewhere(region, side) - eyes, more_free = liberties(region, side) - free;
    if (more_eyes < 0 || (more_eyes == 0 && more_free < 0)) continue;
    if (more_eyes > 0 || more_free > 0) best = 0;
    best |= Sides{1} << side;
    eyes += more_eyes;
    free += more_free;
  }
  return best;
}

bool Life::eye_for_safest(int region) const {
  for (Sides left = safest_sides(region); left; left &= left - 1) {
    if (is_eye(region, std::countr_zero(left))) return true;
  }
  return false;
}

// Benson's idea with eyes that are read out: every chain needs two eyes, and an eye counts only as far as the
// other chains around it cannot be captured. Starts from the best case and takes away what does not hold.
void Life::find_eyes() {
  const int regions = static_cast<int>(s_->regions.size());
  readings_.clear();
  eyes_.assign(eye_first_.back(), 1);
  chain_eyes_.assign(chains_, 0);
  for (int r = 0; r < regions; ++r) {
    if (closed_up_[r]) std::fill_n(eyes_.begin() + eye_first_[r], sides_[r], std::uint8_t{0});
    for (const auto& b : border(r)) chain_eyes_[b.chain] += !closed_up_[r];
  }
  do {
    lost_.clear();
    for (int r = 0; r < regions; ++r) {
      for (int side = 0; side < sides_[r]; ++side) {
        if (!is_eye(r, side) || gets(r, loose_sides(r, side), 1)) continue;
        lost_.push_back(r);
        lost_.push_back(side);
      }
    }
    for (std::size_t i = 0; i < lost_.size(); i += 2) {
      const int r = lost_[i], side = lost_[i + 1];
      eyes_[eye_first_[r] + side] = 0;
      for (const auto& b : border(r)) chain_eyes_[b.chain] -= b.side == side;
    }
  } while (!lost_.empty());
}

// Whether the side's chains border no other region that may be an eye.
bool Life::leaf(int region, int side) const {
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    if (r == region || closed_up_[r] || region_group_[r] != region_group_[region]) continue;
    for (const auto& there : border(r)) {
      for (const auto& here : border(region)) {
        if (here.side == side && here.chain == there.chain) return false;
      }
    }
  }
  return true;
}

// A region that is no eye for its safest side has to be closed up, and then the chains around it are one.
// That may give eyes back to what seemed cut off further in, so it begins at the ends: sides with nothing
// else to live on. Returns whether anything was closed up.
bool Life::close_up() {
  scratch_.clear();   // ends
  scratch2_.clear();  // others
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    if (closed_up_[r] || eye_for_safest(r)) continue;
    Sides loose = 0;
    for (Sides left = safest_sides(r); left; left &= left - 1)
      loose |= loose_sides(r, std::countr_zero(left));
    bool end = true;
    for (; loose && end; loose &= loose - 1) end = leaf(r, std::countr_zero(loose));
    (end ? scratch_ : scratch2_).push_back(r);
  }
  std::vector<int> now = scratch_.empty() ? scratch2_ : scratch_;
  if (now.empty()) return false;
  for (const int r : now) {
    find_filled(r);
    closed_up_[r] = 1;
  }
  separate(scratch_, chains_);
  for (const int r : now) {
    for (const auto& b : border(r)) join(scratch_, b.chain, border(r).front().chain);
  }
  chains_ = number(scratch_, scratch2_);
  for (int& c : chain_) c = scratch2_[c];
  return true;
}

// A point between two sides of a border is where they connect. It has to be filled when the region is no eye
// at all, or when a loose side stands in atari there once the dame are filled; a dead stone on it costs one
// more move.
void Life::find_filled(int r) {
  if (sides_[r] == 1 || closed_up_[r]) return;
  Sides loose = 0;
  for (Sides left = safest_sides(r); left; left &= left - 1) loose |= loose_sides(r, std::countr_zero(left));
  if (!loose) return;
  const bool no_eye = !eye_for_safest(r);
  for (const int p : s_->points(r)) {
    int first = -1;
    bool atari = false, between = false;
    for (const int q : s_->around(p)) {
      if (s_->stone[q] != s_->regions[r].colour) continue;
      for (const auto& b : border(r)) {
        if (b.chain != chain_[s_->block[q]]) continue;
        between |= first >= 0 && first != b.side;
        first = b.side;
        atari |= b.side < kMaxSides && (loose >> b.side & 1) && liberties(r, b.side) == 1;
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

void Life::find_seki() {
  seki_.assign(groups_, 1);
  for (int c = 0; c < chains_; ++c) {
    if (chain_eyes_[c] >= 2) seki_[group_of_chain_[c]] = 0;
  }
  for (int r = 0; r < static_cast<int>(s_->regions.size()); ++r) {
    std::uint8_t& seki = seki_[region_group_[r]];
    for (Sides left = safest_sides(r); left && seki; left &= left - 1) {
      const int side = std::countr_zero(left);
      if (is_eye(r, side) && gets(r, loose_sides(r, side), 2)) seki = 0;
    }
  }
}

bool Life::gets(int region, Sides loose, int goal) {
  const auto& r = s_->regions[region];
  if (goal == 1 && r.closed && !loose) return true;
  if (goal == 2 && r.size <= 2) return false;
  if (r.size > EyeSpace::kMaxPoints) return true;  // beyond reading: there is room
  for (const auto& known : readings_) {
    if (known.region == region && known.loose == loose && known.goal == goal) return known.answer;
  }
  const EyeSpace small = space(region, loose);
  const int work = small.size + std::popcount(small.gaps) + 2 * small.loose_pieces;
  const bool answer = work > kMaxReading || reader_.gets(small, goal);
  readings_.push_back({region, goal, loose, answer});
  return answer;
}

EyeSpace Life::space(int region, Sides loose) const {
  const auto& r = s_->regions[region];
  EyeSpace space;
  int points[EyeSpace::kMaxPoints], size = 0;
  for (const int p : s_->points(region)) points[size++] = p;
  for (int i = 0; i < r.size && !r.closed; ++i) {
    for (const int q : s_->around(points[i])) {
      if (!s_->free(q) || s_->region[q] >= 0 || std::find(points + r.size, points + size, q) != points + size)
        continue;
      if (size == EyeSpace::kMaxPoints) {  // more gaps than can be read
        space.gaps = ~0u;
        return space;
      }
      points[size++] = q;
    }
  }
  space.size = size;
  int side_of_piece[EyeSpace::kMaxLoose];
  for (int i = 0; i < size; ++i) {
    const std::uint32_t bit = 1u << i;
    if (i >= r.size) space.gaps |= bit;
    if (i < r.size && s_->dead[points[i]] != kNobody) space.enemy |= bit;
    for (const int q : s_->around(points[i])) {
      if (s_->free(q)) {
        const auto* at = std::find(points, points + size, q);
        if (at != points + size) space.beside[i] |= 1u << (at - points);
      }
      if (s_->stone[q] != r.colour) continue;
      const int c = chain_[s_->block[q]];
      for (const auto& b : border(region)) {
        if (b.chain != c) continue;
        if (b.side >= kMaxSides || !(loose >> b.side & 1)) {
          space.wall |= bit;
          continue;
        }
        const int piece = static_cast<int>(
            std::find(side_of_piece, side_of_piece + space.loose_pieces, b.side) - side_of_piece);
        if (piece == EyeSpace::kMaxLoose) {  // more loose pieces than can be read
          space.gaps = ~0u;
          return space;
        }
        if (piece == space.loose_pieces) side_of_piece[space.loose_pieces++] = b.side;
        space.loose[piece] |= bit;
        if (dame_[c]) space.outside |= 1u << piece;
      }
    }
  }
  return space;
}

}  // namespace kifu::go::counting
