#include "go/count_eyes.hpp"

#include <bit>
#include <cassert>

namespace kifu::go {

namespace {

constexpr int kBudget = 40000;  // positions; beyond that the space is wide enough to hold its eyes

constexpr std::uint32_t lowest(std::uint32_t points) { return points & (~points + 1); }

}  // namespace

std::uint32_t EyeReader::beside(std::uint32_t points) const {
  std::uint32_t found = 0;
  for (; points; points &= points - 1) found |= space_->beside[std::countr_zero(points)];
  return found;
}

std::uint32_t EyeReader::spread(std::uint32_t from, std::uint32_t within) const {
  std::uint32_t all = from & within, edge = all;
  while (edge) {
    edge = beside(edge) & within & ~all;
    all |= edge;
  }
  return all;
}

// Points where the enemy is connected with the outside: gaps, and points beside a piece he has captured.
std::uint32_t EyeReader::outside(const Board& board) const {
  std::uint32_t points = space_->gaps;
  for (int k = 0; k < space_->loose_pieces; ++k) {
    if (board.taken >> k & 1) points |= space_->loose[k];
  }
  return points;
}

// Own stones solidly connected with the wall; `joined` gets the loose pieces connected with it that way.
std::uint32_t EyeReader::safe_stones(const Board& board, std::uint32_t& joined) const {
  joined = 0;
  std::uint32_t safe = spread(space_->wall & board.own, board.own);
  for (bool grown = true; grown;) {
    grown = false;
    for (int k = 0; k < space_->loose_pieces; ++k) {
      if ((joined | board.taken) >> k & 1 || !(space_->loose[k] & safe)) continue;
      joined |= 1u << k;
      safe = spread(safe | (space_->loose[k] & board.own), board.own);
      grown = true;
    }
  }
  return safe;
}

// Counts the parts of the space that the safe stones have closed. A part beside a loose piece counts only if that
// piece has two such parts itself: otherwise it is captured, and the part stands open.
bool EyeReader::done(const Board& board) const {
  std::uint32_t joined = 0;
  const std::uint32_t safe = safe_stones(board, joined), open = outside(board);
  const std::uint32_t touched = space_->wall | beside(safe);
  std::uint32_t parts[EyeSpace::kMaxPoints];
  int count = 0;
  for (std::uint32_t rest = all_ & ~safe; rest;) {
    const std::uint32_t part = spread(lowest(rest), rest);
    rest &= ~part;
    if (!(part & open)) parts[count++] = part;
  }
  for (bool changed = true; changed && count;) {
    changed = false;
    for (int k = 0; k < space_->loose_pieces; ++k) {
      if ((joined | board.taken) >> k & 1) continue;
      int beside_piece = 0;
      for (int i = 0; i < count; ++i) beside_piece += (parts[i] & space_->loose[k]) != 0;
      if (beside_piece >= 2 || beside_piece == 0) continue;
      for (int i = 0; i < count; ++i) {
        if (parts[i] & space_->loose[k]) parts[i--] = parts[--count];
      }
      changed = true;
    }
  }
  int eyes = 0;
  for (int i = 0; i < count; ++i) eyes += (parts[i] & touched) != 0;
  return eyes >= goal_;
}

bool EyeReader::place_own(Board& board, std::uint32_t move) const {
  board.own |= move;
  const std::uint32_t open = outside(board);
  bool captured = false;
  for (std::uint32_t near = space_->beside[std::countr_zero(move)] & board.enemy; near;) {
    const std::uint32_t stones = spread(lowest(near), board.enemy);
    near &= ~stones;
    if (stones & open || beside(stones) & ~board.own & ~board.enemy) continue;
    board.enemy &= ~stones;
    captured = true;
  }
  if (captured) return true;
  const std::uint32_t stones = spread(move, board.own);
  if (stones & space_->wall || beside(stones) & ~board.own & ~board.enemy) return true;
  for (int k = 0; k < space_->loose_pieces; ++k) {  // leaning on a loose piece, whose other liberties count too
    if (board.taken >> k & 1 || !(space_->loose[k] & stones)) continue;
    if (space_->loose[k] & ~board.own & ~board.enemy) return true;
  }
  std::uint32_t joined = 0;
  return (safe_stones(board, joined) & move) != 0;
}

// Takes off own stones and loose pieces that have no liberty, where they touch `near` or are among `pieces`.
EyeReader::Outcome EyeReader::take(Board& board, std::uint32_t near, std::uint32_t pieces) const {
  std::uint32_t joined = 0;
  const std::uint32_t safe = safe_stones(board, joined);
  const std::uint32_t empty = all_ & ~board.own & ~board.enemy;
  std::uint32_t unsafe = board.own & ~safe;
  std::uint32_t left = ((1u << space_->loose_pieces) - 1) & ~joined & ~board.taken;
  for (int k = 0; k < space_->loose_pieces; ++k) pieces |= (space_->loose[k] & near) ? 1u << k : 0;
  pieces &= left;
  std::uint32_t starts = beside(near) & unsafe;
  while (starts || pieces) {
    std::uint32_t group = lowest(pieces), stones = pieces ? 0 : spread(lowest(starts), unsafe), liberties = 0;
    for (bool grown = true; grown;) {
      grown = false;
      for (int k = 0; k < space_->loose_pieces; ++k) {
        if (!(left >> k & 1)) continue;
        if (!(group >> k & 1) && space_->loose[k] & stones) group |= 1u << k, grown = true;
        if (group >> k & 1 && space_->loose[k] & unsafe & ~stones) {
          stones = spread(stones | (space_->loose[k] & unsafe), unsafe);
          grown = true;
        }
      }
    }
    liberties = beside(stones) & empty;
    for (int k = 0; k < space_->loose_pieces; ++k) liberties |= (group >> k & 1) ? space_->loose[k] & empty : 0;
    if (!liberties) {
      if (stones) return Outcome::kOwnStonesLost;
      board.taken |= group;
    }
    unsafe &= ~stones;
    starts &= ~stones;
    left &= ~group;
    pieces &= ~group;
  }
  return Outcome::kPlayed;
}

EyeReader::Outcome EyeReader::place_enemy(Board& board, std::uint32_t move) const {
  board.enemy |= move;
  const Outcome outcome = take(board, move, 0);
  if (outcome == Outcome::kOwnStonesLost) return outcome;
  const std::uint32_t stones = spread(move, board.enemy);
  const bool breathes = stones & outside(board) || beside(stones) & all_ & ~board.own & ~board.enemy;
  return breathes ? Outcome::kPlayed : Outcome::kIllegal;
}

bool EyeReader::owner_succeeds(const Board& board) {
  if (--budget_ < 0) return true;
  const std::uint64_t key = static_cast<std::uint64_t>(board.own) << 36 | static_cast<std::uint64_t>(board.enemy) << 8 | board.taken;
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  bool result = false;
  for (std::uint32_t moves = all_ & ~board.own & ~board.enemy; moves && !result; moves &= moves - 1) {
    Board next = board;
    if (!place_own(next, lowest(moves))) continue;
    result = done(next) || enemy_fails(next);
  }
  known_[key] = result;
  return result;
}

bool EyeReader::enemy_fails(const Board& board) {
  for (std::uint32_t moves = all_ & ~board.own & ~board.enemy; moves; moves &= moves - 1) {
    Board next = board;
    const Outcome outcome = place_enemy(next, lowest(moves));
    if (outcome == Outcome::kIllegal) continue;
    if (outcome == Outcome::kOwnStonesLost || !owner_succeeds(next)) return false;
  }
  for (int k = 0; k < space_->loose_pieces; ++k) {  // a piece with no liberty here falls to a move outside
    Board next = board;
    if (board.taken >> k & 1) continue;
    if (take(next, 0, 1u << k) == Outcome::kOwnStonesLost) return false;
    if (next.taken != board.taken && !owner_succeeds(next)) return false;
  }
  return owner_succeeds(board);  // he passes
}

bool EyeReader::gets(const EyeSpace& space, int goal) {
  assert(space.size <= EyeSpace::kMaxPoints && space.loose_pieces <= EyeSpace::kMaxLoose);
  space_ = &space;
  goal_ = goal;
  all_ = (1u << space.size) - 1;
  budget_ = kBudget;
  known_.clear();
  Board board;
  board.enemy = space.enemy;
  return done(board) || owner_succeeds(board);
}

}  // namespace kifu::go
