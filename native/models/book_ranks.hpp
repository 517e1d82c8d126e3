#pragma once
// How a book ranks the moves that were played.
#include <cstdint>
#include <vector>

#include "go/games.hpp"
#include "models/book.hpp"

namespace kifu::models {

struct BookRanks {
  std::vector<std::uint32_t> game;     // of each move, from 0
  std::vector<std::uint16_t> move;     // its number in the game, from 1
  std::vector<std::uint16_t> rank;     // from 1; 0 where the book does not name it
  std::vector<std::uint16_t> answers;  // legal moves that the book names
  std::vector<float> probability;      // P(i|p) of the move played; 0 where it is not named
  std::vector<float> first;            // P(i|p) of the book's first move
};

BookRanks rank_games(const Book& book, const go::Games& games, int most, int threads);

}  // namespace kifu::models
