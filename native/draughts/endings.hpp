#pragma once
// Endings with few pieces, solved: for every position whether the side to move wins, loses or draws, and in
// how many plies with best play. The rules about repetition and forty moves do not count.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "draughts/board.hpp"

namespace kifu::draughts {

class Endings {
 public:
  static constexpr int kMostPieces = 4;

  // One byte a position: 0 drawn, else plies + 1; the side to move wins in an odd number of plies and loses
  // in an even one. The order is that of slices() and of the places in each.
  // Throws std::invalid_argument where the number of bytes is not that of so many pieces.
  Endings(int pieces, std::vector<std::uint8_t> values);

  // Finds them all by working backwards from the ends. Progress is told of positions done; where it returns
  // false, the work is given up and nothing is known.
  static Endings solve(int pieces, const std::function<bool(std::size_t done)>& progress = {});
  static std::size_t size(int pieces);

  int pieces() const { return pieces_; }
  std::span<const std::uint8_t> values() const { return values_; }
  bool knows(const Board& board) const {
    return board.black && board.white && std::popcount(board.black | board.white) <= pieces_;
  }
  // The byte of a position that it knows.
  std::uint8_t probe(const Board& board) const;

 private:
  friend class EndingsSolver;
  int pieces_;
  std::vector<std::uint8_t> values_;
};

// Positions with the same pieces, the side to move first: its men and kings, and the other side's.
struct Slice {
  int men, kings, other_men, other_kings;

  bool operator==(const Slice&) const = default;
  int pieces() const { return men + kings + other_men + other_kings; }
  Slice turned() const { return {other_men, other_kings, men, kings}; }
  std::size_t size() const;
  // The place of a board with Black to move.
  std::size_t place(const Board& board) const;
  // The board of a place; false where two pieces would share a square.
  bool board(std::size_t place, Board& board) const;
};

// All slices of up to so many pieces, each after those that its captures and crownings lead to.
const std::vector<Slice>& slices(int pieces);
// Where a slice begins; all slices with fewer pieces come first, so it is the same for any bound.
std::size_t slice_offset(const Slice& slice);

// The board seen by the side to move as if it were Black.
Board as_black(const Board& board);

}  // namespace kifu::draughts
