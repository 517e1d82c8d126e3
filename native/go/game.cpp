#include "go/game.hpp"

#include <algorithm>

namespace kifu::go {

namespace {
constexpr std::size_t kLongGame = 600;  // steps
}

std::string_view describe(Legality legality) {
  switch (legality) {
    case Legality::kLegal:
      return "legal";
    case Legality::kOccupied:
      return "the point is occupied";
    case Legality::kKo:
      return "ko forbids retaking at once";
    case Legality::kSuperko:
      return "superko forbids repeating an earlier position";
    case Legality::kSuicide:
      return "suicide is forbidden";
    case Legality::kOffBoard:
      return "the point is off the board";
    case Legality::kNoLiberties:
      return "the setup leaves a block without liberties";
  }
  return "unknown";
}

void Game::set_to_play(Colour colour) {
  to_play_ = colour;
  forget_last();
  remember(situation());
}

int Game::passes_in_a_row() const {
  int n = 0;
  for (auto step = steps_.rbegin(); step != steps_.rend() && !step->setup && step->vertex == kPass; ++step)
    ++n;
  return n;
}

bool Game::seen(std::uint64_t situation) const {
  if (!occurrences_.empty()) return occurrences_.contains(situation);
  return std::find(situations_.begin(), situations_.end(), situation) != situations_.end();
}

void Game::remember(std::uint64_t situation) {
  situations_.push_back(situation);
  if (!occurrences_.empty()) {
    ++occurrences_[situation];
  } else if (situations_.size() > kLongGame && rules_.ko != KoRule::kSimple) {
    for (const std::uint64_t s : situations_) ++occurrences_[s];
  }
}

void Game::forget_last() {
  if (!occurrences_.empty()) {
    const auto found = occurrences_.find(situations_.back());
    if (--found->second == 0) occurrences_.erase(found);
  }
  situations_.pop_back();
}

bool Game::repeats(std::uint64_t key, std::uint64_t situation) const {
  switch (rules_.ko) {
    case KoRule::kSimple:
      return false;
    case KoRule::kSituational:
      return seen(situation);
    case KoRule::kPositional:
      if (!occurrences_.empty()) return seen(key) || seen(key ^ kWhiteToPlayKey);
      return std::any_of(situations_.begin(), situations_.end(),
                         [key](std::uint64_t s) { return s == key || s == (key ^ kWhiteToPlayKey); });
  }
  return false;
}

Legality Game::legality(Colour colour, Vertex v) const {
  if (v == kPass) return Legality::kLegal;
  if (board_.at(v) == kEdge) return Legality::kOffBoard;
  if (!board_.is_empty(v)) return Legality::kOccupied;
  // Ko stands against the player whose turn it is; a record's second move in a row by one colour is not a
  // retake.
  const bool ko = v == board_.ko() && colour == to_play_;
  if (ko) return Legality::kKo;
  if (!board_.leaves_liberties(colour, v, rules_.suicide)) return Legality::kSuicide;
  if (rules_.ko == KoRule::kSimple) return Legality::kLegal;
  const std::uint64_t key = board_.key_after(colour, v);
  const std::uint64_t after = key ^ (opponent(colour) == kWhite ? kWhiteToPlayKey : 0);
  return repeats(key, after) ? Legality::kSuperko : Legality::kLegal;
}

void Game::begin_step(Colour colour, Vertex v, bool setup) {
  steps_.push_back({v,
                    board_.ko(),
                    colour,
                    to_play_,
                    setup,
                    static_cast<std::uint32_t>(removed_.size()),
                    {board_.captured(kBlack), board_.captured(kWhite)}});
}

void Game::play(Colour colour, Vertex v) {
  assert(legality(colour, v) == Legality::kLegal);
  begin_step(colour, v, false);
  if (v == kPass) {
    board_.pass();
  } else {
    // Remember what goes off the board: enemy blocks in atari here, or the suicide's own.
    const Colour enemy = opponent(colour);
    bool lives = board_.empty_neighbours(v) > 0, captures = false;
    const auto remember = [&](Vertex head) {
      board_.for_each_stone(head, [&](Vertex s) { removed_.push_back({board_.at(s), s}); });
    };
    std::array<Vertex, 4> done{};
    int n_done = 0;
    const auto first_time = [&](Vertex head) {
      if (std::find(done.begin(), done.begin() + n_done, head) != done.begin() + n_done) return false;
      done[n_done++] = head;
      return true;
    };
    const auto around = board_.geometry().neighbours(v);
    for (const Vertex u : around) {
      const Vertex head = board_.head(u);
      if (board_.at(u) == colour) lives |= !board_.in_atari(head);
      if (board_.at(u) == enemy && board_.in_atari(head)) {
        captures = true;
        if (first_time(head)) remember(head);
      }
    }
    if (!lives && !captures)
      for (const Vertex u : around)
        if (board_.at(u) == colour && first_time(board_.head(u))) remember(board_.head(u));
    board_.play(colour, v);
  }
  to_play_ = opponent(colour);
  remember(situation());
}

bool Game::setup(std::span<const Stone> stones) {
  Board changed(board_);
  for (const Stone& stone : stones) changed.draw(stone.vertex, stone.colour);
  changed.rebuild();
  if (!changed.has_liberties_everywhere()) return false;
  begin_step(kEmpty, kPass, true);
  for (const Stone& stone : stones) removed_.push_back({board_.at(stone.vertex), stone.vertex});
  for (const Colour c : {kBlack, kWhite}) changed.set_captured(c, board_.captured(c));
  board_ = changed;
  remember(situation());
  return true;
}

bool Game::undo() {
  if (steps_.empty()) return false;
  const Step step = steps_.back();
  steps_.pop_back();
  forget_last();
  if (step.setup || step.vertex != kPass) {
    if (!step.setup) board_.draw(step.vertex, kEmpty);
    // Backwards: a setup may name a point twice.
    for (std::size_t i = removed_.size(); i-- > step.removed;) {
      // A suicide's own stone was never there before.
      if (!step.setup && removed_[i].vertex == step.vertex) continue;
      board_.draw(removed_[i].vertex, removed_[i].colour);
    }
    removed_.resize(step.removed);
    board_.rebuild();
  }
  board_.set_ko(step.ko);
  board_.set_captured(kBlack, step.captured[0]);
  board_.set_captured(kWhite, step.captured[1]);
  to_play_ = step.to_play;
  return true;
}

}  // namespace kifu::go
