#pragma once
// Trained classifiers of rows of numbers into the probability of one of two classes. No training code.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace kifu::models {

class Classifier {
 public:
  virtual ~Classifier() = default;
  virtual int width() const = 0;
  // The probability of class 1 of each row of width() numbers.
  virtual void predict(std::span<const float> rows, std::span<float> out) const = 0;
};

// Layers of neurons: each is weights (outputs x inputs, row by row) and biases; hidden ones are squashed by
// tanh, the last gives one number for the logistic function. Inputs are shifted and scaled first. A linear
// classifier is one layer.
class Layers : public Classifier {
 public:
  struct Layer {
    int inputs, outputs;
    std::vector<float> weights, biases;
  };
  // Throws std::invalid_argument where the shapes do not fit.
  Layers(std::vector<float> shift, std::vector<float> scale, std::vector<Layer> layers);
  int width() const override { return static_cast<int>(shift_.size()); }
  void predict(std::span<const float> rows, std::span<float> out) const override;

 private:
  float predict(std::span<const float> row) const;

  std::vector<float> shift_, scale_;
  std::vector<Layer> layers_;
};

// Boosted decision trees: the logistic function of a sum of leaves. A node goes left where the feature is at
// most the threshold.
class Trees : public Classifier {
 public:
  // One array entry per node, trees one after the other; `feature` -1 marks a leaf; children are node numbers
  // within their tree. Throws std::invalid_argument where a node points nowhere, so that predict() needs no
  // check.
  Trees(int width, float baseline, std::span<const std::int64_t> offsets,
        std::span<const std::int16_t> feature, std::span<const float> threshold,
        std::span<const std::int16_t> left, std::span<const std::int16_t> right,
        std::span<const float> value);
  int width() const override { return width_; }
  void predict(std::span<const float> rows, std::span<float> out) const override;

 private:
  // A leaf leads to itself, so that several trees can be walked in step without asking where each ends.
  struct Node {
    float threshold;
    std::int16_t feature;
    std::array<std::int16_t, 2> next;  // where the feature is at most the threshold, and where not
  };
  struct Tree {
    std::size_t root;
    int depth;
  };
  int width_;
  float baseline_;
  std::vector<Tree> trees_;
  std::vector<Node> nodes_;
  std::vector<float> values_;  // per node; 0 inside
};

}  // namespace kifu::models
