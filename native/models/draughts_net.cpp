#include "models/draughts_net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "models/draughts_terms.hpp"

// The same loops compiled twice: for every processor, and for those with wider vectors. Neither target may
// fuse multiplications with additions, so both give the same values.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define KIFU_WIDE_TARGET __attribute__((target("avx2")))
#define KIFU_INLINE inline __attribute__((always_inline))
#else
#define KIFU_INLINE inline
#endif

namespace kifu::models {

using namespace draughts;

namespace {

// 2 / (1 + exp(-x)) - 1, the paper's bipolar sigmoid, without a branch or a call: exp as a power of two times
// its Taylor series around 0.
KIFU_INLINE float squash(float x) {
  x = x > 40.0F ? 40.0F : x;
  x = x < -40.0F ? -40.0F : x;
  const float power = x * -1.44269504F;
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it leaves no room for a fraction
  const float shifted = power + kRound;
  const float f = (power - (shifted - kRound)) * 0.693147181F;
  const float series =
      1.0F + f * (1.0F + f * (0.5F + f * (0.166666667F +
                                          f * (0.0416666667F + f * (0.00833333333F + f * 0.00138888889F)))));
  const std::int32_t exponent = std::bit_cast<std::int32_t>(shifted) << 23;
  const float exp = std::bit_cast<float>(std::bit_cast<std::int32_t>(series) + exponent);
  return 2.0F / (1.0F + exp) - 1.0F;
}

constexpr int mirrored(int bit, Colour view) { return view == Colour::Black ? bit : 34 - bit; }

}  // namespace

struct NetKernel {
  using Net = DraughtsNet;
  using Row = DraughtsNet::Row;

  static KIFU_INLINE void add(std::int32_t* sums, const Row& row) {
    for (std::size_t i = 0; i < Net::kFirst; ++i) sums[i] += row[i];
  }
  static KIFU_INLINE void subtract(std::int32_t* sums, const Row& row) {
    for (std::size_t i = 0; i < Net::kFirst; ++i) sums[i] -= row[i];
  }

  static KIFU_INLINE void sum_body(const Net& net, const Board& board, Colour view, Net::Sums& out) {
    alignas(64) std::int32_t sums[Net::kFirst];
    for (std::size_t i = 0; i < Net::kFirst; ++i) sums[i] = net.bias_[i];
    for (Bits own = board.pieces(view); own; own &= own - 1) {
      const auto bit = static_cast<std::size_t>(mirrored(std::countr_zero(own), view));
      add(sums, board.kings & own & -own ? net.kings_[bit] : net.men_[bit]);
    }
    for (Bits other = board.pieces(opponent(view)); other; other &= other - 1) {
      const auto bit = static_cast<std::size_t>(mirrored(std::countr_zero(other), view));
      subtract(sums, board.kings & other & -other ? net.kings_[bit] : net.men_[bit]);
    }
    for (std::size_t i = 0; i < Net::kFirst; ++i) out.of[i] = sums[i];
  }

  static KIFU_INLINE void update_body(const Net& net, const Board& board, const Move& move, Colour view,
                                      const Net::Sums& before, Net::Sums& after) {
    const bool king = (board.kings & move.from_bit()) != 0;
    const Bits crown = board.to_move == Colour::Black ? kBlackCrown : kWhiteCrown;
    const bool crowned = king || (move.to_bit() & crown) != 0;
    const auto from = static_cast<std::size_t>(mirrored(move.from, view));
    const auto to = static_cast<std::size_t>(mirrored(move.to, view));
    const Row& left = king ? net.kings_[from] : net.men_[from];
    const Row& reached = crowned ? net.kings_[to] : net.men_[to];
    const bool own = board.to_move == view;
    const Row& plus = own ? reached : left;
    const Row& minus = own ? left : reached;
    for (std::size_t i = 0; i < Net::kFirst; ++i) after.of[i] = before.of[i] + plus[i] - minus[i];
    for (Bits taken = move.captured; taken; taken &= taken - 1) {
      const auto bit = static_cast<std::size_t>(mirrored(std::countr_zero(taken), view));
      const Row& row = board.kings & taken & -taken ? net.kings_[bit] : net.men_[bit];
      if (own) {
        add(after.of.data(), row);
      } else {
        subtract(after.of.data(), row);
      }
    }
  }

