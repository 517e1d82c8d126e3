#pragma once
// Which moves experts would play: every legal move of a position with its probability.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "features/moves.hpp"
#include "models/move_net.hpp"
#include "models/pattern_dictionary.hpp"

namespace kifu::models {

// Numbers of the patterns in which the previous moves were played, the last move first.
using PatternHistory = std::array<std::uint32_t, features::kPrevious>;
inline constexpr PatternHistory kNoHistory{PatternDictionary::kNone, PatternDictionary::kNone,
                                           PatternDictionary::kNone, PatternDictionary::kNone};

inline void remember(PatternHistory& history, std::uint32_t number) {
  for (std::size_t i = history.size() - 1; i > 0; --i) history[i] = history[i - 1];
  history[0] = number;
}

struct Ranking {
  features::Candidates candidates;
  std::vector<float> probability;  // of each candidate; they add up to 1
};

class MoveModel {
 public:
  virtual ~MoveModel() = default;
  virtual void rank(const features::MoveWalk& walk, const PatternHistory& history, Ranking& out) const = 0;
  // Kinds of evidence, and what each adds to the logarithm of a candidate's odds: one row a candidate.
  virtual std::vector<std::string> families() const = 0;
  virtual std::vector<float> explain(const features::MoveWalk& walk, const PatternHistory& history,
                                     Ranking& out) const = 0;
  const PatternDictionary& dictionary() const { return dictionary_; }
  // The largest known pattern of shape around a point, or kNone.
  std::uint32_t largest_shape(const features::MoveWalk& walk, go::Vertex v) const;

 protected:
  explicit MoveModel(PatternDictionary dictionary) : dictionary_(std::move(dictionary)) {}
  PatternDictionary dictionary_;
};

// The largest pattern of a chain that is in the dictionary, and its place in the chain from 1; kNone and 0
// when not even the smallest is.
std::pair<std::uint32_t, int> largest_of(const PatternDictionary& dictionary,
                                         const features::CandidateKeys& keys, features::Chain chain);

// Calls visit(chain, number) for every pattern of a candidate that is known, smaller ones before larger ones;
// where accept(number) says no, the larger ones are left out too.
template <class Accept, class Visit>
void for_each_pattern(const PatternDictionary& dictionary, const features::CandidateKeys& keys,
                      Accept&& accept, Visit&& visit) {
  for (int chain = 0; chain < features::kChains; ++chain) {
    if (!keys.has(chain)) continue;
    const auto* key = keys.keys.data() + features::kChainStart[static_cast<std::size_t>(chain)];
    for (int i = 0; i < keys.length(chain); ++i) {
      const std::uint32_t number = dictionary.find(key[i]);
      if (number == PatternDictionary::kNone || !accept(number)) break;
      visit(chain, number);
    }
  }
}

// The sum of a weight for every pattern and every fact of a candidate, and what facts and stones add
// together, through a softmax over all candidates.
class FullMoveModel : public MoveModel {
 public:
  // Weights of the facts, then of the patterns in the order of the dictionary; the net may be empty.
  FullMoveModel(PatternDictionary dictionary, std::vector<float> weights, MoveNet net, unsigned chains);
  void rank(const features::MoveWalk& walk, const PatternHistory& history, Ranking& out) const override;
  std::vector<std::string> families() const override;
  std::vector<float> explain(const features::MoveWalk& walk, const PatternHistory& history,
                             Ranking& out) const override;
  std::span<const float> weights() const { return weights_; }
  unsigned chains() const { return chains_; }

 private:
  std::vector<float> weights_;
  MoveNet net_;
  unsigned chains_;
};

void softmax(std::span<float> scores);

}  // namespace kifu::models
