#include <algorithm>
#include <vector>

#include "check.hpp"
#include "features/network_planes.hpp"
#include "models/network_inputs.hpp"
#include "work/random.hpp"

using namespace kifu;

namespace {

// Legal random moves, some of them passes.
std::vector<go::Action> random_game(int size, int moves) {
  go::Board board(size);
  Random random(3, static_cast<std::uint64_t>(size));
  std::vector<go::Action> game;
  go::Colour colour = go::kBlack;
  while (static_cast<int>(game.size()) < moves) {
    const auto x = random.below(static_cast<std::uint32_t>(size));
    const auto y = random.below(static_cast<std::uint32_t>(size));
    const auto v = board.geometry().vertex(static_cast<int>(x), static_cast<int>(y));
    const bool passes = random.below(20) == 0;
    if (!passes && !board.is_legal(colour, v)) continue;
    game.push_back(go::action::make(passes ? go::action::pass : go::action::play, colour == go::kWhite,
                                    passes ? 0 : x, passes ? 0 : y));
    if (passes) {
      board.pass();
    } else {
      board.play(colour, v);
    }
    colour = go::opponent(colour);
  }
  return game;
}

}  // namespace

KIFU_TEST(network_inputs_of_records_and_of_games_with_a_past_are_the_same) {
  for (const int size : {2, 5, 9, 19, 25}) {
    const int moves = size * size;
    const auto actions = random_game(size, moves);
    const std::vector<std::int64_t> offsets{0, moves};
    const go::Games games{size, actions, offsets};
    const std::vector<features::GameTerms> terms{{6.5F, true, 3, -12}};
    std::vector<std::int32_t> which(static_cast<std::size_t>(moves) + 1), at(which.size());
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::int32_t>(i);
    for (const std::uint8_t symmetry : {0, 3, 6}) {
      const std::vector<std::uint8_t> symmetries(at.size(), symmetry);
      models::NetworkBatch batch;
      models::NetworkTargets targets;
      models::read_samples(nullptr, games, terms, {}, {which, at, symmetries}, 2, batch, targets);
      go::Game game(size, {});
      for (const auto action : actions) {
        const bool passes = go::action::kind(action) == go::action::pass;
        game.play(go::action::is_white(action) ? go::kWhite : go::kBlack,
                  passes ? go::kPass
                         : game.board().geometry().vertex(static_cast<int>(go::action::x(action)),
                                                          static_cast<int>(go::action::y(action))));
      }
      const auto history = models::read_history(nullptr, game, terms[0], 0, symmetry, 2);
      CHECK(batch.planes == history.planes);
      CHECK(batch.numbers == history.numbers);
      CHECK(batch.to_play == history.to_play);
      CHECK_EQUAL(targets.move.back(), -1);
      const auto present = models::read_history(nullptr, game, terms[0], -1, symmetry, 1);
      CHECK(std::equal(present.planes.rbegin(), present.planes.rend(), history.planes.rbegin()));
    }
  }
}

KIFU_TEST(network_ranks_share_the_weight_of_one) {
  features::MoveWalk walk(9);
  std::vector<float> numbers(features::kNetworkNumbers);
  for (int rank = -40; rank <= 25; ++rank) {
    features::write_numbers(walk, {0, false, rank, features::kUnknownRank}, numbers);
    float sum = 0;
    for (int i = 0; i < features::kRankNumbers; ++i)
      sum += numbers[static_cast<std::size_t>(features::kOwnRank + i)];
    CHECK(sum > 0.999F && sum < 1.001F);
    CHECK_EQUAL(numbers[features::kNetworkNumbers - 1], 1.0F);
  }
}
