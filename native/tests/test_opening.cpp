#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "check.hpp"
#include "learners/opening.hpp"
#include "models/opening.hpp"
#include "search/opening_games.hpp"
#include "work/random.hpp"

using namespace kifu;
using features::OpeningCode;
using learners::OpeningLearner;
using learners::OpeningLessons;
using models::OpeningNet;
using models::OpeningNetOptions;

namespace {

OpeningNetOptions options(OpeningCode code, bool mover_view = true) {
  OpeningNetOptions out;
  out.form.size = 5;
  out.form.codes.fill(code);
  out.form.unit = 25;
  out.hidden = 6;
  out.scale = 25;
  out.mover_view = mover_view;
  return out;
}

OpeningNet network(const OpeningNetOptions& options, std::uint64_t seed = 3) {
  Random random(seed);
  std::vector<double> weights(OpeningNet::weight_count(options));
  for (double& weight : weights) weight = random.uniform() - 0.5;
  return OpeningNet(options, std::move(weights));
}

// The same random moves, every point turned; `first` has the first of them.
go::Board position(int size, int moves, int symmetry, go::Colour first = go::kBlack) {
  go::Board board(size);
  Random random(7);
  go::Colour colour = first;
  for (int i = 0; i < moves;) {
    const int x = static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
    const int y = static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
    const auto [tx, ty] = go::transform(symmetry, size, {x, y});
    const go::Vertex v = board.geometry().vertex(tx, ty);
    if (!board.is_legal(colour, v)) continue;
    board.play(colour, v);
    colour = opponent(colour);
    ++i;
  }
  return board;
}

double black_points(OpeningNet& net, const go::Board& board, go::Colour mover, double komi) {
  OpeningNet::Glance glance;
  net.look(board, mover, komi, glance);
  return net.points(glance.for_black());
}

OpeningLessons lessons(double rate, double lambda = 0) {
  OpeningLessons out;
  out.moves = 8;
  out.rate = rate;
  out.lambda = lambda;
  return out;
}

bool same(std::span<const double> a, std::span<const double> b, double within = 0) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](double x, double y) { return std::abs(x - y) <= within; });
}

}  // namespace

KIFU_TEST(opening_values_are_the_same_on_turned_boards) {
  for (const auto code : {OpeningCode::kNone, OpeningCode::kScalar, OpeningCode::kBinary}) {
    auto net = network(options(code));
    const double plain = black_points(net, position(5, 9, 0), go::kBlack, 5.5);
    for (int symmetry = 1; symmetry < 8; ++symmetry)
      CHECK_EQUAL(black_points(net, position(5, 9, symmetry), go::kBlack, 5.5), plain);
  }
}

KIFU_TEST(opening_values_are_the_opposite_with_the_colours_exchanged) {
  auto net = network(options(OpeningCode::kBinary));
  for (const double komi : {0.0, 5.5}) {
    const double black = black_points(net, position(5, 9, 0), go::kBlack, komi);
    const double white = black_points(net, position(5, 9, 0, go::kWhite), go::kWhite, -komi);
    CHECK(std::abs(black + white) < 1e-9);
    CHECK(std::abs(black) > 1e-3);
  }
}

KIFU_TEST(opening_gradient_agrees_with_differences) {
  for (const auto code : {OpeningCode::kScalar, OpeningCode::kBinary})
    for (const bool mover_view : {true, false}) {
      auto net = network(options(code, mover_view));
      const auto board = position(5, 8, 0);
      OpeningNet::Glance glance, other;
      net.look(board, go::kWhite, 5.5, glance);
      std::vector<double> gradient(net.weights().size());
      net.add_gradient(glance, gradient);
      CHECK(std::any_of(gradient.begin(), gradient.end(), [](double g) { return std::abs(g) > 1e-3; }));
      constexpr double kStep = 1e-5;
      for (std::size_t w = 0; w < gradient.size(); ++w) {
        std::vector<double> moved(net.weights().begin(), net.weights().end());
        const double kept = moved[w];
        const auto at = [&](double weight) {
          moved[w] = weight;
          OpeningNet there(net.options(), moved);
          there.look(board, go::kWhite, 5.5, other);
          return other.for_black();
        };
        CHECK(std::abs((at(kept + kStep) - at(kept - kStep)) / (2 * kStep) - gradient[w]) < 1e-7);
      }
      auto climbed = net;
      climbed.climb(glance, 0.25);
      net.move(gradient, 0.25);
      CHECK(same(climbed.weights(), net.weights(), 1e-12));
    }
}

