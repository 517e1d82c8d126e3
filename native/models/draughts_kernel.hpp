// The arithmetic of DraughtsNet, included by draughts_net.cpp once for each kind of processor, with
// KIFU_KERNEL (a namespace) and KIFU_LANES (numbers in a vector) set: hence no #pragma once. Every number is
// the result of the same operations in the same order whatever the lanes, so all kinds give the same values.

namespace KIFU_KERNEL {

#if KIFU_LANES > 1
typedef float Floats __attribute__((vector_size(4 * KIFU_LANES)));
typedef std::int32_t Ints __attribute__((vector_size(4 * KIFU_LANES)));
static inline Floats to_floats(const Ints& x) { return __builtin_convertvector(x, Floats); }
#else
using Floats = float;
using Ints = std::int32_t;
static inline Floats to_floats(const Ints& x) { return static_cast<float>(x); }
#endif

constexpr std::size_t kLanes = KIFU_LANES;

template <class Vector, class Number>
static inline Vector load(const Number* from) {
  Vector out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

static inline Ints bits_of(const Floats& x) {
  Ints out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}
static inline Floats of_bits(const Ints& x) {
  Floats out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}

// 2 / (1 + exp(-x)) - 1, the paper's bipolar sigmoid, without a branch or a call: exp as a power of two times
// its Taylor series around 0.
static inline Floats squash(Floats x) {
  const Floats most = Floats{} + 40.0F;
  x = x > most ? most : x;
  x = x < -most ? -most : x;
  const Floats power = x * -1.44269504F;
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it leaves no room for a fraction
  const Floats shifted = power + kRound;
  const Floats f = (power - (shifted - kRound)) * 0.693147181F;
  Floats series = f * 0.00138888889F + 0.00833333333F;
  series = series * f + 0.0416666667F;
  series = series * f + 0.166666667F;
  series = series * f + 0.5F;
  series = series * f + 1.0F;
  series = series * f + 1.0F;
  const Ints exponent = bits_of(shifted) << 23;
  const Floats exp = of_bits(bits_of(series) + exponent);
  return 2.0F / (exp + 1.0F) - 1.0F;
}

static float value(const NetLayers& net, const DraughtsNet::Sums& sums) {
  constexpr std::size_t kFirst = DraughtsNet::kFirst, kPadded = NetLayers::kPadded;
  alignas(64) float first[kFirst];
  for (std::size_t i = 0; i < kFirst; i += kLanes) {
    const Floats squashed = squash(to_floats(load<Ints>(&sums.of[i])) * net.unit);
    std::memcpy(first + i, &squashed, sizeof squashed);
  }
  // Several sums side by side: one alone would wait for itself at every step.
  constexpr std::size_t kChains = 4, kVectors = (DraughtsNet::kSecond + kLanes - 1) / kLanes;
  Floats chains[kChains][kVectors] = {};
  for (std::size_t i = 0; i < kFirst; i += kChains)
    for (std::size_t c = 0; c < kChains; ++c)
      for (std::size_t v = 0; v < kVectors; ++v)
        chains[c][v] += load<Floats>(&net.second[(i + c) * kPadded + v * kLanes]) * first[i + c];
  alignas(64) float last[kPadded] = {};
  for (std::size_t v = 0; v < kVectors; ++v) {
    const Floats sum = (chains[0][v] + chains[1][v]) + (chains[2][v] + chains[3][v]);
    const Floats out =
        squash(sum + load<Floats>(&net.second_bias[v * kLanes])) * load<Floats>(&net.last[v * kLanes]);
    std::memcpy(last + v * kLanes, &out, sizeof out);
  }
  for (std::size_t width = kPadded / 2; width > 0; width /= 2)
    for (std::size_t o = 0; o < width; ++o) last[o] += last[o + width];
  Floats out = Floats{} + (last[0] + net.last_bias);
  out = squash(out);
  float single;
  std::memcpy(&single, &out, sizeof single);
  return single;
}

static inline void add(std::int32_t* sums, const NetLayers::Row& row) {
  for (std::size_t i = 0; i < row.size(); ++i) sums[i] += row[i];
}
static inline void subtract(std::int32_t* sums, const NetLayers::Row& row) {
  for (std::size_t i = 0; i < row.size(); ++i) sums[i] -= row[i];
}

static void sum(const NetLayers& net, const Board& board, Colour view, DraughtsNet::Sums& out) {
  alignas(64) std::int32_t sums[DraughtsNet::kFirst];
  std::memcpy(sums, net.bias.data(), sizeof sums);
  for (const bool own : {true, false}) {
    const Colour colour = own ? view : opponent(view);
    for (Bits pieces = board.pieces(colour); pieces; pieces &= pieces - 1)
      add(sums, net.row(std::countr_zero(pieces), view, own, board.kings & pieces & -pieces));
  }
  std::memcpy(out.of.data(), sums, sizeof sums);
}

static void update(const NetLayers& net, const Board& board, const Move& move, Colour view,
                   const DraughtsNet::Sums& before, DraughtsNet::Sums& after) {
  const bool king = (board.kings & move.from_bit()) != 0;
  const Bits crown = board.to_move == Colour::Black ? kBlackCrown : kWhiteCrown;
  const bool own = board.to_move == view;
  const NetLayers::Row& left = net.row(move.from, view, own, king);
  const NetLayers::Row& reached = net.row(move.to, view, own, king || (move.to_bit() & crown) != 0);
  for (std::size_t i = 0; i < DraughtsNet::kFirst; ++i) after.of[i] = before.of[i] + reached[i] - left[i];
  for (Bits taken = move.captured; taken; taken &= taken - 1)
    subtract(after.of.data(), net.row(std::countr_zero(taken), view, !own, board.kings & taken & -taken));
}

static constexpr NetKernel kKernel{sum, update, value};

}  // namespace KIFU_KERNEL
