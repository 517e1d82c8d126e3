#include <span>
#include <vector>

#include "check.hpp"
#include "search/network_tree.hpp"

using namespace kifu;
using namespace kifu::search;
using go::Vertex;

namespace {

constexpr int kSize = 5;
constexpr std::size_t kPoints = kSize * kSize;

// A network that expects every move alike and counts stones: enough to find captures by search alone.
struct StoneCounter {
  std::vector<float> policy, owners, lead, win;

  void answer(const models::NetworkBatch& batch) {
    const std::size_t n = batch.to_play.size(), width = features::kNetworkPlanes * kPoints;
    policy.assign(n * (kPoints + 1), 0.0F);
    owners.assign(n * 3 * kPoints, 1.0F / 3);
    lead.assign(n, 0.0F);
    win.assign(n, 0.5F);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t p = 0; p < kPoints; ++p)
        lead[i] += batch.planes[i * width + features::kOwnStones * kPoints + p] -
                   batch.planes[i * width + features::kEnemyStones * kPoints + p];
  }
  NetworkAnswers answers() const { return {policy, owners, lead, win}; }
};

NetworkTree tree_of(const go::Game& game, int first) {
  return NetworkTree(game, first, {0.5F, true, 0, 0}, nullptr, playouts::LocalKnowledge{},
                     {.lead_part = 1.0F}, 7);
}

void simulate(NetworkTree& tree, std::size_t root, int times) {
  StoneCounter network;
  for (int i = 0; i < times; ++i) {
    const std::vector<std::int32_t> roots(4, static_cast<std::int32_t>(root));
    models::NetworkBatch batch;
    tree.collect(roots, roots.size(), 1, batch);
    network.answer(batch);
    tree.apply(network.answers());
  }
}

void play(go::Game& game, std::initializer_list<std::pair<int, int>> moves) {
  for (const auto& [x, y] : moves) game.play(game.to_play(), game.board().geometry().vertex(y * kSize + x));
}

// White's stone in the corner is in atari; Black is to move.
go::Game atari() {
  go::Game game(kSize, {go::KoRule::kPositional, false});
  play(game, {{1, 0}, {0, 0}, {3, 3}, {2, 3}});
  return game;
}

}  // namespace

KIFU_TEST(network_tree_finds_a_capture) {
  const go::Game game = atari();
  NetworkTree tree = tree_of(game, game.steps());
  simulate(tree, 0, 60);
  const NetworkReport found = tree.report(0);
  CHECK(found.visits > 100);
  CHECK_EQUAL(found.moves[0].move, game.board().geometry().vertex(kSize));
  CHECK(found.moves[0].lead > found.first_lead);
  std::uint32_t visits = 0;
  for (const auto& move : found.moves) visits += move.visits;
  CHECK_EQUAL(visits, found.visits - 1);
  CHECK_EQUAL(found.moves[0].variation[0], found.moves[0].move);
}

KIFU_TEST(network_tree_gives_the_same_result_for_the_same_seed) {
  const go::Game game = atari();
  NetworkTree one = tree_of(game, 0), two = tree_of(game, 0);
  for (std::size_t root = 0; root < one.roots(); ++root) simulate(one, root, 10), simulate(two, root, 10);
  for (std::size_t root = 0; root < one.roots(); ++root) {
    CHECK_EQUAL(one.report(root).lead, two.report(root).lead);
    CHECK_EQUAL(one.report(root).visits, two.report(root).visits);
  }
}

KIFU_TEST(network_tree_has_the_next_position_as_a_child) {
  const go::Game game = atari();
  NetworkTree tree = tree_of(game, 0);
  CHECK_EQUAL(tree.roots(), 5u);
  simulate(tree, 3, 5);
  const NetworkReport next = tree.report(4);
  simulate(tree, 3, 60);
  // Visits to the move that was played are visits of the next position.
  for (const auto& move : tree.report(3).moves)
    if (move.move == game.step(3).vertex) CHECK_EQUAL(move.visits, tree.report(4).visits);
  CHECK(tree.report(4).visits >= next.visits);
}

KIFU_TEST(network_tree_goes_on_with_what_it_knows) {
  go::Game game = atari();
  NetworkTree tree = tree_of(game, game.steps());
  simulate(tree, 0, 60);
  const std::uint32_t visits = tree.report(0).moves[0].visits;
  play(game, {{0, 1}});
  CHECK_EQUAL(tree.advance(game), 1u);
  CHECK_EQUAL(tree.report(1).visits, visits);
  bool refused = false;
  try {
    tree.advance(game);  // the same game has no move more
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

KIFU_TEST(network_tree_refuses_answers_that_do_not_fit) {
  const go::Game game = atari();
  NetworkTree tree = tree_of(game, game.steps());
  models::NetworkBatch batch;
  const std::vector<std::int32_t> roots{0};
  CHECK_EQUAL(tree.collect(roots, 1, 1, batch), 1u);
  bool refused = false;
  try {
    tree.apply({});
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}
