#pragma once
#include <array>
#include <cstddef>

#include "features/moves.hpp"
#include "go/game.hpp"

namespace kifu::search {

// Go as a search sees it: stones, simple ko, the last moves. Superko is looked at where the search begins.
class GoState {
 public:
  using Move = go::Vertex;  // kPass is a move

  explicit GoState(const go::Game& game) : board_(game.board()), to_play_(game.to_play()) {
    const auto& geometry = board_.geometry();
    for (int point = 0; point < geometry.points(); ++point) {
      const go::Colour colour = board_.at(geometry.vertex(point));
      balance_ += (colour == go::kBlack) - (colour == go::kWhite);
    }
    balance_ += board_.captured(go::kBlack) - board_.captured(go::kWhite);
    const int steps = game.steps();
    for (int i = 0; i < features::kPrevious && i < steps && !game.is_setup(steps - 1 - i); ++i)
      previous_[static_cast<std::size_t>(i)] = game.step(steps - 1 - i).vertex;
    for (int i = 0; i < steps; ++i) moves_ += !game.is_setup(i);
    // A game that goes on after two passes has not ended.
    passes_ = game.passes_in_a_row() == 1;
  }

  go::Board& board() { return board_; }
  const go::Board& board() const { return board_; }
  go::Colour to_play() const { return to_play_; }
  // The last move first.
  const std::array<go::Vertex, features::kPrevious>& previous() const { return previous_; }
  int moves() const { return moves_; }
  // Black stones put on the board so far less white ones. Area less this is territory and prisoners.
  int balance() const { return balance_; }

  int side() const { return to_play_ == go::kWhite; }
  bool is_over() const { return passes_ >= 2; }
  std::size_t slot(Move v) const { return v; }
  std::size_t slots() const { return static_cast<std::size_t>(board_.geometry().vertices()); }
  void play(Move v) {
    if (v == go::kPass) {
      board_.pass();
      ++passes_;
    } else {
      board_.play(to_play_, v);
      passes_ = 0;
      balance_ += to_play_ == go::kBlack ? 1 : -1;
    }
    previous_ = {v, previous_[0], previous_[1], previous_[2]};
    to_play_ = opponent(to_play_);
    ++moves_;
  }

 private:
  go::Board board_;
  go::Colour to_play_;
  std::array<go::Vertex, features::kPrevious> previous_{};
  int passes_ = 0, moves_ = 0, balance_ = 0;
};

}  // namespace kifu::search
