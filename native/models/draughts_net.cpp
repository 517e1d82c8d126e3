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

  // What a piece of the side that sees the board adds; the other side's take the same away.
  const Row& row(int bit, Colour view, bool king) const {
    const auto at = static_cast<std::size_t>(view == Colour::Black ? bit : 34 - bit);
    return king ? kings[at] : men[at];
  }

  float unit = 1;
  alignas(64) std::array<std::int32_t, DraughtsNet::kFirst> bias{};
  std::array<Row, kBits> men{}, kings{};
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
  const std::size_t inputs = kind == DraughtsNetKind::kSquares ? kSubSquares : 32;
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
    build(kind == DraughtsNetKind::kSquares ? kSubSquares : 32, weights);
  }
}

void DraughtsNet::build(int inputs, std::span<const double> weights) {
  const auto n = static_cast<std::size_t>(inputs);
  // What a man adds to each node of the first layer, by square.
  std::array<std::array<double, kFirst>, NetLayers::kBits> man{};
  double most = 0;
  for (int square = 1; square <= 32; ++square) {
    auto& row = man[static_cast<std::size_t>(bit_of(square))];
    for (std::size_t node = 0; node < kFirst; ++node) {
      double sum = 0;
      if (inputs == 32) {
        sum = weights[node * n + static_cast<std::size_t>(square - 1)];
      } else {
        for (std::size_t i = 0; i < n; ++i)
          if (sub_squares()[i] & bits_of(square)) sum += weights[node * n + i];
      }
      row[node] = sum;
      most = std::max(most, std::abs(sum));
    }
  }
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
    for (std::size_t bit = 0; bit < NetLayers::kBits; ++bit) {
      const std::int32_t half = fixed(man[bit][node] / 2);
      layers->men[bit][node] = 2 * half;
      layers->kings[bit][node] = 3 * half;
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
