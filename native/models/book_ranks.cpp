#include "models/book_ranks.hpp"

#include <algorithm>
#include <utility>

#include "go/walk.hpp"
#include "work/parallel.hpp"

namespace kifu::models {

namespace {

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace

BookRanks rank_games(const Book& book, const go::Games& games, int most, int threads) {
  std::vector<BookRanks> found(games.count());
  parallel_for(games.count(), threads, 1, [&](std::size_t begin, std::size_t end) {
    features::BookGrid grid(games.size);
    std::vector<BookMove> moves;
    for (std::size_t g = begin; g < end; ++g) {
      auto& out = found[g];
      int number = 0;
      go::walk_game(games.size, games.game(g), [&](const go::Board& board, go::Colour mover, go::Vertex v) {
        ++number;
        if (v == go::kPass) return true;
        grid.follow(board);
        book.rank(grid, mover, most, moves);
        std::erase_if(moves, [&](const BookMove& move) { return !board.is_legal(mover, move.point); });
        const auto played =
            std::find_if(moves.begin(), moves.end(), [&](const auto& m) { return m.point == v; });
        const bool named = played != moves.end();
        out.game.push_back(static_cast<std::uint32_t>(g));
        out.move.push_back(static_cast<std::uint16_t>(std::min(number, 65535)));
        out.rank.push_back(static_cast<std::uint16_t>(named ? played - moves.begin() + 1 : 0));
        out.answers.push_back(static_cast<std::uint16_t>(moves.size()));
        out.probability.push_back(named ? played->probability() : 0);
        out.first.push_back(moves.empty() ? 0 : moves.front().probability());
        return true;
      });
    }
  });
  BookRanks all;
  for (auto& part : found) {
    append(all.game, part.game);
    append(all.move, part.move);
    append(all.rank, part.rank);
    append(all.answers, part.answers);
    append(all.probability, part.probability);
    append(all.first, part.first);
    part = {};
  }
  return all;
}

}  // namespace kifu::models
