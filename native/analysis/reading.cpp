#include "analysis/reading.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace kifu::analysis {

using go::Board;
using go::Colour;
using go::kPass;
using go::opponent;
using go::Vertex;

namespace {

// A short list without repeats; what does not fit is left out.
class Moves {
 public:
  void add(Vertex v) {
    if (std::find(begin(), end(), v) == end() && size_ < list_.size()) list_[size_++] = v;
  }
  const Vertex* begin() const { return list_.data(); }
  const Vertex* end() const { return list_.data() + size_; }
  std::size_t size() const { return size_; }

 private:
  std::array<Vertex, 48> list_;
  std::size_t size_ = 0;
};

class Search {
 public:
  Search(const Board& board, Vertex target, const CaptureLimits& limits)
      : target_(target), owner_(board.at(target)), enemy_(opponent(owner_)), limits_(limits) {
    seen_.reserve(1024);
  }

  Capture run(const Board& board) {
    const bool captured = attack(board, 0);
    return gave_up_ ? Capture::kUnknown : captured ? Capture::kSucceeds : Capture::kFails;
  }

 private:
  // A capture that takes too many moves is none: nobody plays it, and seki is full of such lines.
  bool stop(int depth) {
    gave_up_ |= ++nodes_ > limits_.nodes;
    return gave_up_ || depth > limits_.depth;
  }
  Moves liberties(const Board& board, Vertex head) const {
    Moves found;
    board.for_each_stone(head, [&](Vertex s) {
      for (const Vertex u : board.geometry().neighbours(s))
        if (board.is_empty(u)) found.add(u);
    });
    return found;
  }
  template <class Visit>
  void for_each_neighbour_block(const Board& board, Vertex head, Colour colour, Visit&& visit) const {
    Moves heads;
    board.for_each_stone(head, [&](Vertex s) {
      for (const Vertex u : board.geometry().neighbours(s))
        if (board.at(u) == colour) heads.add(board.head(u));
    });
    for (const Vertex h : heads) visit(h);
  }

  static std::uint64_t key(const Board& board, bool attacking) {
    return board.key() ^ (board.ko() * 0x9e3779b97f4a7c15ULL) ^ (attacking ? 0x5bd1e995ULL : 0);
  }
  // That the block falls is known for good; that it stays, only as far as was looked: from the same depth on.
  bool known(std::uint64_t k, bool stays_if, int depth, bool& value) const {
    const auto found = seen_.find(k);
    if (found == seen_.end()) return false;
    value = found->second.value;
    return value != stays_if || found->second.depth <= depth;
  }

  // The enemy moves; true if the block falls. Not moving is failing.
  bool attack(const Board& board, int depth) {
    if (stop(depth)) return false;
    const Vertex head = board.head(target_);
    if (board.in_atari(head) && board.is_legal(enemy_, board.atari_liberty(head))) return true;
    const std::uint64_t k = key(board, true);
    bool value = false;
    if (known(k, false, depth, value)) return value;
    seen_[k] = {false, depth};  // a repetition is a failure
    const Moves own = liberties(board, head);
    if (static_cast<int>(own.size()) > limits_.liberties) {
      gave_up_ |= depth == 0;
      return false;
    }
    Moves moves;
    // Save what would be captured next, then close liberties, then approach.
    for_each_neighbour_block(board, head, enemy_, [&](Vertex h) {
      if (!board.in_atari(h)) return;
      for_each_neighbour_block(board, h, owner_, [&](Vertex o) {
        if (board.in_atari(o)) moves.add(board.atari_liberty(o));
      });
      moves.add(board.atari_liberty(h));
    });
    for (const Vertex v : own) moves.add(v);
    for (const Vertex v : own) {
      for (const Vertex u : board.geometry().neighbours(v)) {
        if (board.is_empty(u)) {
          moves.add(u);
        } else if (board.at(u) != go::kEdge && board.head(u) != head &&
                   board.count_liberties(board.head(u), 4) <= 3) {
          for (const Vertex w : liberties(board, board.head(u))) moves.add(w);
        }
      }
    }
    for (const Vertex v : moves) {
      if (!board.is_legal(enemy_, v)) continue;
      Board next(board);
      next.play(enemy_, v);
      const bool falls = !defend(next, depth + 1);
      if (gave_up_) return false;
      if (falls) {
        seen_[k] = {true, depth};
        return true;
      }
    }
    return false;
  }

  // The owner moves or passes; true if the block stays.
  bool defend(const Board& board, int depth) {
    if (stop(depth)) return true;
    if (board.at(target_) != owner_) return false;
    const std::uint64_t k = key(board, false);
    bool value = false;
    if (known(k, true, depth, value)) return value;
    const Vertex head = board.head(target_);
    Moves moves;
    for_each_neighbour_block(board, head, enemy_, [&](Vertex h) {
      if (board.in_atari(h)) moves.add(board.atari_liberty(h));
    });
    const Moves own = liberties(board, head);
    for (const Vertex v : own) moves.add(v);
    for_each_neighbour_block(board, head, enemy_, [&](Vertex h) {
      if (board.count_liberties(h, 4) > 3) return;
      for (const Vertex v : liberties(board, h)) moves.add(v);
    });
    bool lives = false;
    if (own.size() > 1) {
      Board next(board);
      next.pass();
      lives = !attack(next, depth + 1);
    }
    for (const Vertex* v = moves.begin(); v != moves.end() && !lives && !gave_up_; ++v) {
      if (!board.is_legal(owner_, *v)) continue;
      Board next(board);
      next.play(owner_, *v);
      if (next.at(target_) != owner_) continue;
      lives = !attack(next, depth + 1);
    }
    if (!gave_up_) seen_[k] = {lives, depth};
    return lives;
  }

  Vertex target_;
  Colour owner_, enemy_;
  CaptureLimits limits_;
  int nodes_ = 0;
  bool gave_up_ = false;
  struct Seen {
    bool value;
    int depth;
  };
  std::unordered_map<std::uint64_t, Seen> seen_;
};

}  // namespace

Capture read_capture(const Board& board, Vertex block, const CaptureLimits& limits) {
  Board start(board);
  start.clear_ko();
  return Search(start, board.head(block), limits).run(start);
}

}  // namespace kifu::analysis
