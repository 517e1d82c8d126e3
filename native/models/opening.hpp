#pragma once
// A network that says how many points an opening is worth: one hidden layer, one bias node, sigmoids.
#include <cstddef>
#include <span>
#include <vector>

#include "features/opening.hpp"
#include "go/board.hpp"

namespace kifu::models {

struct OpeningNetOptions {
  features::OpeningForm form;
  std::size_t hidden = 40;
  double scale = 81;       // points for which the output, from 0 to 1, is 1; it is 0 for as many points lost
  bool mover_view = true;  // the board is seen by who has just moved, or always by Black
};

class OpeningNet {
 public:
  // Weights row by row: an input's to all hidden nodes, the bias node's last; then those of the hidden nodes
  // to the output, the bias node's last.
  OpeningNet(const OpeningNetOptions& options, std::vector<double> weights);
  static std::size_t weight_count(const OpeningNetOptions& options) {
    return (options.form.inputs() + 1) * options.hidden + options.hidden + 1;
  }

  const OpeningNetOptions& options() const { return options_; }
  std::span<const double> weights() const { return weights_; }

  // What the network saw and made of it, as much as learning needs.
  struct Glance {
    std::vector<features::OpeningInput> inputs;
    std::vector<double> hidden;
    double output = 0.5;
    bool black_view = true;
    // The output as Black sees it.
    double for_black() const { return black_view ? output : 1 - output; }
  };
  // `mover` has just moved. Not for two threads at once: each has its own copy of the network.
  void look(const go::Board& board, go::Colour mover, double komi, Glance& glance);

  // Black's points that a position is expected to bring, komi counted.
  double points(double output_for_black) const { return options_.scale * (2 * output_for_black - 1); }
  double output_of(double black_points) const;

  // Adds `step` times the gradient of the output for Black to all weights.
  void climb(const Glance& glance, double step);
  // Adds the gradient of the output for Black to `out`, which has a number a weight.
  void add_gradient(const Glance& glance, std::span<double> out) const;
  // Adds `step` times `direction` to all weights.
  void move(std::span<const double> direction, double step);

 private:
  template <class Add>
  void visit_gradient(const Glance& glance, Add&& add) const;
  void refresh();

  OpeningNetOptions options_;
  features::OpeningFeatures features_;
  std::vector<double> weights_;
  std::vector<double> ground_;  // what bias and constant inputs give the hidden nodes
};

struct OpeningMove {
  go::Vertex vertex;
  double points;  // for who makes it
};

// Every legal move of `colour` (simple ko, no suicide) with what the position after it is worth.
void value_moves(OpeningNet& net, const go::Board& board, go::Colour colour, double komi,
                 std::vector<OpeningMove>& out);

}  // namespace kifu::models
