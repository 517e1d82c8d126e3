#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "check.hpp"
#include "features/move_facts.hpp"
#include "features/moves.hpp"
#include "features/patterns.hpp"
#include "go/board.hpp"
#include "learners/harvest.hpp"
#include "models/pattern_dictionary.hpp"
#include "work/random.hpp"

using namespace kifu;
using features::PatternTracker;
using go::Board;
using go::Colour;
using go::Vertex;

namespace {

// A random game, so that stones are captured too.
template <class Visit>
void random_game(int size, std::uint64_t seed, int moves, Visit&& visit) {
  Board board(size);
  Random random(seed);
  Colour colour = go::kBlack;
  for (int i = 0; i < moves; ++i, colour = opponent(colour)) {
    std::vector<Vertex> legal;
    for (int k = 0; k < board.empty_count(); ++k)
      if (board.is_legal(colour, board.empty_at(k)) && !board.is_eye(colour, board.empty_at(k)))
        legal.push_back(board.empty_at(k));
    if (legal.empty()) return;
    const Vertex v = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
    visit(board, colour, v);
    board.play(colour, v);
  }
}

Board turned(const Board& board, int symmetry, bool swap) {
  const auto& geometry = board.geometry();
  Board other(board.size());
  for (int y = 0; y < board.size(); ++y)
    for (int x = 0; x < board.size(); ++x) {
      const Colour colour = board.at(geometry.vertex(x, y));
      const auto place = go::transform(symmetry, board.size(), {x, y});
      other.draw(geometry.vertex(place.x, place.y), colour == go::kEmpty ? colour
                                                    : swap               ? opponent(colour)
                                                                         : colour);
    }
  other.rebuild();
  return other;
}

}  // namespace

KIFU_TEST(moves_keys_follow_captures) {
  for (const int size : {5, 9, 19}) {
    PatternTracker tracker(size);
    random_game(size, 7, 4 * size * size, [&](const Board& board, Colour colour, Vertex v) {
      PatternTracker fresh(size);
      fresh.follow(board);
      const Vertex asked = board.empty_at(board.empty_count() / 2);
      CHECK(tracker.keys(colour, asked) == fresh.keys(colour, asked));
      CHECK(tracker.marked_keys(colour, asked, 1, -1, 0) == fresh.marked_keys(colour, asked, 1, -1, 0));
      Board next(board);
      tracker.play(next, colour, v);
      Board plain(board);
      plain.play(colour, v);
      CHECK(next.key() == plain.key());
    });
  }
}

KIFU_TEST(moves_keys_are_the_same_for_symmetric_positions) {
  random_game(19, 3, 120, [&, n = 0](const Board& board, Colour colour, Vertex v) mutable {
    if (++n % 20 != 0) return;
    PatternTracker tracker(19);
    tracker.follow(board);
    const auto keys = tracker.keys(colour, v);
    std::array<std::uint64_t, features::kCornerSquares> corner{}, other_corner{};
    const int corners = tracker.corner_keys(colour, v, corner);
    for (int symmetry = 0; symmetry < 8; ++symmetry)
      for (const bool swap : {false, true}) {
        const Board other = turned(board, symmetry, swap);
        PatternTracker also(19);
        also.follow(other);
        const auto& geometry = board.geometry();
        const auto place = go::transform(symmetry, 19, {geometry.x(v), geometry.y(v)});
        const Vertex there = geometry.vertex(place.x, place.y);
        const Colour player = swap ? opponent(colour) : colour;
        CHECK(also.keys(player, there) == keys);
        CHECK_EQUAL(also.corner_keys(player, there, other_corner), corners);
        // Points on a middle line belong to two corners alike.
        if (geometry.x(v) != 9 && geometry.y(v) != 9)
          for (int i = 0; i < corners; ++i) CHECK(corner[i] == other_corner[i]);
        CHECK(also.keys(opponent(player), there) != keys || board.empty_count() == 361);
      }
  });
}

KIFU_TEST(moves_a_template_sees_its_points_and_no_others) {
  constexpr int kSize = 19;
  const go::Geometry geometry(kSize);
  const Vertex centre = geometry.vertex(9, 9);
  const PatternTracker empty(kSize);
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) {
      if (x == 9 && y == 9) continue;
      PatternTracker tracker(kSize);
      tracker.toggle(go::kBlack, geometry.vertex(x, y));
      const auto keys = tracker.keys(go::kBlack, centre), before = empty.keys(go::kBlack, centre);
      for (int t = 0; t < features::kLocalTemplates; ++t)
        CHECK((keys[t] != before[t]) == (t >= features::ring_of(x - 9, y - 9)));
      CHECK(keys[features::kLocalTemplates] != before[features::kLocalTemplates]);
      tracker.toggle(go::kBlack, geometry.vertex(x, y));
      CHECK(tracker.keys(go::kBlack, centre) == before);
    }
}

