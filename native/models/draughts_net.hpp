#pragma once
// Networks that judge draughts positions, always for the side to move and seen from its end of the board: who
// has White turns the board round, so a network learns one direction of play. No training code.
//
// The first layer is linear in the pieces. Its sums are therefore kept for each view and changed as pieces
// move: one row of a table for each piece. They are whole numbers of a small unit, so that a position has one
// value, by whatever moves it came about.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "draughts/board.hpp"
#include "draughts/moves.hpp"

namespace kifu::models {

enum class DraughtsNetKind : std::uint8_t {
  kSquares,  // 91-40-10-1: sums over all sub-squares from 3x3 to 8x8
  kBoard,    // 32-40-10-1: the squares themselves (Blondie24)
  kPieces,   // 128-40-10-1: own men, own kings, their men and their kings apart, by square
  kLinear,   // a weighted sum of terms of Samuel's kind, see draughts_terms.hpp
};

// The sub-squares as sets of board bits: by size from 3 to 8, then by row and column of their corner.
inline constexpr int kSubSquares = 91;
const std::array<draughts::Bits, kSubSquares>& sub_squares();

struct NetLayers;

class DraughtsNet {
 public:
  static constexpr std::size_t kFirst = 40, kSecond = 10;
  static constexpr double kKing = 1.5;        // a man is 1
  static constexpr double kMostWeight = 1e4;  // beyond it the sums would lose their precision

  // How many weights and biases a kind has: layer by layer, the weights by receiving node, then the biases.
  static std::size_t count(DraughtsNetKind kind);

  // Throws std::invalid_argument for another number of weights, or one that is not finite or above the bound.
  DraughtsNet(DraughtsNetKind kind, std::span<const double> weights);

  DraughtsNetKind kind() const { return kind_; }
  // Whether there are sums to keep: not for the linear kind.
  bool has_sums() const { return kind_ != DraughtsNetKind::kLinear; }

  // The first layer before it is squashed.
  struct alignas(64) Sums {
    std::array<std::int32_t, kFirst> of;
  };
  void sum(const draughts::Board& board, draughts::Colour view, Sums& sums) const;
  // The sums after `move`, from those of `board` before it.
  void update(const draughts::Board& board, const draughts::Move& move, draughts::Colour view,
              const Sums& before, Sums& after) const;
  // From -1 (lost for who has this view) to 1.
  float value(const Sums& sums) const;
  // For the side to move, from nothing.
  float value(const draughts::Board& board) const;

 private:
  void build(std::span<const double> weights);
  double added(std::span<const double> weights, std::size_t node, std::size_t sort, int square) const;

  DraughtsNetKind kind_;
  std::shared_ptr<const NetLayers> layers_;  // of the kinds with sums
  std::vector<double> terms_;                // of the linear kind
};

}  // namespace kifu::models
