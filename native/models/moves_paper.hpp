#pragma once
// Araki et al.: all legal moves ranked by the relative frequency of their largest pattern, the first n of
// them ranked again by a maximum-entropy model.
#include <cstdint>
#include <span>
#include <vector>

#include "models/moves.hpp"

namespace kifu::models {

// Numbers of the maximum-entropy model's binary attributes, group after group: the candidate's pattern, its
// point, the patterns of the four previous moves, and where they lie from the candidate.
class MoveAttributes {
 public:
  MoveAttributes(std::size_t patterns, bool folded) : patterns_(patterns + 1), folded_(folded) {}

  static constexpr std::size_t kPoints = 512, kRelative = 64 * 64;
  std::size_t count() const { return patterns_ * 5 + kPoints + 4 * kRelative; }
  std::size_t pattern(std::uint32_t number) const { return slot(number); }
  std::size_t previous_pattern(int i, std::uint32_t number) const {
    return patterns_ * static_cast<std::size_t>(i + 1) + slot(number);
  }
  std::size_t place(const go::Geometry& geometry, go::Vertex v) const;
  std::size_t relative(const go::Geometry& geometry, int i, go::Vertex v, go::Vertex previous) const;

 private:
  // The last slot of a group of patterns is "no pattern known".
  std::size_t slot(std::uint32_t number) const {
    return number == PatternDictionary::kNone ? patterns_ - 1 : number;
  }

  std::size_t patterns_;
  bool folded_;
};

class PaperMoveModel : public MoveModel {
 public:
  // `used` and `unused` of every pattern, and of none at the end. Without weights (an empty vector) frequency
  // alone ranks.
  PaperMoveModel(PatternDictionary dictionary, std::vector<std::uint32_t> used,
                 std::vector<std::uint32_t> unused, std::vector<float> weights, float bias, int top,
                 bool folded);
  void rank(const features::MoveWalk& walk, const PatternHistory& history, Ranking& out) const override;
  std::vector<std::string> families() const override;
  std::vector<float> explain(const features::MoveWalk& walk, const PatternHistory& history,
                             Ranking& out) const override;

  // Laplace's rule.
  float frequency(std::uint32_t number) const {
    return frequency_[number == PatternDictionary::kNone ? dictionary_.size() : number];
  }
  // Candidates in the order of frequency, ties in the order of points, with their largest patterns.
  void by_frequency(const features::MoveWalk& walk, Ranking& out, std::vector<std::uint32_t>& patterns,
                    std::vector<std::uint32_t>& order) const;
  const MoveAttributes& attributes() const { return attributes_; }
  int top() const { return top_; }
  // How much a candidate is "good" by the maximum-entropy model.
  float goodness(const features::MoveWalk& walk, const PatternHistory& history, go::Vertex v,
                 std::uint32_t pattern) const;

 private:
  std::vector<float> frequency_, weights_;
  float bias_;
  int top_;
  MoveAttributes attributes_;
};

}  // namespace kifu::models
