#include "go/replay.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace kifu::go {

namespace {

Colour colour_of(Action a) {
  if (action::kind(a) == action::clear) return kEmpty;
  return action::is_white(a) ? kWhite : kBlack;
}

bool on_board(const Geometry& geometry, Action a) {
  return static_cast<int>(action::x(a)) < geometry.size() && static_cast<int>(action::y(a)) < geometry.size();
}

Vertex vertex_of(const Geometry& geometry, Action a) {
  return geometry.vertex(static_cast<int>(action::x(a)), static_cast<int>(action::y(a)));
}

// The run of setup actions at the front as one step.
Legality set_up(Game& game, std::span<const Action> run) {
  std::vector<Stone> stones;
  for (const Action a : run) {
    if (!on_board(game.board().geometry(), a)) return Legality::kOffBoard;
    stones.push_back({colour_of(a), vertex_of(game.board().geometry(), a)});
  }
  return game.setup(stones) ? Legality::kLegal : Legality::kNoLiberties;
}

Legality play(Game& game, Action a) {
  const bool passes = action::kind(a) == action::pass;
  if (!passes && !on_board(game.board().geometry(), a)) return Legality::kOffBoard;
  const Vertex v = passes ? kPass : vertex_of(game.board().geometry(), a);
  const Legality legality = game.legality(colour_of(a), v);
  if (legality == Legality::kLegal) game.play(colour_of(a), v);
  return legality;
}

}  // namespace

Replayed replay(Game& game, std::span<const Action> actions, OnIllegal on_illegal) {
  Replayed result;
  for (std::size_t i = 0; i < actions.size();) {
    std::size_t end = i;
    while (end < actions.size() && action::is_setup(actions[end])) ++end;
    const bool is_setup = end > i;
    const Legality legality = is_setup ? set_up(game, actions.subspan(i, end - i)) : play(game, actions[i]);
    result.moves += !is_setup;
    if (legality != Legality::kLegal) {
      if (result.illegal == 0) {
        result.illegal = result.moves + is_setup;
        result.bad_setup = is_setup;
        result.reason = legality;
      }
      if (on_illegal == OnIllegal::kStop) return result;
    }
    i = is_setup ? end : i + 1;
  }
  return result;
}

bool boards_before_moves(int size, std::span<const Action> actions, std::uint8_t* boards) {
  Game game(size, Rules{KoRule::kSimple, true});
  const Geometry& geometry = game.board().geometry();
  for (std::size_t i = 0; i < actions.size();) {
    std::size_t end = i;
    while (end < actions.size() && action::is_setup(actions[end])) ++end;
    if (end > i) {
      if (set_up(game, actions.subspan(i, end - i)) != Legality::kLegal) return false;
      i = end;
      continue;
    }
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) *boards++ = game.board().at(geometry.vertex(x, y));
    if (play(game, actions[i++]) != Legality::kLegal) return false;
  }
  return true;
}

std::uint64_t game_key(int size, std::span<const Action> actions) {
  std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    const auto turn = [&](Action a) -> Action {
      if (action::kind(a) == action::pass) return a;
      const Place p =
          transform(symmetry, size, {static_cast<int>(action::x(a)), static_cast<int>(action::y(a))});
      return action::make(static_cast<Action>(action::kind(a)), action::is_white(a),
                          static_cast<unsigned>(p.x) & 63u, static_cast<unsigned>(p.y) & 63u);
    };
    std::uint64_t key = detail::scramble(size_key(size));
    for (std::size_t i = 0; i < actions.size();) {
      // Stones set up together come in any order, moves do not.
      std::uint64_t stones = 0;
      std::size_t end = i;
      for (; end < actions.size() && action::is_setup(actions[end]); ++end)
        stones += detail::scramble(turn(actions[end]));
      if (end > i) {
        key = detail::scramble(key ^ stones);
        i = end;
      } else {
        key = detail::scramble(key ^ turn(actions[i++]));
      }
    }
    best = std::min(best, key);
  }
  return best;
}

}  // namespace kifu::go
