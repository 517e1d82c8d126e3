#include "search/draughts_line.hpp"

#include <bit>
#include <cstdlib>

#include "draughts/zobrist.hpp"

namespace kifu::search {

using namespace draughts;

template class AlphaBeta<DraughtsLine>;

void DraughtsLine::set(const draughts::Game& game, const DraughtsJudge& judge) {
  judge_ = judge;
  at_ = 0;
  Frame& root = frames_[0];
  root.board = game.board();
  root.quiet = game.quiet_plies();
  root.summed[0] = root.summed[1] = false;
  keys_.clear();
  for (int ply = game.ply() - game.quiet_plies(); ply < game.ply(); ++ply) keys_.push_back(game.key_at(ply));
  root_ = keys_.size();
  keys_.push_back(game.key());
}

void DraughtsLine::play(const Move& move) {
  const Frame& before = frames_[at_];
  Frame& next = frames_[++at_];
  const bool king = (before.board.kings & move.from_bit()) != 0;
  keys_.push_back(zobrist_after(keys_.back(), before.board, move));
  next.board = after(before.board, move);
  next.move = move;
  next.quiet = king && !move.captured ? before.quiet + 1 : 0;
  next.summed[0] = next.summed[1] = false;
}

bool DraughtsLine::is_drawn() const {
  const int quiet = frames_[at_].quiet;
  if (quiet < 4) return false;
  if (quiet >= draughts::Game::kQuietPlies) return true;
  int before = 0;
  const std::size_t last = keys_.size() - 1;
  const auto reach = static_cast<std::size_t>(quiet);
  for (std::size_t back = 4; back <= reach && back <= last; back += 2) {
    if (keys_[last - back] != keys_[last]) continue;
    if (last - back >= root_ || ++before == draughts::Game::kRepetitions - 1) return true;
  }
  return false;
}

int DraughtsLine::table_plies() const {
  const int value = judge_.endings->probe(board());
  return value == 0 ? 0 : value % 2 == 0 ? value - 1 : 1 - value;
}

bool DraughtsLine::is_cut_off(int plies) const {
  const bool kings_alone = (board().black | board().white) == board().kings;
  return kings_alone && plies != 0 && frames_[at_].quiet + std::abs(plies) > draughts::Game::kQuietPlies;
}

bool DraughtsLine::is_solved(int& plies) const {
  if (!judge_.endings || !judge_.endings->knows(board())) return false;
  plies = table_plies();
  return !is_cut_off(plies);
}

const models::DraughtsNet::Sums& DraughtsLine::sums_of(std::size_t at, Colour view) {
  Frame& frame = frames_[at];
  const auto side = static_cast<std::size_t>(view);
  if (!frame.summed[side]) {
    if (at == 0) {
      judge_.net->sum(frame.board, view, frame.sums[side]);
    } else {
      judge_.net->update(frames_[at - 1].board, frame.move, view, sums_of(at - 1, view), frame.sums[side]);
    }
    frame.summed[side] = true;
  }
  return frame.sums[side];
}

int DraughtsLine::value() {
  const Board& now = board();
  if (judge_.endings && judge_.endings->knows(now)) {
    // A win that the rule of forty moves cuts off: as good as drawn, and the shorter way sets more traps.
    const int plies = table_plies();
    return plies > 0 ? kLongestKingsWin - plies : -kLongestKingsWin - plies;
  }
  if (!judge_.net) {
    const auto worth = [&](Bits pieces) {
      return 2 * std::popcount(pieces) + std::popcount(pieces & now.kings);
    };
    const int black = worth(now.black) - worth(now.white);
    return (now.to_move == Colour::Black ? black : -black) * (kJudged / 64);
  }
  const float value =
      judge_.net->has_sums() ? judge_.net->value(sums_of(at_, now.to_move)) : judge_.net->value(now);
  return static_cast<int>(value * static_cast<float>(kJudged));
}

}  // namespace kifu::search