KIFU_TEST(opening_learner_comes_closer_to_how_a_game_ended) {
  for (const double points : {-20.0, 0.0, 20.0}) {
    OpeningLearner learner(network(options(OpeningCode::kBinary)), lessons(0.5));
    const auto moves = learner.play(0);
    CHECK_EQUAL(moves.size(), 8U);
    const double before = learner.expected();
    go::Board board(5);
    go::Colour colour = go::kBlack;
    for (const go::Vertex v : moves) {
      CHECK(board.is_legal(colour, v));
      board.play(colour, v);
      colour = opponent(colour);
    }
    auto net = learner.net();
    CHECK(std::abs(black_points(net, board, go::kWhite, 5.5) - before) < 1e-9);
    learner.finish(points);
    auto wiser = learner.net();
    const double after = black_points(wiser, board, go::kWhite, 5.5);
    CHECK(std::abs(after - points) < std::abs(before - points));
    // There is nothing more to learn from a game that is finished.
    const std::vector<double> kept(learner.net().weights().begin(), learner.net().weights().end());
    learner.finish(points);
    CHECK(same(learner.net().weights(), kept));
  }
}

KIFU_TEST(opening_learner_depends_on_seed_and_number_alone) {
  const auto after = [](std::uint64_t seed, std::uint64_t number) {
    auto given = lessons(0.3);
    given.seed = seed;
    OpeningLearner learner(network(options(OpeningCode::kScalar)), given);
    learner.play(number);
    learner.finish(3);
    return std::vector<double>(learner.net().weights().begin(), learner.net().weights().end());
  };
  CHECK(after(1, 0) == after(1, 0));
  CHECK(after(1, 0) != after(1, 1));
  CHECK(after(1, 0) != after(2, 0));
}

KIFU_TEST(opening_learner_without_a_rate_learns_nothing) {
  const auto first = network(options(OpeningCode::kBinary));
  OpeningLearner learner(first, lessons(0));
  learner.play(0);
  learner.finish(20);
  CHECK(same(learner.net().weights(), first.weights()));
}

KIFU_TEST(opening_learner_skips_what_follows_drawn_moves) {
  const auto first = network(options(OpeningCode::kBinary));
  auto given = lessons(0.5);
  given.choice.explore = 1;  // every move is drawn
  for (const bool learns : {false, true}) {
    given.learn_from_drawn = learns;
    OpeningLearner learner(first, given);
    learner.play(0);
    CHECK_EQUAL(same(learner.net().weights(), first.weights()), !learns);
    learner.finish(20);
    CHECK(!same(learner.net().weights(), first.weights()));
  }
}

KIFU_TEST(opening_traces_carry_the_end_back_to_the_beginning) {
  // With one position there is nobody to carry it to: both are TD(0).
  const auto first = network(options(OpeningCode::kBinary));
  std::vector<std::vector<double>> learned;
  for (const double lambda : {0.0, 0.9}) {
    auto given = lessons(0.5, lambda);
    given.moves = 1;
    OpeningLearner learner(first, given);
    learner.play(0);
    learner.finish(20);
    learned.emplace_back(learner.net().weights().begin(), learner.net().weights().end());
  }
  CHECK(same(learned[0], learned[1], 1e-12));
  // With several, the last difference moves the value of the first one too, and the more the greater lambda.
  const auto moved = [&](double lambda) {
    auto given = lessons(0.5, lambda);
    given.choice.explore = 0;
    OpeningLearner learner(first, given);
    const auto moves = learner.play(0);
    go::Board board(5);
    board.play(go::kBlack, moves[0]);
    auto before = learner.net();
    const double value = black_points(before, board, go::kBlack, 5.5);
    learner.finish(25);
    auto after = learner.net();
    return black_points(after, board, go::kBlack, 5.5) - value;
  };
  CHECK(moved(0.9) > moved(0));
}
