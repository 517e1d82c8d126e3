#pragma once
// Sets of points of one board as bits over its vertices: unions, neighbours and counts in a few instructions.
#include <array>
#include <bit>
#include <cstdint>

#include "go/board.hpp"

namespace kifu::go {

class PointSet {
 public:
  static constexpr int kWords = (kMaxVertices + 63) / 64;

  bool test(int v) const { return words_[v >> 6] >> (v & 63) & 1; }
  void set(int v) { words_[v >> 6] |= std::uint64_t{1} << (v & 63); }
  void reset(int v) { words_[v >> 6] &= ~(std::uint64_t{1} << (v & 63)); }

  bool any() const {
    std::uint64_t all = 0;
    for (const auto w : words_) all |= w;
    return all != 0;
  }
  int count() const {
    // std::popcount is a call into a library where the build may not assume the instruction; this is
    // inlined, and vectorised.
    std::uint64_t n = 0;
    for (std::uint64_t w : words_) {
      w -= w >> 1 & 0x5555555555555555u;
      w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
      w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu;
      n += w;  // at most 8 in each of 8 bytes, so 31 words fit
    }
    n = (n & 0x00ff00ff00ff00ffu) + (n >> 8 & 0x00ff00ff00ff00ffu);
    return static_cast<int>((n * 0x0001000100010001u) >> 48);
  }
  // The lowest vertex; the set must not be empty.
  Vertex first() const {
    int i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<Vertex>(64 * i + std::countr_zero(words_[i]));
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t w = words_[i]; w != 0; w &= w - 1)
        visit(static_cast<Vertex>(64 * i + std::countr_zero(w)));
  }

  PointSet& operator|=(const PointSet& o) {
    return apply(o, [](auto a, auto b) { return a | b; });
  }
  PointSet& operator&=(const PointSet& o) {
    return apply(o, [](auto a, auto b) { return a & b; });
  }
  PointSet& operator-=(const PointSet& o) {
    return apply(o, [](auto a, auto b) { return a & ~b; });
  }
  friend PointSet operator|(PointSet a, const PointSet& b) { return a |= b; }
  friend PointSet operator&(PointSet a, const PointSet& b) { return a &= b; }
  friend PointSet operator-(PointSet a, const PointSet& b) { return a -= b; }
  bool operator==(const PointSet&) const = default;

  // Every vertex moved by k, 0 < k < 64.
  PointSet up(int k) const {
    PointSet out;
    out.words_[0] = words_[0] << k;
    for (int i = 1; i < kWords; ++i) out.words_[i] = words_[i] << k | words_[i - 1] >> (64 - k);
    return out;
  }
  PointSet down(int k) const {
    PointSet out;
    for (int i = 0; i + 1 < kWords; ++i) out.words_[i] = words_[i] >> k | words_[i + 1] << (64 - k);
    out.words_[kWords - 1] = words_[kWords - 1] >> k;
    return out;
  }
  // The four neighbours of every point, edges included; the points themselves only where they are neighbours.
  PointSet around(int stride) const { return up(1) | down(1) | up(stride) | down(stride); }

 private:
  template <class Op>
  PointSet& apply(const PointSet& o, Op op) {
    for (int i = 0; i < kWords; ++i) words_[i] = op(words_[i], o.words_[i]);
    return *this;
  }

  std::array<std::uint64_t, kWords> words_{};
};

// The connected part of `within` that holds the points of `seed`.
inline PointSet flood(PointSet seed, const PointSet& within, int stride) {
  for (;;) {
    const PointSet grown = (seed | seed.around(stride)) & within;
    if (grown == seed) return seed;
    seed = grown;
  }
}

}  // namespace kifu::go
