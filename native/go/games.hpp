#pragma once
// Many records of one board size, end to end, as the archive gives them.
#include <cstddef>
#include <cstdint>
#include <span>

#include "go/action.hpp"

namespace kifu::go {

struct Games {
  int size;
  std::span<const Action> actions;
  std::span<const std::int64_t> offsets;  // where each game begins; one more entry than games

  std::size_t count() const { return offsets.size() - 1; }
  std::span<const Action> game(std::size_t i) const {
    return actions.subspan(static_cast<std::size_t>(offsets[i]),
                           static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

// The setup in front of a game's moves, as a number of actions.
inline std::size_t setup_length(std::span<const Action> game) {
  std::size_t n = 0;
  while (n < game.size() && action::is_setup(game[n])) ++n;
  return n;
}

}  // namespace kifu::go
