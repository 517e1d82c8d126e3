#include "models/opening.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace kifu::models {

using go::Board;
using go::Colour;

namespace {

double squash(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

OpeningNet::OpeningNet(const OpeningNetOptions& options, std::vector<double> weights)
    : options_(options), features_(options.form), weights_(std::move(weights)), ground_(options.hidden) {
  if (weights_.size() != weight_count(options))
    throw std::invalid_argument("expected " + std::to_string(weight_count(options)) + " weights, got " +
                                std::to_string(weights_.size()));
  refresh();
}

void OpeningNet::refresh() {
  const std::size_t n = options_.hidden;
  const double* bias = weights_.data() + options_.form.inputs() * n;
  std::copy(bias, bias + n, ground_.begin());
  for (const auto& input : features_.constant()) {
    const double* row = weights_.data() + input.index * n;
    for (std::size_t h = 0; h < n; ++h) ground_[h] += input.value * row[h];
  }
}

void OpeningNet::look(const Board& board, Colour mover, double komi, Glance& glance) {
  const Colour view = options_.mover_view ? mover : go::kBlack;
  glance.black_view = view == go::kBlack;
  features_.collect(board, view, features::opening_off_board(board, view, komi), glance.inputs);
  const std::size_t n = options_.hidden;
  glance.hidden = ground_;
  double* hidden = glance.hidden.data();
  for (const auto& input : glance.inputs) {
    const double* row = weights_.data() + input.index * n;
    for (std::size_t h = 0; h < n; ++h) hidden[h] += input.value * row[h];
  }
  const double* last = weights_.data() + (options_.form.inputs() + 1) * n;
  double sum = last[n];
  for (std::size_t h = 0; h < n; ++h) {
    hidden[h] = squash(hidden[h]);
    sum += last[h] * hidden[h];
  }
  glance.output = squash(sum);
}

double OpeningNet::output_of(double black_points) const {
  return std::clamp(0.5 + black_points / (2 * options_.scale), 0.0, 1.0);
}

// Calls add(first weight, slopes of the hidden nodes, value) for every row, and for the last layer.
template <class Add>
void OpeningNet::visit_gradient(const Glance& glance, Add&& add) const {
  const std::size_t n = options_.hidden, inputs = options_.form.inputs();
  const std::size_t last = (inputs + 1) * n;
  const double slope = glance.output * (1 - glance.output) * (glance.black_view ? 1 : -1);
  std::vector<double> back(n), top(glance.hidden);
  for (std::size_t h = 0; h < n; ++h)
    back[h] = slope * weights_[last + h] * glance.hidden[h] * (1 - glance.hidden[h]);
  top.push_back(1.0);
  for (const auto& input : glance.inputs) add(input.index * n, back, input.value);
  for (const auto& input : features_.constant()) add(input.index * n, back, input.value);
  add(inputs * n, back, 1.0);
  add(last, top, slope);
}

void OpeningNet::climb(const Glance& glance, double step) {
  visit_gradient(glance, [&](std::size_t first, const std::vector<double>& slopes, double value) {
    double* row = weights_.data() + first;
    const double by = step * value;
    for (std::size_t h = 0; h < slopes.size(); ++h) row[h] += by * slopes[h];
  });
  refresh();
}

void OpeningNet::add_gradient(const Glance& glance, std::span<double> out) const {
  visit_gradient(glance, [&](std::size_t first, const std::vector<double>& slopes, double value) {
    for (std::size_t h = 0; h < slopes.size(); ++h) out[first + h] += value * slopes[h];
  });
}

void OpeningNet::move(std::span<const double> direction, double step) {
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] += step * direction[i];
  refresh();
}

void value_moves(OpeningNet& net, const Board& board, Colour colour, double komi,
                 std::vector<OpeningMove>& out) {
  out.clear();
  OpeningNet::Glance glance;
  Board after(board);
  for (int p = 0; p < board.geometry().points(); ++p) {
    const go::Vertex v = board.geometry().vertex(p);
    if (!board.is_legal(colour, v)) continue;
    after = board;
    after.play(colour, v);
    net.look(after, colour, komi, glance);
    const double points = net.points(glance.for_black());
    out.push_back({v, colour == go::kBlack ? points : -points});
  }
}

}  // namespace kifu::models
