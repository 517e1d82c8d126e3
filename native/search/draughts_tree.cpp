#include "search/draughts_tree.hpp"

#include <algorithm>
#include <bit>

#include "draughts/zobrist.hpp"

namespace kifu::search {

using namespace draughts;

template class TreeSearch<DraughtsState, DraughtsEvaluator>;

DraughtsState::DraughtsState(const draughts::Game& game)
    : board_(game.board()), end_(game.end()), quiet_(game.quiet_plies()), key_(game.key()) {
  // A drawn game that is played on: only what can still matter is kept.
  quiet_ = std::min(quiet_, draughts::Game::kQuietPlies - 1);
  for (int i = 0; i < quiet_; ++i) past_[static_cast<std::size_t>(i)] = game.key_at(game.ply() - quiet_ + i);
}

void DraughtsState::step(const Move& move) {
  const bool quiet = (board_.kings & move.from_bit()) != 0 && !move.captured;
  if (quiet) {
    past_[static_cast<std::size_t>(quiet_)] = key_;
    ++quiet_;
  } else {
    quiet_ = 0;
  }
  board_ = after(board_, move);
}

void DraughtsState::play(const Move& move) {
  const std::uint64_t key = zobrist_after(key_, board_, move);
  step(move);
  key_ = key;
  if (!can_move(board_)) {
    end_ = End::NoMove;
  } else if (quiet_ >= draughts::Game::kQuietPlies) {
    end_ = End::FortyMoves;
  } else {
    int times = 1;
    for (int back = 4; back <= quiet_; back += 2)
      times += past_[static_cast<std::size_t>(quiet_ - back)] == key_;
    if (times >= draughts::Game::kRepetitions) end_ = End::Repetition;
  }
}

void DraughtsState::play_on(const Move& move) {
  step(move);
  if (quiet_ >= draughts::Game::kQuietPlies) end_ = End::FortyMoves;
}

float judged(const DraughtsJudge& judge, const Board& board) {
  if (judge.net) return judge.net->value(board);
  const auto worth = [&](Bits pieces) {
    return static_cast<float>(2 * std::popcount(pieces) + std::popcount(pieces & board.kings));
  };
  const float black = (worth(board.black) - worth(board.white)) / 64;
  return board.to_move == Colour::Black ? black : -black;
}

void DraughtsEvaluator::candidates(const DraughtsState& state, std::vector<Candidate<Move>>& out) {
  out.clear();
  generate(state.board(), moves_);
  for (const Move& move : moves_) out.push_back({move, 1.0F / static_cast<float>(moves_.size())});
}

float DraughtsEvaluator::evaluate(DraughtsState& state, Random& random, Trace&) {
  const auto for_black = [&](float value) { return state.side() == 0 ? value : 1 - value; };
  const int plies = plies_ > 0 ? plies_ : kLongest;
  for (int ply = 0; !state.is_over(); ++ply) {
    if (ply == plies) {
      if (plies_ == 0) return 0.5F;
      ++evaluations_;
      return for_black((1 + judged(judge_, state.board())) / 2);
    }
    generate(state.board(), moves_);
    if (moves_.empty()) break;
    state.play_on(moves_[static_cast<int>(random.below(static_cast<std::uint32_t>(moves_.size())))]);
  }
  if (state.is_over() && state.end() != End::NoMove) return 0.5F;
  const bool blocked = state.board().pieces(state.board().to_move) != 0;
  return judge_.blocked_is_draw && blocked ? 0.5F : for_black(0);
}

}  // namespace kifu::search
