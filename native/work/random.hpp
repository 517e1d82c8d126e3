#pragma once
#include <cstdint>

namespace kifu {

// One stream of random numbers. Streams with different (seed, index) are independent for our
// purposes; a job gives every game its own, so results do not depend on who plays which game.
// xoroshiro128++ (Blackman and Vigna), seeded through SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t index = 0) {
    std::uint64_t x = mix(seed) ^ mix(index + 0x9e3779b97f4a7c15u);
    a_ = next_seed(x);
    b_ = next_seed(x);
    if (a_ == 0 && b_ == 0) b_ = 1;
  }

  std::uint64_t next() {
    const std::uint64_t a = a_;
    std::uint64_t b = b_;
    const std::uint64_t result = rotate(a + b, 17) + a;
    b ^= a;
    a_ = rotate(a, 49) ^ b ^ (b << 21);
    b_ = rotate(b, 28);
    return result;
  }

  // Uniform in [0, n), n < 2^32; the bias of the multiplication is below n / 2^32.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }

  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  static std::uint64_t next_seed(std::uint64_t& x) { return mix(x += 0x9e3779b97f4a7c15u); }

  std::uint64_t a_, b_;
};

}  // namespace kifu