KIFU_TEST(moves_dictionary_finds_what_is_in_it) {
  Random random(1);
  std::map<std::uint64_t, bool> known;
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 5000; ++i) known[random.next()] = true;
  for (const auto& [key, _] : known) keys.push_back(key);
  const models::PatternDictionary dictionary(keys, 64);
  for (std::size_t i = 0; i < keys.size(); ++i) CHECK_EQUAL(dictionary.find(keys[i]), i);
  for (int i = 0; i < 5000; ++i) CHECK(dictionary.find(random.next()) == models::PatternDictionary::kNone);
  CHECK(models::PatternDictionary().find(17) == models::PatternDictionary::kNone);
  bool refused = false;
  try {
    models::PatternDictionary({3, 2}, 64);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

namespace {

struct RandomGames {
  std::vector<go::Action> actions;
  std::vector<std::int64_t> offsets{0};

  explicit RandomGames(std::uint64_t number) {
    for (std::uint64_t seed = 0; seed < number; ++seed) {
      random_game(9, seed, 60, [&](const Board& board, Colour colour, Vertex v) {
        actions.push_back(go::action::make(go::action::play, colour == go::kWhite,
                                           static_cast<unsigned>(board.geometry().x(v)),
                                           static_cast<unsigned>(board.geometry().y(v))));
      });
      offsets.push_back(static_cast<std::int64_t>(actions.size()));
    }
  }
  go::Games games() const { return {9, actions, offsets}; }
};

}  // namespace

KIFU_TEST(moves_harvest_counts_every_key) {
  // So many that most first bytes have more keys than are sorted in one go.
  const RandomGames made(1000);
  const auto games = made.games();
  std::vector<std::uint64_t> all;
  features::MoveWalk walk(9);
  for (std::size_t g = 0; g < games.count(); ++g)
    features::for_each_move(walk, games.game(g), [&](const features::MoveWalk& before, Vertex v) {
      const auto found = features::keys_of_move(before, v, features::kAllChains);
      for (int chain = 0; chain < features::kChains; ++chain)
        for (int i = 0; found.has(chain) && i < found.length(chain); ++i)
          all.push_back(found.keys[static_cast<std::size_t>(
              features::kChainStart[static_cast<std::size_t>(chain)] + i)]);
    });
  CHECK(all.size() > 256 * 4096);
  std::sort(all.begin(), all.end());
  for (const int at_least : {1, 3}) {
    learners::PatternHarvest harvest(features::kAllChains);
    harvest.add(games, 2);
    const auto found = harvest.finish(at_least, 2);
    std::size_t n = 0;
    for (auto i = all.begin(); i != all.end();) {
      const auto next = std::upper_bound(i, all.end(), *i);
      if (next - i >= at_least) {
        CHECK(n < found.keys.size() && found.keys[n] == *i && found.counts[n] == next - i);
        ++n;
      }
      i = next;
    }
    CHECK_EQUAL(n, found.keys.size());
  }
}

KIFU_TEST(moves_larger_patterns_are_known_only_with_smaller_ones) {
  const RandomGames made(20);
  const auto games = made.games();
  std::vector<std::uint64_t> keys[2];
  for (const int threads : {1, 3}) {
    learners::PatternHarvest harvest(features::kAllChains);
    harvest.add(games, threads);
    CHECK_EQUAL(harvest.moves(), made.actions.size());
    keys[threads == 3] = harvest.finish(2, threads).keys;
  }
  CHECK(keys[0] == keys[1]);
  const models::PatternDictionary dictionary(keys[0], 64);
  features::MoveWalk walk(9);
  features::for_each_move(walk, games.game(3), [&](const features::MoveWalk& before, Vertex v) {
    const auto found = features::keys_of_move(before, v, features::kAllChains);
    for (int chain = 0; chain < features::kChains; ++chain) {
      if (!found.has(chain)) continue;
      bool known = true;
      for (int i = 0; i < found.length(chain); ++i) {
        const auto key =
            found.keys[static_cast<std::size_t>(features::kChainStart[static_cast<std::size_t>(chain)] + i)];
        const bool here = dictionary.find(key) != models::PatternDictionary::kNone;
        CHECK(known || !here);
        known = here;
      }
    }
  });
}
