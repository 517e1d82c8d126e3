#pragma once
// What a draughts network learns from positions: backpropagation and Adam, for networks with two hidden
// layers whose inputs are sums over pieces. One thread a network; the same result for any number of threads.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kifu::learners {

// Own men, own kings, their men, their kings, 32 squares each, seen by the side to move.
inline constexpr std::size_t kPieceInputs = 128;

// What the pieces add to the inputs: (kPieceInputs, inputs), of which the zeros are left out.
class PieceEncoding {
 public:
  PieceEncoding(std::span<const float> matrix, std::size_t inputs);
  std::size_t inputs() const { return inputs_; }

  struct Term {
    std::uint32_t input;
    float value;
  };
  std::span<const Term> terms(std::size_t piece) const {
    return {terms_.data() + begin_[piece], terms_.data() + begin_[piece + 1]};
  }

 private:
  std::size_t inputs_;
  std::vector<Term> terms_;
  std::vector<std::size_t> begin_;
};

struct StudyOptions {
  std::size_t first, second;  // nodes of the hidden layers
  std::size_t positions;      // to learn from, drawn with replacement
  std::size_t batch = 256;
  float rate = 0.001F;  // falls to nothing
  std::uint64_t seed = 1;
};

// Rows are (black, white, kings, side to move) with bit n - 1 for square n; targets are from -1 to 1 for the
// side to move. `genes` is changed: layer by layer, the weights by receiving node, then the biases.
void study(std::span<double> genes, const PieceEncoding& encoding, std::span<const std::uint32_t> rows,
           std::span<const float> targets, const StudyOptions& options, std::uint64_t number);

// The root of the mean square, over positions, of how much the sum that enters the output moves with each
// gene.
void sensitivity(std::span<const double> genes, const PieceEncoding& encoding,
                 std::span<const std::uint32_t> rows, std::size_t first, std::size_t second,
                 std::span<double> out);

}  // namespace kifu::learners
