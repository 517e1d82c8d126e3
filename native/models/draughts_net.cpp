#include "models/draughts_net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/draughts_terms.hpp"

namespace kifu::models {

using namespace draughts;

// The numbers of a network as the arithmetic wants them.
struct NetLayers {
  using Row = std::array<std::int32_t, DraughtsNet::kFirst>;
  static constexpr std::size_t kBits = 35;
  static constexpr std::size_t kPadded = 16;  // the second layer, filled up with zeros

  // What a piece adds to the sums of the side that sees the board.
  const Row& row(int bit, Colour view, bool own, bool king) const {
    const auto at = static_cast<std::size_t>(view == Colour::Black ? bit : 34 - bit);
    return rows[own ? 0 : 1][king ? 1 : 0][at];
  }

  float unit = 1;
  alignas(64) std::array<std::int32_t, DraughtsNet::kFirst> bias{};
  std::array<std::array<std::array<Row, kBits>, 2>, 2> rows{};            // own and other, men and kings
  alignas(64) std::array<float, DraughtsNet::kFirst * kPadded> second{};  // by giving node
  alignas(64) std::array<float, kPadded> second_bias{}, last{};
  float last_bias = 0;
};

namespace {

struct NetKernel {
  void (*sum)(const NetLayers&, const Board&, Colour, DraughtsNet::Sums&);
  void (*update)(const NetLayers&, const Board&, const Move&, Colour, const DraughtsNet::Sums&,
                 DraughtsNet::Sums&);
  float (*value)(const NetLayers&, const DraughtsNet::Sums&);
};

#define KIFU_KERNEL plain
#if defined(__GNUC__)
#define KIFU_LANES 4
#else
#define KIFU_LANES 1
#endif
#include "models/draughts_kernel.hpp"
#undef KIFU_KERNEL
#undef KIFU_LANES

// Wider vectors where the processor has them. Neither kind may fuse a multiplication with an addition.
#if defined(__x86_64__) && defined(__GNUC__)
#define KIFU_HAS_WIDE
#define KIFU_KERNEL wide
#define KIFU_LANES 8
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#include "models/draughts_kernel.hpp"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef KIFU_KERNEL
#undef KIFU_LANES
#endif

const NetKernel& choose_kernel() {
#ifdef KIFU_HAS_WIDE
  if (__builtin_cpu_supports("avx2")) return wide::kKernel;
#endif
  return plain::kKernel;
}

const NetKernel& kernel() {
  static const NetKernel& chosen = choose_kernel();
  return chosen;
}

}  // namespace

namespace {

constexpr std::size_t inputs_of(DraughtsNetKind kind) {
  return kind == DraughtsNetKind::kSquares ? kSubSquares : kind == DraughtsNetKind::kBoard ? 32 : 128;
}

}  // namespace

const std::array<Bits, kSubSquares>& sub_squares() {
  static const auto all = [] {
    std::array<Bits, kSubSquares> out{};
    std::size_t n = 0;
    for (int size = 3; size <= 8; ++size)
      for (int top = 0; top + size <= 8; ++top)
        for (int left = 0; left + size <= 8; ++left, ++n)
          for (int square = 1; square <= 32; ++square) {
            const int row = (square - 1) / 4, column = 2 * ((square - 1) % 4) + 1 - row % 2;
            if (row >= top && row < top + size && column >= left && column < left + size)
              out[n] |= bits_of(square);
          }
    return out;
  }();
  return all;
}

std::size_t DraughtsNet::count(DraughtsNetKind kind) {
  if (kind == DraughtsNetKind::kLinear) return kDraughtsTerms + 1;
  const std::size_t inputs = inputs_of(kind);
  return (inputs + 1) * kFirst + (kFirst + 1) * kSecond + kSecond + 1;
}

DraughtsNet::DraughtsNet(DraughtsNetKind kind, std::span<const double> weights) : kind_(kind) {
  if (weights.size() != count(kind))
    throw std::invalid_argument("expected " + std::to_string(count(kind)) + " weights and biases, got " +
                                std::to_string(weights.size()));
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (!(std::abs(weights[i]) <= kMostWeight))
      throw std::invalid_argument("weight " + std::to_string(i) + " is " + std::to_string(weights[i]) +
                                  ": expected a number from -10000 to 10000");
  if (kind == DraughtsNetKind::kLinear) {
    terms_.assign(weights.begin(), weights.end());
  } else {
    build(weights);
  }
}

// What a piece adds to a node of the first layer, before scaling: for `kPieces` one of the four sorts, else
// an own man.
double DraughtsNet::added(std::span<const double> weights, std::size_t node, std::size_t sort,
                          int square) const {
  const std::size_t n = inputs_of(kind_);
  const auto row = weights.subspan(node * n, n);
  if (kind_ != DraughtsNetKind::kSquares) return row[sort * 32 + static_cast<std::size_t>(square - 1)];
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (sub_squares()[i] & bits_of(square)) sum += row[i];
  return sum;
}

void DraughtsNet::build(std::span<const double> weights) {
  const std::size_t n = inputs_of(kind_);
  const std::size_t sorts = kind_ == DraughtsNetKind::kPieces ? 4 : 1;
  double most = 0;
  for (std::size_t node = 0; node < kFirst; ++node)
    for (std::size_t sort = 0; sort < sorts; ++sort)
      for (int square = 1; square <= 32; ++square)
        most = std::max(most, std::abs(added(weights, node, sort, square)));
  const auto first_bias = weights.subspan(n * kFirst, kFirst);
  most *= 2 * kMaxPieces * kKing;
  for (const double bias : first_bias) most = std::max(most, std::abs(bias));
  auto layers = std::make_shared<NetLayers>();
  // Sums of all pieces and a bias stay below 2^31; a man counts an even number, so a king's half is whole.
  const int scale = 29 - (most > 0 ? std::ilogb(most) + 1 : 0);
  layers->unit = static_cast<float>(std::ldexp(1.0, -scale));
  const auto fixed = [&](double x) { return static_cast<std::int32_t>(std::lrint(std::ldexp(x, scale))); };
  for (std::size_t node = 0; node < kFirst; ++node) {
    layers->bias[node] = fixed(first_bias[node]);
    for (int square = 1; square <= 32; ++square) {
      const auto bit = static_cast<std::size_t>(bit_of(square));
      for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t king = 0; king < 2; ++king) {
          std::int32_t& to = layers->rows[side][king][bit][node];
          if (sorts == 4) {
            to = fixed(added(weights, node, 2 * side + king, square));
          } else {
            const std::int32_t half = fixed(added(weights, node, 0, square) / 2);
            to = static_cast<std::int32_t>(2 + king) * (side == 0 ? half : -half);
          }
        }
    }
  }
  auto rest = weights.subspan((n + 1) * kFirst);
  for (std::size_t o = 0; o < kSecond; ++o) {
    for (std::size_t i = 0; i < kFirst; ++i)
      layers->second[i * NetLayers::kPadded + o] = static_cast<float>(rest[o * kFirst + i]);
    layers->second_bias[o] = static_cast<float>(rest[kFirst * kSecond + o]);
  }
  rest = rest.subspan((kFirst + 1) * kSecond);
  for (std::size_t o = 0; o < kSecond; ++o) layers->last[o] = static_cast<float>(rest[o]);
  layers->last_bias = static_cast<float>(rest[kSecond]);
  layers_ = std::move(layers);
}

void DraughtsNet::sum(const Board& board, Colour view, Sums& sums) const {
  kernel().sum(*layers_, board, view, sums);
}

void DraughtsNet::update(const Board& board, const Move& move, Colour view, const Sums& before,
                         Sums& after) const {
  kernel().update(*layers_, board, move, view, before, after);
}

float DraughtsNet::value(const Sums& sums) const { return kernel().value(*layers_, sums); }

float DraughtsNet::value(const Board& board) const {
  if (has_sums()) {
    Sums sums;
    sum(board, board.to_move, sums);
    return value(sums);
  }
  const auto terms = draughts_terms(board);
  double total = terms_.back();
  for (std::size_t i = 0; i < terms.size(); ++i) total += terms_[i] * static_cast<double>(terms[i]);
  return static_cast<float>(2 / (1 + std::exp(-total)) - 1);
}

}  // namespace kifu::models
