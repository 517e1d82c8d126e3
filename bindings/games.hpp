#pragma once
// Games as the archive gives them, checked before they are trusted.
#include <stdexcept>

#include "arrays.hpp"
#include "go/games.hpp"
#include "go/geometry.hpp"

inline kifu::go::Games checked_games(int size, const InputArray<std::uint16_t>& actions,
                                     const InputArray<std::int64_t>& offsets) {
  if (size < kifu::go::kMinSize || size > kifu::go::kMaxSize)
    throw std::invalid_argument("board size out of range");
  if (offsets.shape(0) < 1 || offsets.data()[0] != 0 ||
      offsets.data()[offsets.shape(0) - 1] != static_cast<std::int64_t>(actions.shape(0)))
    throw std::invalid_argument("expected offsets from 0 to the number of actions");
  for (std::size_t i = 1; i < offsets.shape(0); ++i)
    if (offsets.data()[i] < offsets.data()[i - 1]) throw std::invalid_argument("expected rising offsets");
  for (std::size_t i = 0; i < actions.shape(0); ++i) {
    const auto action = actions.data()[i];
    if (kifu::go::action::kind(action) != kifu::go::action::pass &&
        (static_cast<int>(kifu::go::action::x(action)) >= size ||
         static_cast<int>(kifu::go::action::y(action)) >= size))
      throw std::invalid_argument("a move is off the board");
  }
  return {size, span_of(actions), span_of(offsets)};
}
