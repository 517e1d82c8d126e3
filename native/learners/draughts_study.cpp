#include "learners/draughts_study.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "work/random.hpp"

namespace kifu::learners {

namespace {

// tanh(x / 2), the paper's bipolar sigmoid.
float squash(float x) { return 2.0F / (1.0F + std::exp(-x)) - 1.0F; }

std::uint32_t turned(std::uint32_t squares) {
  std::uint32_t out = 0;
  for (; squares; squares &= squares - 1) out |= 1U << (31 - std::countr_zero(squares));
  return out;
}

struct Pieces {
  std::array<std::uint8_t, 32> of;
  std::size_t size = 0;
};

Pieces pieces_of(const std::uint32_t* row) {
  const bool white = row[3] != 0;
  const std::uint32_t own = white ? turned(row[1]) : row[0];
  const std::uint32_t other = white ? turned(row[0]) : row[1];
  const std::uint32_t kings = white ? turned(row[2]) : row[2];
  Pieces pieces;
  const auto add = [&](std::uint32_t squares, int base) {
    for (; squares; squares &= squares - 1)
      pieces.of[pieces.size++] = static_cast<std::uint8_t>(base + std::countr_zero(squares));
  };
  add(own & ~kings, 0);
  add(own & kings, 32);
  add(other & ~kings & ~own, 64);
  add(other & kings & ~own, 96);
  return pieces;
}

// A network with its weights by giving node, so that the inner loops run over receiving nodes; and the slope
// of the same shape.
class Pupil {
 public:
  Pupil(const PieceEncoding& encoding, std::size_t first, std::size_t second)
      : encoding_(encoding),
        n_(encoding.inputs()),
        f_(first),
        s_(second),
        size_((n_ + 1) * f_ + (f_ + 1) * s_ + s_ + 1),
        weights_(size_),
        slope_(size_),
        table_(kPieceInputs * f_),
        table_slope_(kPieceInputs * f_),
        a_(f_),
        b_(s_),
        da_(f_),
        db_(s_) {}

  std::size_t size() const { return size_; }
  std::vector<float>& weights() { return weights_; }
  std::vector<float>& slope() { return slope_; }

  void set(std::span<const double> genes) {
    each_gene([&](std::size_t gene, std::size_t here) { weights_[here] = static_cast<float>(genes[gene]); });
  }
  // `values` are laid out as the weights are.
  template <class T>
  void get(const std::vector<T>& values, std::span<double> genes) const {
    each_gene([&](std::size_t gene, std::size_t here) { genes[gene] = static_cast<double>(values[here]); });
  }

  // What each piece adds to the first layer, with the weights as they are now.
  void tabulate() {
    std::fill(table_.begin(), table_.end(), 0.0F);
    for (std::size_t piece = 0; piece < kPieceInputs; ++piece) {
      float* row = table_.data() + piece * f_;
      for (const auto& term : encoding_.terms(piece)) {
        const float* from = weights_.data() + term.input * f_;
        for (std::size_t i = 0; i < f_; ++i) row[i] += term.value * from[i];
      }
    }
  }

  float forward(const Pieces& pieces) {
    const float* bias = weights_.data() + n_ * f_;
    std::copy(bias, bias + f_, a_.begin());
    for (std::size_t p = 0; p < pieces.size; ++p) {
      const float* row = table_.data() + pieces.of[p] * f_;
      for (std::size_t i = 0; i < f_; ++i) a_[i] += row[i];
    }
    for (float& x : a_) x = squash(x);
    const float* second = second_weights();
    std::copy(second + f_ * s_, second + (f_ + 1) * s_, b_.begin());
    for (std::size_t i = 0; i < f_; ++i)
      for (std::size_t o = 0; o < s_; ++o) b_[o] += a_[i] * second[i * s_ + o];
    for (float& x : b_) x = squash(x);
    const float* last = second + (f_ + 1) * s_;
    float sum = last[s_];
    for (std::size_t o = 0; o < s_; ++o) sum += b_[o] * last[o];
    return squash(sum);
  }

  void begin_slope() {
    std::fill(slope_.begin(), slope_.end(), 0.0F);
    std::fill(table_slope_.begin(), table_slope_.end(), 0.0F);
  }
  // After forward(): adds the slope of one position, `error` being that at the sum which enters the output.
  void backward(const Pieces& pieces, float error) {
    const float* second = second_weights();
    const float* last = second + (f_ + 1) * s_;
    float* second_slope = slope_.data() + (n_ + 1) * f_;
    float* last_slope = second_slope + (f_ + 1) * s_;
    last_slope[s_] += error;
    for (std::size_t o = 0; o < s_; ++o) {
      last_slope[o] += error * b_[o];
      db_[o] = error * last[o] * (1 - b_[o] * b_[o]) / 2;
      second_slope[f_ * s_ + o] += db_[o];
    }
    float* bias_slope = slope_.data() + n_ * f_;
    for (std::size_t i = 0; i < f_; ++i) {
      float sum = 0;
      for (std::size_t o = 0; o < s_; ++o) {
        second_slope[i * s_ + o] += a_[i] * db_[o];
        sum += second[i * s_ + o] * db_[o];
      }
      da_[i] = sum * (1 - a_[i] * a_[i]) / 2;
      bias_slope[i] += da_[i];
    }
    for (std::size_t p = 0; p < pieces.size; ++p) {
      float* row = table_slope_.data() + pieces.of[p] * f_;
      for (std::size_t i = 0; i < f_; ++i) row[i] += da_[i];
    }
  }
  void end_slope() {
    for (std::size_t piece = 0; piece < kPieceInputs; ++piece) {
      const float* row = table_slope_.data() + piece * f_;
      for (const auto& term : encoding_.terms(piece)) {
        float* to = slope_.data() + term.input * f_;
        for (std::size_t i = 0; i < f_; ++i) to[i] += term.value * row[i];
      }
    }
  }

