#include "draughts/perft.hpp"

#include <array>
#include <bit>

#include "draughts/moves.hpp"

// The same code twice: with and without the popcount and bit instructions that nearly every x86 since
// 2013 has, chosen when the program runs.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#define KIFU_INLINE [[gnu::always_inline]] inline
#define KIFU_INLINE_LAMBDA __attribute__((always_inline))
#define KIFU_BIT_INSTRUCTIONS [[gnu::target("popcnt,bmi,bmi2")]]
#define KIFU_HAS_BIT_INSTRUCTIONS (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2"))
#else
#define KIFU_INLINE inline
#define KIFU_INLINE_LAMBDA
#define KIFU_BIT_INSTRUCTIONS
#define KIFU_HAS_BIT_INSTRUCTIONS false
#endif

namespace kifu::draughts {

namespace {

struct Run {
  bool bulk;
  const Stop& stop;
  bool stopped = false;
};

constexpr int kPollDepth = 8;  // a subtree of about a million nodes

template <bool King, Colour C>
std::uint64_t count_paths(Bits at, Bits other, Bits empty) {
  std::uint64_t count = 0;
  const auto along = [&]<int Step>() {
    const Bits over = shift<Step>(at) & other;
    const Bits land = shift<Step>(over) & empty;
    if (land) count += !King && (land & kCrown<C>) ? 1 : count_paths<King, C>(land, other ^ over, empty);
  };
  constexpr int f = kForward<C>;
  along.template operator()<4 * f>();
  along.template operator()<5 * f>();
  if constexpr (King) {
    along.template operator()<-4 * f>();
    along.template operator()<-5 * f>();
  }
  return count ? count : 1;
}

// Out of the way of the quiet positions, which are the many.
template <Colour C>
[[gnu::noinline]] std::uint64_t count_captures(const View& v, Bits jumping) {
  std::uint64_t count = 0;
  for (; jumping; jumping &= jumping - 1) {
    const Bits from = jumping & -jumping;
    count += v.kings & from ? count_paths<true, C>(from, v.other, v.empty() | from)
                            : count_paths<false, C>(from, v.other, v.empty());
  }
  return count;
}

template <Colour C>
KIFU_INLINE std::uint64_t count_moves(const View& v) {
  constexpr int f = kForward<C>;
  const Bits empty = v.empty(), kings = v.own & v.kings;
  // Squares from which a forward jump goes, whoever stands there.
  const Bits first = shift<-4 * f>(v.other & shift<-4 * f>(empty));
  const Bits second = shift<-5 * f>(v.other & shift<-5 * f>(empty));
  if (!kings) {
    // Chosen without a branch: whether there is a jump is what a processor cannot guess.
    const Bits jumping = v.own & (first | second);
    const Bits land1 = shift<8 * f>(v.own & first), land2 = shift<10 * f>(v.own & second);
    if ((land1 | land2) & (first | second)) return count_captures<C>(v, jumping);
    const Bits none = jumping ? 0 : ~Bits{0};
    const Bits to1 = land1 | (shift<4 * f>(v.own) & empty & none),
               to2 = land2 | (shift<5 * f>(v.own) & empty & none);
    return static_cast<std::uint64_t>(std::popcount(to1) + std::popcount(to2));
  }
  if (const Bits jumping = jumpers<C>(v)) return count_captures<C>(v, jumping);
  return static_cast<std::uint64_t>(
      std::popcount(shift<4 * f>(v.own) & empty) + std::popcount(shift<5 * f>(v.own) & empty) +
      std::popcount(shift<-4 * f>(kings) & empty) + std::popcount(shift<-5 * f>(kings) & empty));
}

// Where the captures of one piece end, and what they take. Paths are counted, not kept.
struct Landing {
  Bits land, captured;
};
struct Landings {
  std::array<Landing, kMaxMoves> items;
  int size = 0;
};

template <bool King, Colour C>
void find_landings(Bits at, Bits other, Bits empty, Bits captured, Landings& found) {
  bool more = false;
  const auto along = [&]<int Step>() {
    const Bits over = shift<Step>(at) & other;
    const Bits land = shift<Step>(over) & empty;
    if (!land) return;
    more = true;
    if (!King && (land & kCrown<C>)) {
      found.items[found.size++] = {land, captured | over};
    } else {
      find_landings<King, C>(land, other ^ over, empty, captured | over, found);
    }
  };
  constexpr int f = kForward<C>;
  along.template operator()<4 * f>();
  along.template operator()<5 * f>();
  if constexpr (King) {
    along.template operator()<-4 * f>();
    along.template operator()<-5 * f>();
  }
  if (!more) found.items[found.size++] = {at, captured};
}

// `count` gives the number below a child, seen from its side.
template <Colour C, class Count>
KIFU_INLINE std::uint64_t sum_children(const View& v, Count count) {
  std::uint64_t sum = 0;
  if (Bits jumping = jumpers<C>(v)) {
    for (; jumping; jumping &= jumping - 1) {
      const Bits from = jumping & -jumping;
      const bool king = (v.kings & from) != 0;
      Landings found;
      if (king) {
        find_landings<true, C>(from, v.other, v.empty() | from, 0, found);
      } else {
        find_landings<false, C>(from, v.other, v.empty(), 0, found);
      }
      for (int i = 0; i < found.size; ++i) {
        const auto [land, captured] = found.items[i];
        const Bits crowned = king ? land : land & kCrown<C>;
        sum +=
            count(View{v.other ^ captured, (v.own ^ from) | land, (v.kings & ~captured & ~from) | crowned});
      }
    }
    return sum;
  }
  const Bits empty = v.empty(), men = v.own & ~v.kings, kings = v.own & v.kings;
  constexpr int f = kForward<C>;
  // Both directions in one loop: its end is the branch that is guessed wrong, so there should be one end.
  Bits first = shift<4 * f>(men) & empty, second = shift<5 * f>(men) & empty;
  while (const Bits left = first ? first : second) {
    const Bits land = left & -left;
    const Bits both = land | (first ? shift<-4 * f>(land) : shift<-5 * f>(land));
    second = first ? second : second ^ land;
    first = first ? first ^ land : 0;
    sum += count(View{v.other, v.own ^ both, v.kings | (land & kCrown<C>)});
  }
  if (kings) {
    const auto step = [&]<int Step>() KIFU_INLINE_LAMBDA {
      for (Bits to = shift<Step>(kings) & empty; to; to &= to - 1) {
        const Bits both = (to & -to) | shift<-Step>(to & -to);
        sum += count(View{v.other, v.own ^ both, v.kings ^ both});
      }
    };
    step.template operator()<4>();
    step.template operator()<5>();
    step.template operator()<-4>();
    step.template operator()<-5>();
  }
  return sum;
}

// `next` is one of the two functions this is inlined into.
template <Colour C, class Next>
KIFU_INLINE std::uint64_t count_below(const View& v, int depth, Run& run, Next next) {
  if (depth == 0) return 1;
  if (run.bulk && depth == 1) return count_moves<C>(v);
  if (run.bulk && depth == 2) {
    return sum_children<C>(
        v, [](const View& below) KIFU_INLINE_LAMBDA { return count_moves<opponent(C)>(below); });
  }
  if (run.stopped) return 0;
  if (depth == kPollDepth && run.stop && run.stop()) {
    run.stopped = true;
    return 0;
  }
  return sum_children<C>(v,
                         [&](const View& below) KIFU_INLINE_LAMBDA { return next(below, depth - 1, run); });
}

template <Colour C>
KIFU_BIT_INSTRUCTIONS std::uint64_t count_fast(const View& v, int depth, Run& run) {
  return count_below<C>(v, depth, run, count_fast<opponent(C)>);
}

template <Colour C>
std::uint64_t count_plain(const View& v, int depth, Run& run) {
  return count_below<C>(v, depth, run, count_plain<opponent(C)>);
}

}  // namespace

std::uint64_t perft(const Board& board, int depth, bool bulk, const Stop& stop) {
  Run run{bulk, stop};
  const View v = view(board);
  const bool black = board.to_move == Colour::Black;
  if (KIFU_HAS_BIT_INSTRUCTIONS) {
    return black ? count_fast<Colour::Black>(v, depth, run) : count_fast<Colour::White>(v, depth, run);
  }
  return black ? count_plain<Colour::Black>(v, depth, run) : count_plain<Colour::White>(v, depth, run);
}

}  // namespace kifu::draughts