  static KIFU_INLINE float value_body(const Net& net, const Net::Sums& sums) {
    constexpr std::size_t kPadded = Net::kPadded, kChains = 4;
    alignas(64) float first[Net::kFirst];
    for (std::size_t i = 0; i < Net::kFirst; ++i)
      first[i] = squash(static_cast<float>(sums.of[i]) * net.unit_);
    // Several sums side by side: one alone would wait for itself at every step.
    alignas(64) float chains[kChains][kPadded] = {};
    for (std::size_t i = 0; i < Net::kFirst; i += kChains)
      for (std::size_t c = 0; c < kChains; ++c)
        for (std::size_t o = 0; o < kPadded; ++o)
          chains[c][o] += first[i + c] * net.second_[(i + c) * kPadded + o];
    alignas(64) float last[kPadded];
    for (std::size_t o = 0; o < kPadded; ++o)
      last[o] = squash((chains[0][o] + chains[1][o]) + (chains[2][o] + chains[3][o]) + net.second_bias_[o]) *
                net.last_[o];
    for (std::size_t width = kPadded / 2; width > 0; width /= 2)
      for (std::size_t o = 0; o < width; ++o) last[o] += last[o + width];
    return squash(last[0] + net.last_bias_);
  }

  struct Functions {
    void (*sum)(const Net&, const Board&, Colour, Net::Sums&);
    void (*update)(const Net&, const Board&, const Move&, Colour, const Net::Sums&, Net::Sums&);
    float (*value)(const Net&, const Net::Sums&);
  };
  static Functions choose();
};

namespace {

using Net = DraughtsNet;

void sum_plain(const Net& net, const Board& board, Colour view, Net::Sums& out) {
  NetKernel::sum_body(net, board, view, out);
}
void update_plain(const Net& net, const Board& board, const Move& move, Colour view, const Net::Sums& before,
                  Net::Sums& after) {
  NetKernel::update_body(net, board, move, view, before, after);
}
float value_plain(const Net& net, const Net::Sums& sums) { return NetKernel::value_body(net, sums); }

#ifdef KIFU_WIDE_TARGET
KIFU_WIDE_TARGET void sum_wide(const Net& net, const Board& board, Colour view, Net::Sums& out) {
  NetKernel::sum_body(net, board, view, out);
}
KIFU_WIDE_TARGET void update_wide(const Net& net, const Board& board, const Move& move, Colour view,
                                  const Net::Sums& before, Net::Sums& after) {
  NetKernel::update_body(net, board, move, view, before, after);
}
KIFU_WIDE_TARGET float value_wide(const Net& net, const Net::Sums& sums) {
  return NetKernel::value_body(net, sums);
}
#endif

}  // namespace

NetKernel::Functions NetKernel::choose() {
#ifdef KIFU_WIDE_TARGET
  if (__builtin_cpu_supports("avx2")) return {sum_wide, update_wide, value_wide};
#endif
  return {sum_plain, update_plain, value_plain};
}

static const NetKernel::Functions kKernel = NetKernel::choose();

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
  std::array<std::array<double, kFirst>, kBits> man{};
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
  // Sums of all pieces and a bias stay below 2^31; a man counts an even number, so a king's half is whole.
  const int scale = 29 - (most > 0 ? std::ilogb(most) + 1 : 0);
  unit_ = static_cast<float>(std::ldexp(1.0, -scale));
  const auto fixed = [&](double x) { return static_cast<std::int32_t>(std::lrint(std::ldexp(x, scale))); };
  for (std::size_t node = 0; node < kFirst; ++node) {
    bias_[node] = fixed(first_bias[node]);
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      const std::int32_t half = fixed(man[bit][node] / 2);
      men_[bit][node] = 2 * half;
      kings_[bit][node] = 3 * half;
    }
  }
  auto rest = weights.subspan((n + 1) * kFirst);
  for (std::size_t o = 0; o < kSecond; ++o) {
    for (std::size_t i = 0; i < kFirst; ++i)
      second_[i * kPadded + o] = static_cast<float>(rest[o * kFirst + i]);
    second_bias_[o] = static_cast<float>(rest[kFirst * kSecond + o]);
  }
  rest = rest.subspan((kFirst + 1) * kSecond);
  for (std::size_t o = 0; o < kSecond; ++o) last_[o] = static_cast<float>(rest[o]);
  last_bias_ = static_cast<float>(rest[kSecond]);
}

void DraughtsNet::sum(const Board& board, Colour view, Sums& sums) const {
  kKernel.sum(*this, board, view, sums);
}

void DraughtsNet::update(const Board& board, const Move& move, Colour view, const Sums& before,
                         Sums& after) const {
  kKernel.update(*this, board, move, view, before, after);
}

float DraughtsNet::value(const Sums& sums) const { return kKernel.value(*this, sums); }

float DraughtsNet::value(const Board& board) const {
  if (has_sums()) {
    Sums sums;
    sum(board, board.to_move, sums);
    return value(sums);
  }
  const auto terms = draughts_terms(board);
  double total = terms_.back();
  for (std::size_t i = 0; i < terms.size(); ++i) total += terms_[i] * static_cast<double>(terms[i]);
  return squash(static_cast<float>(total));
}

}  // namespace kifu::models
