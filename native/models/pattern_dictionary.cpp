#include "models/pattern_dictionary.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <stdexcept>
#include <utility>

namespace kifu::models {

PatternDictionary::PatternDictionary(std::vector<std::uint64_t> keys, int bits)
    : keys_(std::move(keys)), bits_(bits), shift_(64 - bits) {
  if (bits != 64 && bits != 32) throw std::invalid_argument("pattern keys have 64 or 32 bits");
  if (keys_.size() >= kNone) throw std::invalid_argument("too many patterns");
  if (bits == 32 && !keys_.empty() && keys_.back() >> 32 != 0)
    throw std::invalid_argument("a pattern key has more than 32 bits");
  if (std::adjacent_find(keys_.begin(), keys_.end(), std::greater_equal<>()) != keys_.end())
    throw std::invalid_argument("expected sorted pattern keys without repetition");
  index();
}

void PatternDictionary::index() {
  const int bucket_bits = std::clamp(static_cast<int>(std::bit_width(keys_.size())) - 1, 1, 26);
  bucket_shift_ = bits_ - bucket_bits;
  starts_.assign((std::size_t{1} << bucket_bits) + 1, 0);
  for (const auto key : keys_) ++starts_[static_cast<std::size_t>(key >> bucket_shift_) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

}  // namespace kifu::models
