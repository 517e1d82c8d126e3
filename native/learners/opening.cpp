#include "learners/opening.hpp"

#include <algorithm>
#include <utility>

namespace kifu::learners {

using go::Colour;

OpeningLearner::OpeningLearner(models::OpeningNet net, const OpeningLessons& lessons)
    : net_(std::move(net)), lessons_(lessons) {
  if (lessons.lambda > 0) trace_.resize(net_.weights().size());
}

std::span<const go::Vertex> OpeningLearner::play(std::uint64_t number) {
  Random random(lessons_.seed, number);
  go::Board board(net_.options().form.size);
  moves_.clear();
  has_before_ = false;
  std::fill(trace_.begin(), trace_.end(), 0.0);
  Colour colour = go::kBlack;
  for (int m = 0; m < lessons_.moves; ++m, colour = opponent(colour)) {
    const auto chosen =
        search::choose_opening(net_, board, colour, lessons_.komi, lessons_.choice, random, scratch_);
    if (chosen.vertex == go::kPass)
      board.pass();
    else
      board.play(colour, chosen.vertex);
    moves_.push_back(chosen.vertex);
    net_.look(board, colour, lessons_.komi, now_);
    if (has_before_) {
      if (!chosen.explored || lessons_.learn_from_drawn) {
        learn(now_.for_black());
        // The weights have changed under it.
        net_.look(board, colour, lessons_.komi, now_);
      } else {
        std::fill(trace_.begin(), trace_.end(), 0.0);
      }
    }
    std::swap(before_, now_);
    has_before_ = true;
  }
  return moves_;
}

void OpeningLearner::finish(double black_points) {
  if (has_before_) learn(net_.output_of(black_points));
  has_before_ = false;
}

void OpeningLearner::learn(double target) {
  const double step = lessons_.rate * (target - before_.for_black());
  if (trace_.empty()) {
    net_.climb(before_, step);
    return;
  }
  for (double& t : trace_) t *= lessons_.lambda;
  net_.add_gradient(before_, trace_);
  net_.move(trace_, step);
}

}  // namespace kifu::learners
