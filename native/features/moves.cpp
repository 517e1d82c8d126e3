#include "features/moves.hpp"

#include <algorithm>

#include "features/move_facts.hpp"
#include "features/surroundings.hpp"

namespace kifu::features {

using go::Board;
using go::Colour;
using go::Vertex;
namespace act = go::action;

void MoveWalk::clear() {
  board_ = Board(board_.size());
  tracker_.clear();
  to_play_ = go::kBlack;
  previous_ = {};
  moves_ = 0;
}

void MoveWalk::play(Colour colour, Vertex v) {
  if (v == go::kPass) {
    board_.pass();
  } else {
    tracker_.play(board_, colour, v);
  }
  std::copy_backward(previous_.begin(), previous_.end() - 1, previous_.end());
  previous_[0] = v;
  to_play_ = opponent(colour);
  ++moves_;
}

void MoveWalk::apply(std::span<const go::Action> actions) {
  bool drawn = false;
  const auto settle = [&] {
    if (drawn) board_.rebuild(), tracker_.follow(board_);
    drawn = false;
  };
  for (const go::Action action : actions) {
    const Colour colour = act::is_white(action) ? go::kWhite : go::kBlack;
    const bool passes = act::kind(action) == act::pass;
    const Vertex v =
        passes ? go::kPass
               : board_.geometry().vertex(static_cast<int>(act::x(action)), static_cast<int>(act::y(action)));
    if (act::is_setup(action)) {
      board_.draw(v, act::kind(action) == act::clear ? go::kEmpty : colour);
      drawn = true;
      continue;
    }
    settle();
    play(colour, v);
  }
  settle();
}

void MoveWalk::start(const Board& board, Colour to_play, const std::array<Vertex, kPrevious>& previous,
                     int moves) {
  board_ = board;
  tracker_ = PatternTracker(board.size());
  tracker_.follow(board);
  to_play_ = to_play;
  previous_ = previous;
  moves_ = moves;
}

void MoveWalk::move_to(const Board& board, Colour to_play, const std::array<Vertex, kPrevious>& previous,
                       int moves) {
  for (int point = 0; point < board.geometry().points(); ++point) {
    const Vertex v = board.geometry().vertex(point);
    if (board_.at(v) == board.at(v)) continue;
    if (!board_.is_empty(v)) tracker_.toggle(board_.at(v), v);
    if (!board.is_empty(v)) tracker_.toggle(board.at(v), v);
  }
  board_ = board;
  to_play_ = to_play;
  previous_ = previous;
  moves_ = moves;
}

namespace {

// Small templates in which stones count with the liberties of their blocks.
struct LibertyTables {
  static constexpr int kPoints = 12;
  struct Point {
    int dx, dy;
  };
  std::array<Point, kPoints> points{};
  // [point][state][symmetry]; states: own and enemy with 1, 2, 3 or more liberties, outside, and marked.
  std::array<std::array<std::array<std::uint64_t, 8>, 8>, kPoints> numbers{};

