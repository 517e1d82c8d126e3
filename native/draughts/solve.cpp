// Retrograde analysis: a slice and the one with sides exchanged are solved together, after all slices that
// captures and crownings lead to.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "draughts/endings.hpp"
#include "draughts/moves.hpp"

namespace kifu::draughts {

class EndingsSolver {
 public:
  EndingsSolver(Endings& endings, const std::function<bool(std::size_t)>& progress)
      : endings_(endings), progress_(progress) {}

  // False when given up.
  bool run() {
    for (const Slice& slice : slices(endings_.pieces())) {
      const Slice other = slice.turned();
      if (slice_offset(other) < slice_offset(slice)) continue;  // solved with its twin
      if (!solve(slice, other)) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kMostPlies = 254;
  static constexpr std::uint8_t kNeverLost = 255;

  struct Side {
    Slice slice;
    std::size_t offset;
    std::vector<std::uint8_t> left;  // successors within the slices that are not known as won for the other
    std::vector<std::uint8_t> longest;  // plies of the longest way to lose by crowning a man
  };
  struct Found {
    std::uint8_t side;
    std::uint32_t place;
  };

  bool solve(const Slice& slice, const Slice& other) {
    sides_[0] = {slice, slice_offset(slice), {}, {}};
    sides_[1] = {other, slice_offset(other), {}, {}};
    count_ = slice == other ? 1 : 2;
    for (auto& list : by_plies_) list.clear();
    for (std::size_t side = 0; side < count_; ++side) {
      sides_[side].left.assign(sides_[side].slice.size(), kNeverLost);
      sides_[side].longest.assign(sides_[side].slice.size(), 0);
      for (std::size_t place = 0; place < sides_[side].slice.size(); ++place) {
        if (place % 65536 == 0 && progress_ && !progress_(done_)) return false;
        look(side, place);
        ++done_;
      }
    }
    for (std::size_t plies = 0; plies <= kMostPlies; ++plies) {
      if (progress_ && !progress_(done_)) return false;
      for (std::size_t i = 0; i < by_plies_[plies].size(); ++i) settle(by_plies_[plies][i], plies);
    }
    return true;
  }

  void found(std::size_t side, std::size_t place, std::size_t plies) {
    if (plies > kMostPlies) throw std::runtime_error("an ending takes more plies than a byte can tell");
    by_plies_[plies].push_back({static_cast<std::uint8_t>(side), static_cast<std::uint32_t>(place)});
  }

  // What is known of a position before its own slice is.
  void look(std::size_t side, std::size_t place) {
    Board board;
    if (!sides_[side].slice.board(place, board)) return;
    generate(board, moves_);
    if (moves_.empty()) return found(side, place, 0);
    int inside = 0;
    std::size_t shortest = kMostPlies + 1, longest = 0;
    bool draws = false;
    for (const Move& move : moves_) {
      const Board next = after(board, move);
      if (!next.white) {
        shortest = std::min<std::size_t>(shortest, 1);  // the last piece is taken
        continue;
      }
      const bool crowned = !(board.kings & move.from_bit()) && (next.kings & move.to_bit());
      if (!move.captured && !crowned) {
        ++inside;
        continue;
      }
      const std::uint8_t value = endings_.probe(next);
      if (value == 0) {
        draws = true;
      } else if (value % 2 == 1) {  // an even number of plies: the other side loses
        shortest = std::min<std::size_t>(shortest, value);
      } else {
        longest = std::max<std::size_t>(longest, value);
      }
    }
    if (shortest <= kMostPlies) return found(side, place, shortest);
    if (draws) return;
    if (inside == 0) return found(side, place, longest);
    sides_[side].left[place] = static_cast<std::uint8_t>(inside);
    sides_[side].longest[place] = static_cast<std::uint8_t>(longest);
  }

  // A position's value is certain when its turn comes; those it can be reached from learn of it.
  void settle(const Found& which, std::size_t plies) {
    const Side& here = sides_[which.side];
    std::uint8_t& value = endings_.values_[here.offset + which.place];
    if (value != 0) return;
    value = static_cast<std::uint8_t>(plies + 1);
    Board board;
    here.slice.board(which.place, board);
    const std::size_t twin = count_ == 1 ? 0 : 1 - which.side;
    each_before(board, [&](const Board& before) {
      const Board seen = as_black(before);
      const std::size_t place = sides_[twin].slice.place(seen);
      if (endings_.values_[sides_[twin].offset + place] != 0) return;
      if (plies % 2 == 0) return found(twin, place, plies + 1);
      std::uint8_t& left = sides_[twin].left[place];
      if (left == kNeverLost || --left > 0) return;
      found(twin, place, std::max<std::size_t>(plies + 1, sides_[twin].longest[place]));
    });
  }

  // Positions from which White came to this one, Black to move, by a quiet move that crowned nobody.
  template <class Visit>
  static void each_before(const Board& board, Visit&& visit) {
    const Bits empty = board.empty();
    for (Bits pieces = board.white; pieces; pieces &= pieces - 1) {
      const Bits to = pieces & -pieces;
      const bool king = (board.kings & to) != 0;
      const Bits ways = (to << 4 | to << 5 | (king ? to >> 4 | to >> 5 : 0)) & empty;
      for (Bits froms = ways; froms; froms &= froms - 1) {
        const Bits from = froms & -froms;
        Board before = board;
        before.white ^= to | from;
        if (king) before.kings ^= to | from;
        before.to_move = Colour::White;
        if (!can_jump(before)) visit(before);
      }
    }
  }

  Endings& endings_;
  const std::function<bool(std::size_t)>& progress_;
  std::array<Side, 2> sides_;
  std::size_t count_ = 0, done_ = 0;
  std::array<std::vector<Found>, kMostPlies + 1> by_plies_;
  MoveList moves_;
};

Endings Endings::solve(int pieces, const std::function<bool(std::size_t)>& progress) {
  Endings endings(pieces, std::vector<std::uint8_t>(size(pieces)));
  if (!EndingsSolver(endings, progress).run()) std::fill(endings.values_.begin(), endings.values_.end(), 0);
  return endings;
}

}  // namespace kifu::draughts