 private:
  const float* second_weights() const { return weights_.data() + (n_ + 1) * f_; }

  template <class Visit>
  void each_gene(Visit&& visit) const {
    std::size_t gene = 0, begin = 0;
    for (const auto& [inputs, nodes] :
         {std::pair{n_, f_}, std::pair{f_, s_}, std::pair{s_, std::size_t{1}}}) {
      for (std::size_t node = 0; node < nodes; ++node)
        for (std::size_t input = 0; input < inputs; ++input) visit(gene++, begin + input * nodes + node);
      for (std::size_t node = 0; node < nodes; ++node) visit(gene++, begin + inputs * nodes + node);
      begin += (inputs + 1) * nodes;
    }
  }

  const PieceEncoding& encoding_;
  std::size_t n_, f_, s_, size_;
  std::vector<float> weights_, slope_, table_, table_slope_;
  std::vector<float> a_, b_, da_, db_;
};

}  // namespace

PieceEncoding::PieceEncoding(std::span<const float> matrix, std::size_t inputs) : inputs_(inputs) {
  begin_.push_back(0);
  for (std::size_t piece = 0; piece < kPieceInputs; ++piece) {
    for (std::size_t input = 0; input < inputs; ++input)
      if (const float value = matrix[piece * inputs + input]; value != 0)
        terms_.push_back({static_cast<std::uint32_t>(input), value});
    begin_.push_back(terms_.size());
  }
}

void study(std::span<double> genes, const PieceEncoding& encoding, std::span<const std::uint32_t> rows,
           std::span<const float> targets, const StudyOptions& options, std::uint64_t number) {
  constexpr float kMean = 0.9F, kSquare = 0.999F, kTiny = 1e-8F;  // Adam's usual constants
  Pupil pupil(encoding, options.first, options.second);
  pupil.set(genes);
  std::vector<float> mean(pupil.size()), square(pupil.size());
  Random random(options.seed, number);
  const std::size_t batches = std::max<std::size_t>(1, options.positions / options.batch);
  float mean_left = 1, square_left = 1;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    pupil.tabulate();
    pupil.begin_slope();
    for (std::size_t i = 0; i < options.batch; ++i) {
      const std::size_t drawn = random.below(static_cast<std::uint32_t>(targets.size()));
      const Pieces pieces = pieces_of(rows.data() + 4 * drawn);
      const float value = pupil.forward(pieces);
      // Of the cross-entropy, tanh(x / 2) being twice a chance to win less one.
      pupil.backward(pieces, (value - targets[drawn]) / 2);
    }
    pupil.end_slope();
    mean_left *= kMean;
    square_left *= kSquare;
    const float rate =
        options.rate * (1.0F - static_cast<float>(batch) / static_cast<float>(batches)) / (1 - mean_left);
    const float part = 1.0F / static_cast<float>(options.batch), scale = 1 / (1 - square_left);
    auto& weights = pupil.weights();
    const auto& slope = pupil.slope();
    for (std::size_t w = 0; w < weights.size(); ++w) {
      const float s = slope[w] * part;
      mean[w] += (1 - kMean) * (s - mean[w]);
      square[w] += (1 - kSquare) * (s * s - square[w]);
      weights[w] -= rate * mean[w] / (std::sqrt(square[w] * scale) + kTiny);
    }
  }
  pupil.get(pupil.weights(), genes);
}

void sensitivity(std::span<const double> genes, const PieceEncoding& encoding,
                 std::span<const std::uint32_t> rows, std::size_t first, std::size_t second,
                 std::span<double> out) {
  Pupil pupil(encoding, first, second);
  pupil.set(genes);
  pupil.tabulate();
  std::vector<double> total(pupil.size());
  const std::size_t positions = rows.size() / 4;
  for (std::size_t i = 0; i < positions; ++i) {
    const Pieces pieces = pieces_of(rows.data() + 4 * i);
    pupil.forward(pieces);
    pupil.begin_slope();
    pupil.backward(pieces, 1.0F);
    pupil.end_slope();
    for (std::size_t w = 0; w < total.size(); ++w)
      total[w] += static_cast<double>(pupil.slope()[w]) * static_cast<double>(pupil.slope()[w]);
  }
  for (double& sum : total) sum = std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, positions)));
  pupil.get(total, out);
}

}  // namespace kifu::learners
