#pragma once
// A fixed set of pattern keys, each with its number: sorted, with an index of buckets over the leading bits,
// so it is made in one pass over a file and found in two steps through memory.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kifu::models {

class PatternDictionary {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  PatternDictionary() { index(); }
  // Sorted different keys. With 32 bits only the leading halves of the keys are kept and compared.
  PatternDictionary(std::vector<std::uint64_t> keys, int bits);

  std::size_t size() const { return keys_.size(); }
  int bits() const { return bits_; }
  std::span<const std::uint64_t> keys() const { return keys_; }

  // The number of a key, from 0 in their order, or kNone.
  std::uint32_t find(std::uint64_t key) const {
    key >>= shift_;
    const auto bucket = static_cast<std::size_t>(key >> bucket_shift_);
    const std::uint32_t end = starts_[bucket + 1];
    for (std::uint32_t i = starts_[bucket]; i < end; ++i)
      if (keys_[i] >= key) return keys_[i] == key ? i : kNone;
    return kNone;
  }

 private:
  void index();

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> starts_;
  int bits_ = 64, shift_ = 0, bucket_shift_ = 63;
};

}  // namespace kifu::models
