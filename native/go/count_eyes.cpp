#include "go/count_eyes.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace kifu::go::counting {

namespace {

constexpr int kMaxFrail = EyeSpace::kMaxPoints + EyeSpace::kMaxLoose;

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

std::uint32_t EyeReader::near_pieces(std::uint32_t pieces) const {
  std::uint32_t points = 0;
  for (; pieces; pieces &= pieces - 1) points |= space_->loose[std::countr_zero(pieces)];
  return points;
}

// Own stones solidly connected with the wall; `joined` gets the loose pieces connected with it that way.
std::uint32_t EyeReader::safe_stones(const Board& board, std::uint32_t& joined) const {
  joined = 0;
  if (!(space_->wall & board.own)) return 0;
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

int EyeReader::frail_blocks(const Board& board, std::uint32_t safe, std::uint32_t joined,
                            Frail* found) const {
  std::uint32_t stones_left = board.own & ~safe;
  std::uint32_t pieces_left = ((1u << space_->loose_pieces) - 1) & ~joined & ~board.taken;
  int count = 0;
  while (stones_left || pieces_left) {
    Frail block{};
    if (pieces_left) {
      block.pieces = lowest(pieces_left);
    } else {
      block.stones = spread(lowest(stones_left), stones_left);
    }
    for (bool grown = true; grown;) {
      grown = false;
      const std::uint32_t stones =
          spread(block.stones | (near_pieces(block.pieces) & stones_left), stones_left);
      std::uint32_t pieces = block.pieces;
      for (int k = 0; k < space_->loose_pieces; ++k) {
        if (pieces_left >> k & 1 && space_->loose[k] & stones) pieces |= 1u << k;
      }
      grown = stones != block.stones || pieces != block.pieces;
      block.stones = stones;
      block.pieces = pieces;
    }
    block.near = (beside(block.stones) | near_pieces(block.pieces)) & ~block.stones;
    stones_left &= ~block.stones;
    pieces_left &= ~block.pieces;
    found[count++] = block;
  }
  return count;
}

// Counts the parts into which the owner's stones have closed the space. Frail stones close a part only if
// they have two such parts themselves; otherwise they come off, and where a piece of the wall comes off the
// space is open.
bool EyeReader::done(const Board& board) const {
  std::uint32_t joined = 0;
  const std::uint32_t safe = safe_stones(board, joined);
  Frail frail[kMaxFrail];
  int blocks = frail_blocks(board, safe, joined, frail);
  std::uint32_t open = space_->gaps | near_pieces(board.taken);
  std::uint32_t parts[EyeSpace::kMaxPoints];
  int count = 0;
  for (bool stable = false; !stable;) {
    std::uint32_t closing = safe;
    for (int i = 0; i < blocks; ++i) closing |= frail[i].stones;
    count = 0;
    for (std::uint32_t rest = all_ & ~closing; rest;) {
      const std::uint32_t part = spread(lowest(rest), rest);
      rest &= ~part;
      if (!(part & open)) parts[count++] = part;
    }
    stable = true;
    for (int i = 0; i < blocks; ++i) {
      int touched = 0;
      for (int j = 0; j < count; ++j) touched += (parts[j] & frail[i].near) != 0;
      if (touched >= 2) continue;
      open |= near_pieces(frail[i].pieces);
      frail[i--] = frail[--blocks];
      stable = false;
    }
  }
  const std::uint32_t ours = space_->wall | beside(safe);
  int eyes = 0;
  for (int i = 0; i < count; ++i) eyes += (parts[i] & ours) != 0;
  return eyes >= goal_;
}

// A wide space is not read out. The enemy can get at the points beside a loose piece, one further in where
// his stone already stands, and at those behind a gap. With six free points beyond these and the move the
// owner makes two eyes (one more is needed for each threat after the first; a stone already thrown in is two
// threats). Five are enough when the enemy's stones inside do not hang together. For one eye two points side
// by side will do.
bool EyeReader::wide(const Board& board) const {
  std::uint32_t joined = 0;
  const std::uint32_t safe = safe_stones(board, joined), taken = near_pieces(board.taken);
  const std::uint32_t frail = ((1u << space_->loose_pieces) - 1) & ~joined & ~board.taken;
  const std::uint32_t contested = near_pieces(frail);
  std::uint32_t lost = contested | beside(contested & board.enemy) | space_->gaps | taken | beside(taken);
  if (goal_ == 1) {
    lost |= beside(space_->gaps);
    const std::uint32_t rest = all_ & ~safe & ~lost;
    return (rest & beside(rest)) != 0;
  }
  for (std::uint32_t rest = all_ & ~safe; rest;) {
    const std::uint32_t part = spread(lowest(rest), rest);
    rest &= ~part;
    if (part & taken) continue;
    int threats = std::popcount(part & space_->gaps) + std::popcount(part & contested & board.enemy);
    for (std::uint32_t left = frail; left; left &= left - 1)
      threats += (near_pieces(lowest(left)) & part) != 0;
    const std::uint32_t enemy = part & board.enemy;
    const bool apart = !threats && enemy != spread(lowest(enemy), enemy);
    const int free = std::popcount(part & ~lost & ~board.own & ~board.enemy);
    if (free + apart >= 6 + std::max(0, threats - 1)) return true;
  }
  return false;
}

// A stone that hangs on nothing safe yet is played only with atari, or where it can be connected whichever
// way it is attacked.
bool EyeReader::place_own(Board& board, std::uint32_t move) const {
  board.own |= move;
  const std::uint32_t open = space_->gaps | near_pieces(board.taken);
  bool captured = false, atari = false;
  for (std::uint32_t near = space_->beside[std::countr_zero(move)] & board.enemy; near;) {
    const std::uint32_t stones = spread(lowest(near), board.enemy);
    const std::uint32_t breath = beside(stones) & ~board.own & ~board.enemy;
    near &= ~stones;
    if (stones & open) continue;
    atari |= std::has_single_bit(breath);
    if (breath) continue;
    board.enemy &= ~stones;
    captured = true;
  }
  std::uint32_t joined = 0;
  const std::uint32_t safe = safe_stones(board, joined);
  if (captured || safe & move) return true;
  std::uint32_t liberties = beside(spread(move, board.own));
  for (int k = 0; k < space_->loose_pieces; ++k) {
    if (!(board.taken >> k & 1) && space_->loose[k] & move) liberties |= space_->loose[k];
  }
  liberties &= ~board.own & ~board.enemy;
  const std::uint32_t pieces = ((1u << space_->loose_pieces) - 1) & ~board.taken;
  return liberties && (atari || !(liberties & ~(space_->wall | beside(safe) | near_pieces(pieces))));
}

// Takes off own stones and loose pieces that have no liberty, where they touch `near` or are among `pieces`.
EyeReader::Outcome EyeReader::take(Board& board, std::uint32_t near, std::uint32_t pieces) const {
  std::uint32_t joined = 0;
  const std::uint32_t safe = safe_stones(board, joined), empty = all_ & ~board.own & ~board.enemy;
  Frail frail[kMaxFrail];
  const int blocks = frail_blocks(board, safe, joined, frail);
  for (int i = 0; i < blocks; ++i) {
    if (!(frail[i].near & near) && !(frail[i].pieces & pieces)) continue;
    if (frail[i].near & empty || frail[i].pieces & space_->outside & ~board.filled) continue;
    if (frail[i].stones) return Outcome::kOwnStonesLost;
    board.taken |= frail[i].pieces;
  }
  return Outcome::kPlayed;
}

EyeReader::Outcome EyeReader::place_enemy(Board& board, std::uint32_t move) const {
  board.enemy |= move;
  const Outcome outcome = take(board, move, 0);
  if (outcome == Outcome::kOwnStonesLost) return outcome;
  const std::uint32_t stones = spread(move, board.enemy), open = space_->gaps | near_pieces(board.taken);
  const bool breathes = stones & open || beside(stones) & ~board.own & ~board.enemy;
  return breathes ? Outcome::kPlayed : Outcome::kIllegal;
}

EyeReader::Known& EyeReader::place_for(std::uint64_t key) {
  if (kept_ * 2 >= known_.size()) {
    std::vector<Known> old(std::max<std::size_t>(256, known_.size() * 2), Known{0, 0, false});
    old.swap(known_);
    for (const auto& entry : old) {
      if (entry.reading == reading_) place_for(entry.key) = entry;
    }
  }
  const std::size_t mask = known_.size() - 1;
  std::size_t i = (key * 0x9E3779B97F4A7C15u >> 32) & mask;
  while (known_[i].reading == reading_ && known_[i].key != key) i = (i + 1) & mask;
  return known_[i];
}

bool EyeReader::owner_succeeds(const Board& board) {
  if (wide(board)) return true;
  const std::uint64_t key =
      std::uint64_t{board.own} << 40 | std::uint64_t{board.enemy} << 16 | board.taken << 8 | board.filled;
  if (const Known& known = place_for(key); known.reading == reading_) return known.answer;
  Board next[EyeSpace::kMaxPoints];
  int count = 0;
  bool answer = false;
  for (std::uint32_t moves = all_ & ~board.own & ~board.enemy; moves && !answer; moves &= moves - 1) {
    next[count] = board;
    if (!place_own(next[count], lowest(moves))) continue;
    answer = done(next[count]);
    ++count;
  }
  for (int i = 0; i < count && !answer; ++i) answer = enemy_fails(next[i]);
  place_for(key) = {key, reading_, answer};
  ++kept_;
  return answer;
}

bool EyeReader::enemy_fails(const Board& board) {
  for (std::uint32_t moves = all_ & ~board.own & ~board.enemy; moves; moves &= moves - 1) {
    Board next = board;
    const Outcome outcome = place_enemy(next, lowest(moves));
    if (outcome == Outcome::kIllegal) continue;
    if (outcome == Outcome::kOwnStonesLost || !owner_succeeds(next)) return false;
  }
  for (int k = 0; k < space_->loose_pieces; ++k) {  // he takes the dame of a loose piece
    if ((board.taken | board.filled) >> k & 1) continue;
    Board next = board;
    next.filled |= 1u << k;
    if (take(next, 0, 1u << k) == Outcome::kOwnStonesLost || !owner_succeeds(next)) return false;
  }
  return owner_succeeds(board);  // he passes
}

bool EyeReader::gets(const EyeSpace& space, int goal) {
  assert(space.size <= EyeSpace::kMaxPoints && space.loose_pieces <= EyeSpace::kMaxLoose);
  space_ = &space;
  goal_ = goal;
  all_ = (1u << space.size) - 1;
  kept_ = 0;
  if (++reading_ == 0) {  // after four thousand million readings the stamps begin anew
    known_.clear();
    reading_ = 1;
  }
  Board board;
  board.enemy = space.enemy;
  return done(board) || owner_succeeds(board);
}

}  // namespace kifu::go::counting