  LibertyTables() {
    std::size_t n = 0;
    for (int reach = 2; reach <= 4; ++reach)
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
          if ((dx != 0 || dy != 0) &&
              std::abs(dx) + std::abs(dy) + std::max(std::abs(dx), std::abs(dy)) == reach)
            points[n++] = {dx, dy};
    for (std::size_t i = 0; i < kPoints; ++i)
      for (std::size_t state = 0; state < 8; ++state)
        for (int s = 0; s < 8; ++s) {
          int dx = points[i].dx, dy = points[i].dy;
          if (s & 1) dx = -dx;
          if (s & 2) dy = -dy;
          if (s & 4) std::swap(dx, dy);
          numbers[i][state][static_cast<std::size_t>(s)] =
              go::detail::scramble(go::detail::scramble(0x6c696273u + static_cast<unsigned>(state)) +
                                   static_cast<unsigned>((dy + 8) * 32 + dx + 8));
        }
  }
};

// Writes the keys of the 3x3 square and of the twelve points, without and with the last move marked.
void liberty_keys(const MoveWalk& walk, const BlockLiberties& liberties, Vertex v, CandidateKeys& out) {
  static const LibertyTables tables;
  const Board& board = walk.board();
  const auto& geometry = board.geometry();
  const int size = geometry.size(), x = geometry.x(v), y = geometry.y(v);
  const Vertex last = walk.previous()[0];
  std::array<std::uint64_t, 8> plain{}, marked{};
  bool has_mark = false;
  const auto least = [](const std::array<std::uint64_t, 8>& views) {
    return *std::min_element(views.begin(), views.end());
  };
  for (std::size_t i = 0; i < LibertyTables::kPoints; ++i) {
    const int ux = x + tables.points[i].dx, uy = y + tables.points[i].dy;
    std::size_t state;
    Vertex u = go::kPass;
    if (ux < 0 || ux >= size || uy < 0 || uy >= size) {
      state = 6;
    } else {
      u = geometry.vertex(ux, uy);
      if (!board.is_empty(u))
        state = (board.at(u) == walk.to_play() ? 0u : 3u) +
                static_cast<std::size_t>(std::min(liberties.of(board.head(u)), 3) - 1);
      else
        state = 8;
    }
    if (state < 8)
      for (std::size_t s = 0; s < 8; ++s)
        plain[s] ^= tables.numbers[i][state][s], marked[s] ^= tables.numbers[i][state][s];
    if (u != go::kPass && u == last) {
      has_mark = true;
      for (std::size_t s = 0; s < 8; ++s) marked[s] ^= tables.numbers[i][7][s];
    }
    if (i == 7 || i == 11) {
      const std::size_t k = i == 11;
      const std::uint64_t salt = 0x6c696200u + k;
      out.keys[kChainStart[kLiberties] + k] = go::detail::scramble(least(plain) ^ salt);
      out.keys[kChainStart[kLibertiesAnswer] + k] = go::detail::scramble(least(marked) ^ salt ^ 0x10000u);
    }
  }
  out.chains |= 1u << kLiberties;
  if (has_mark) out.chains |= 1u << kLibertiesAnswer;
}

void pattern_keys(const MoveWalk& walk, const BlockLiberties* liberties, Vertex v, unsigned chains,
                  CandidateKeys& out) {
  const auto& geometry = walk.board().geometry();
  const Colour us = walk.to_play();
  const auto place = [&](Chain chain, const PatternKeys& values) {
    std::copy_n(values.begin(), kChainLength[chain], out.keys.begin() + kChainStart[chain]);
    out.chains |= static_cast<std::uint8_t>(1u << chain);
  };
  out.chains = 0;
  if (chains >> kShape & 1) place(kShape, walk.tracker().keys(us, v));
  for (int mark = 0; mark < 2; ++mark) {
    const auto chain = static_cast<Chain>(kAnswer + mark);
    const Vertex u = walk.previous()[static_cast<std::size_t>(mark)];
    if (!(chains >> chain & 1) || u == go::kPass) continue;
    const int dx = geometry.x(u) - geometry.x(v), dy = geometry.y(u) - geometry.y(v);
    if (ring_of(dx, dy) < kLocalTemplates) place(chain, walk.tracker().marked_keys(us, v, dx, dy, mark));
  }
  if (const Vertex last = walk.previous()[0]; (chains >> kResponse & 1) && last != go::kPass) {
    const int dx = geometry.x(v) - geometry.x(last), dy = geometry.y(v) - geometry.y(last);
    if (ring_of(dx, dy) < kLocalTemplates) place(kResponse, walk.tracker().response_keys(us, last, dx, dy));
  }
  if (liberties) liberty_keys(walk, *liberties, v, out);
  if (chains >> kCorner & 1) {
    std::array<std::uint64_t, kCornerSquares> corner;
    out.corners = static_cast<std::uint8_t>(walk.tracker().corner_keys(us, v, corner));
    std::copy_n(corner.begin(), out.corners, out.keys.begin() + kChainStart[kCorner]);
    if (out.corners > 0) out.chains |= 1u << kCorner;
  }
}

}  // namespace

CandidateKeys keys_of_move(const MoveWalk& walk, Vertex v, unsigned chains) {
  CandidateKeys keys;
  if (chains & kLibertyChains) {
    const BlockLiberties liberties(walk.board());
    pattern_keys(walk, &liberties, v, chains, keys);
  } else {
    pattern_keys(walk, nullptr, v, chains, keys);
  }
  return keys;
}

void list_candidates(const MoveWalk& walk, unsigned chains, bool with_facts, Candidates& out) {
  const Board& board = walk.board();
  const auto& geometry = board.geometry();
  out.points.clear();
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    if (board.is_legal(walk.to_play(), v)) out.points.push_back(v);
  }
  out.keys.resize(out.points.size());
  out.begin.assign(1, 0);
  out.facts.clear();
  if (!with_facts && !(chains & kLibertyChains)) {
    for (std::size_t i = 0; i < out.points.size(); ++i)
      pattern_keys(walk, nullptr, out.points[i], chains, out.keys[i]);
    return;
  }
  const BlockLiberties liberties(board);
  for (std::size_t i = 0; i < out.points.size(); ++i)
    pattern_keys(walk, chains & kLibertyChains ? &liberties : nullptr, out.points[i], chains, out.keys[i]);
  if (!with_facts) return;
  const MoveFacts facts(walk, liberties);
  const Surroundings surroundings(walk, liberties, facts);
  out.around_begin.assign(1, 0);
  out.around.clear();
  out.views.clear();
  for (const Vertex v : out.points) {
    facts.append(v, out.facts);
    out.begin.push_back(static_cast<std::uint32_t>(out.facts.size()));
    out.views.push_back(static_cast<std::uint8_t>(surroundings.append(v, out.around)));
    out.around_begin.push_back(static_cast<std::uint32_t>(out.around.size()));
  }
}

}  // namespace kifu::features
