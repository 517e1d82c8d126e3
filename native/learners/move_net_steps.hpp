#pragma once
// Steps of the layers of the full model: gradients of a position, and how they change the numbers.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/move_net.hpp"

namespace kifu::learners {

// What one position says.
class NetGradient {
 public:
  void clear();
  void add(const models::MoveNet& net, const features::Candidates& candidates, std::size_t i,
           const models::MoveNet::Values& values, float gradient);

  std::span<const std::uint32_t> rows() const { return rows_; }
  const float* of(std::size_t i) const { return sums_.data() + i * models::kNetWidth; }
  std::span<const float> layers() const { return layers_; }

 private:
  void add_row(std::size_t row, const models::NetRow& change, float scale);

  std::vector<std::int32_t> place_;  // of each row in rows_, or -1
  std::vector<std::uint32_t> rows_;
  std::vector<float> sums_, layers_;
};

// Rows step as Adagrad with one sum of squares each, layers as Adam.
class NetSteps {
 public:
  NetSteps() = default;
  explicit NetSteps(std::size_t rows) : squares_(rows + 2 * models::kNetLayers + 1) {}

  // The rows of one shard, by the sum of all gradients.
  void step_rows(models::MoveNet& net, std::span<const NetGradient* const> gradients, std::size_t shard,
                 std::size_t shards, float rate);
  void step_layers(models::MoveNet& net, std::span<const NetGradient* const> gradients, float rate);

  // Squares of the rows, both moments of the layers, and the number of steps: to go on from.
  std::span<const float> state() const { return squares_; }
  void restore(std::span<const float> state);

 private:
  std::vector<float> squares_;
};

}  // namespace kifu::learners
