#pragma once
// What a network of openings sees of a position: features A to E of Huang, Connell and McQuade, each as one
// scalar or as several binary inputs, of the position turned so that its eight symmetric forms are one.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "go/board.hpp"

namespace kifu::features {

enum class OpeningCode : std::uint8_t { kNone, kScalar, kBinary };

// Which inputs there are. A point has the two of A first, then those of B, C, D and E; the last input of all
// is the score that is not on the board.
struct OpeningForm {
  int size = 9;
  std::array<OpeningCode, 4> codes{};  // of B edges, C liberties, D stones of the block, E stones near it
  // B of every point, stone or not, as the paper words it; or of stones only, as C, D and E are.
  bool edges_everywhere = true;
  double unit = 81;  // points that are 1 in the last input

  int width() const;  // inputs of a point
  std::size_t inputs() const { return static_cast<std::size_t>(size * size * width()) + 1; }
};

struct OpeningInput {
  std::uint32_t index;
  double value;
};

class OpeningFeatures {
 public:
  explicit OpeningFeatures(const OpeningForm& form);
  const OpeningForm& form() const { return form_; }

  // Inputs that are not 0 and not constant, seen by `view`. `off_board` is the viewer's score that is not on
  // the board: prisoners, and komi.
  void collect(const go::Board& board, go::Colour view, double off_board, std::vector<OpeningInput>& out);
  // Inputs that are the same in every position.
  std::span<const OpeningInput> constant() const { return constant_; }

  // The symmetry that brings a position into its one orientation.
  int orientation(const go::Board& board, go::Colour view) const;

 private:
  struct Block {
    int liberties, stones, friends, enemies;
  };
  Block survey(const go::Board& board, go::Vertex head);
  void add_edges(int point, std::vector<OpeningInput>& out) const;
  void add_pair(std::uint32_t at, OpeningCode code, int first, int second,
                std::vector<OpeningInput>& out) const;

  OpeningForm form_;
  std::uint32_t edges_ = 0, liberties_ = 0, stones_ = 0, near_ = 0;  // where each begins within a point
  std::array<std::vector<go::Vertex>, go::kSymmetries> from_;  // of each turned point, where its stone stands
  std::vector<std::vector<go::Vertex>> close_;                 // of each vertex, those within distance 3
  std::vector<OpeningInput> constant_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t round_ = 0;
};

// The viewer's score that is not on the board.
double opening_off_board(const go::Board& board, go::Colour view, double komi);

}  // namespace kifu::features
