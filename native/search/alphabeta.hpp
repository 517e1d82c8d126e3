#pragma once
// Alpha-beta for games of two sides that alternate: to a fixed depth, where it gives what plain minimax
// gives, or deeper and deeper under a bound of time or nodes, with forced lines read on and unlikely moves
// read less.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace kifu::search {

// Values are whole numbers for the side to move. A judged position is within kJudged of a draw (0); a win is
// kWon less the plies until it, so that the shorter one is preferred.
inline constexpr int kJudged = 1 << 24;
inline constexpr int kWon = 1 << 26;
inline constexpr int kLongestWin = 4096;
inline constexpr int kMostPly = 120;  // of a line
inline constexpr bool is_decided(int value) {
  return value > kWon - kLongestWin || value < kLongestWin - kWon;
}

// A position with the moves that led to it, which a search plays and takes back.
template <class L>
concept Line = requires(L& line, const L& seen, typename L::Moves& moves, typename L::Move move, int value) {
  line.play(move);
  line.undo();
  seen.generate(moves);                                     // all legal moves, always in the same order
  { seen.stuck() } -> std::convertible_to<int>;             // value without a legal move: kWon lost, 0 drawn
  { seen.is_drawn() } -> std::convertible_to<bool>;         // by repetition or by counting moves
  { seen.is_forcing(moves) } -> std::convertible_to<bool>;  // captures: nothing to be judged at rest
  { seen.is_solved(value) } -> std::convertible_to<bool>;   // known without search; sets plies to the win
  { line.value() } -> std::convertible_to<int>;
  { seen.key() } -> std::convertible_to<std::uint64_t>;
  { seen.slot(move) } -> std::convertible_to<std::size_t>;  // for the history of good moves, below kSlots
  { L::kSlots } -> std::convertible_to<std::size_t>;
};

struct AlphaBetaOptions {
  int depth = 4;
  bool extend = false;      // read on while a side must capture, and where there is one answer only
  bool deepen = false;      // depth by depth up to `depth`
  bool reduce = false;      // reads unlikely moves less; search() does so within a bound
  double seconds = 0;       // 0: no bound; for deepening
  std::uint64_t nodes = 0;  // 0: no bound; for deepening
  const std::atomic<bool>* stop = nullptr;
};

template <class Move>
struct AlphaBetaResult {
  Move move{};
  int value = 0;
  int depth = 0;  // read to the end
  std::uint64_t nodes = 0, evaluations = 0;
  double seconds = 0;
  std::vector<Move> variation;
};

// How a move stands for the side that makes it.
template <class Move>
struct MoveReading {
  Move move{};
  int value = 0;
  std::vector<Move> variation;  // the move first
  std::vector<int> by_depth;    // its value after 0, 1, 2, ... plies behind it
};

// Positions that were searched before. Not shared between threads.
class Transpositions {
 public:
  enum Bound : std::uint8_t { kNone, kExact, kAtLeast, kAtMost };
  struct Entry {
    std::uint64_t key = 0;
    std::int32_t value = 0;
    std::int8_t depth = 0;
    Bound bound = kNone;
    std::uint8_t move = 0;  // its place in the list of legal moves
    std::uint8_t age = 0;
  };

  void resize(int bits) {
    if (entries_.size() != std::size_t{1} << bits) entries_.assign(std::size_t{1} << bits, {});
  }
  void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }
  void grow_older() { ++age_; }
  const Entry* find(std::uint64_t key) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.bound != kNone && entry.key == key ? &entry : nullptr;
  }
  void store(std::uint64_t key, int value, int depth, Bound bound, int move) {
    if (entries_.empty()) return;
    Entry& entry = entries_[key & (entries_.size() - 1)];
    if (entry.bound != kNone && entry.age == age_ && entry.key != key && entry.depth > depth + 2) return;
    entry = {key, value, static_cast<std::int8_t>(depth), bound, static_cast<std::uint8_t>(move), age_};
  }

 private:
  std::vector<Entry> entries_;
  std::uint8_t age_ = 0;
};

template <Line L>
class AlphaBeta {
 public:
  using Move = typename L::Move;
  using Moves = typename L::Moves;

  // 2^bits positions are remembered; 0: none.
  explicit AlphaBeta(int bits = 0) : plies_(kMostPly + 1) {
    if (bits > 0) table_.resize(bits);
  }

  // Forgets everything, so that what follows does not depend on what came before.
  void clear() {
    table_.clear();
    history_.fill(0);
    for (auto& ply : plies_) ply.killers = {-1, -1};
  }

  // The best of `moves`, all legal in the line's position and at least one; among equals the first.
  // `report` hears of every depth that was read to its end.
  AlphaBetaResult<Move> search(L& line, const std::vector<Move>& moves, const AlphaBetaOptions& options,
                               const std::function<void(const AlphaBetaResult<Move>&)>& report = {}) {
    begin(options);
    // A depth that was asked for is read in full; within a bound, unlikely moves are read less to get deeper.
    options_.reduce = options.deepen && (options.seconds > 0 || options.nodes > 0);
    takes_deeper_ = options.deepen;
    std::vector<Move> order(moves);
    AlphaBetaResult<Move> best;
    best.move = order.front();
    best.variation = {order.front()};
    const auto count_up = [&] {
      best.nodes = nodes_;
      best.evaluations = evaluations_;
      best.seconds = elapsed();
    };
    const int most = std::clamp(options.depth, 1, kMostPly - 8);
    for (int depth = options.deepen ? 1 : most; depth <= most; ++depth) {
      root_depth_ = depth;
      const bool finished = search_root(line, order, depth, best);
      if (!finished) break;
      best.depth = depth;
      count_up();
      if (report) report(best);
      if (!options.deepen) break;
      if (is_decided(best.value) && kWon - std::abs(best.value) <= depth) break;
      if (options.seconds > 0 && elapsed() > 0.6 * options.seconds) break;  // the next would not end in time
      if (options.nodes > 0 && nodes_ > options.nodes * 6 / 10) break;
    }
    count_up();
    return best;
  }

  // Every move's own value, all of them read equally deep: `options.depth` plies behind the move, or as far
  // as the bound allows. Lines are given whole.
  std::vector<MoveReading<Move>> search_each(L& line, const std::vector<Move>& moves,
                                             const AlphaBetaOptions& options) {
    begin(options);
    options_.deepen = whole_lines_ = true;
    takes_deeper_ = options.seconds > 0 || options.nodes > 0;
    std::vector<MoveReading<Move>> found(moves.size()), reading;
    for (std::size_t i = 0; i < moves.size(); ++i) found[i].move = moves[i];
    const int most = std::clamp(options.depth, 0, kMostPly - 9);
    for (int depth = 0; depth <= most; ++depth) {
      root_depth_ = depth + 1;
      reading = found;
      bool is_open = false;
      for (auto& each : reading) {
        read_move(line, each, depth);
        is_open = is_open || !is_decided(each.value);
        if (halted_) break;
      }
      if (halted_) break;
      found.swap(reading);
      if (!is_open) break;
      // The next depth takes about as long as all before it together, or longer.
      if (options.seconds > 0 && 2 * elapsed() > options.seconds) break;
      if (options.nodes > 0 && 2 * nodes_ > options.nodes) break;
    }
    whole_lines_ = false;
    return found;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Ply {
    Moves moves;
    std::array<int, 68> rank;
    std::array<int, 2> killers{-1, -1};  // slots of moves that refuted others here
    std::vector<Move> variation;
  };

  // Around the value of the last depth, a window of so much.
  static constexpr int kWindow = kJudged / 20;

  void begin(const AlphaBetaOptions& options) {
    options_ = options;
    start_ = std::chrono::steady_clock::now();
    nodes_ = evaluations_ = 0;
    halted_ = false;
    table_.grow_older();
    for (auto& count : history_) count /= 8;
  }

  // One depth further; nothing is changed where the search is halted.
  void read_move(L& line, MoveReading<Move>& reading, int depth) {
    int alpha = -kWon, beta = kWon;
    if (!reading.by_depth.empty()) {
      if (is_decided(reading.value) && kWon - std::abs(reading.value) <= depth) {
        reading.by_depth.push_back(reading.value);
        return;
      }
      if (!is_decided(reading.value)) alpha = reading.value - kWindow, beta = reading.value + kWindow;
    }
    line.play(reading.move);
    int value = 0;
    for (;;) {
      value = -node(line, depth, -beta, -alpha, 1);
      if (halted_ || (value > alpha && value < beta)) break;
      (value <= alpha ? alpha : beta) = value <= alpha ? -kWon : kWon;
    }
    line.undo();
    if (halted_) return;
    reading.value = value;
    reading.by_depth.push_back(value);
    reading.variation.assign(1, reading.move);
    reading.variation.insert(reading.variation.end(), plies_[1].variation.begin(), plies_[1].variation.end());
  }

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  bool is_halted() {
    if (halted_) return true;
    if (nodes_ % 128 != 0) return false;
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) return halted_ = true;
    if (!options_.deepen || root_depth_ == 1) return false;  // there is always an answer
    if (options_.nodes > 0 && nodes_ >= options_.nodes) return halted_ = true;
    if (options_.seconds > 0 && elapsed() >= options_.seconds) return halted_ = true;
    return false;
  }

  // False when halted; `best` then has the best of what was read, if that is of this depth.
  bool search_root(L& line, std::vector<Move>& order, int depth, AlphaBetaResult<Move>& best) {
    int alpha = -kWon, found = -1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      line.play(order[i]);
      int value;
      if (i == 0) {
        value = -node(line, depth - 1, -kWon, -alpha, 1);
      } else {
        value = -node(line, depth - 1, -alpha - 1, -alpha, 1);
        if (value > alpha && !halted_) value = -node(line, depth - 1, -kWon, -alpha, 1);
      }
      line.undo();
      if (halted_) break;
      if (found < 0 || value > alpha) {
        alpha = std::max(alpha, value);
        found = static_cast<int>(i);
        best.move = order[i];
        best.value = value;
        best.variation.assign(1, order[i]);
        best.variation.insert(best.variation.end(), plies_[1].variation.begin(), plies_[1].variation.end());
      }
    }
    if (options_.deepen && found > 0)
      std::rotate(order.begin(), order.begin() + found, order.begin() + found + 1);
    return !halted_;
  }

  // Wins are told from the root in the tree, from the position itself in the table.
  static int to_table(int value, int ply) {
    return !is_decided(value) ? value : value > 0 ? value + ply : value - ply;
  }
  static int from_table(int value, int ply) {
    return !is_decided(value) ? value : value > 0 ? value - ply : value + ply;
  }

  int node(L& line, int depth, int alpha, int beta, int ply) {
    ++nodes_;
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    here.variation.clear();
    if (is_halted()) return 0;
    int plies = 0;
    Moves& moves = here.moves;
    line.generate(moves);
    if (moves.empty()) return line.stuck() == 0 ? 0 : ply - kWon;
    if (line.is_drawn()) return 0;
    if (line.is_solved(plies)) return plies == 0 ? 0 : plies > 0 ? kWon - ply - plies : ply - plies - kWon;
    const bool forcing = options_.extend && line.is_forcing(moves);
    if ((depth <= 0 && !forcing) || ply >= kMostPly) {
      ++evaluations_;
      return line.value();
    }
    int first = -1;
    const std::uint64_t key = line.key();
    if (depth > 0) {
      if (const auto* entry = table_.find(key)) {
        first = entry->move;
        if (takes_deeper_ ? entry->depth >= depth : entry->depth == depth) {
          const int value = from_table(entry->value, ply);
          if (entry->bound == Transpositions::kExact && (!whole_lines_ || beta - alpha == 1)) return value;
          if (entry->bound == Transpositions::kAtLeast && value >= beta) return value;
          if (entry->bound == Transpositions::kAtMost && value <= alpha) return value;
        }
      }
    }
    const int count = moves.size();
    if (count > 1) rank_moves(line, here, first);
    // A forced answer costs nothing, within reason.
    int below = depth - 1;
    if (options_.extend && depth > 0 && (count == 1 || forcing) && ply < 2 * root_depth_) below = depth;
    const int before = alpha;
    int best = -kWon, best_at = 0;
    for (int i = 0; i < count; ++i) {
      const int at = count > 1 ? next_move(here, count) : 0;
      const Move& move = moves[at];
      line.play(move);
      int value;
      if (i == 0) {
        value = -node(line, below, -beta, -alpha, ply + 1);
      } else {
        int less = 0;
        if (options_.reduce && !forcing && depth >= 3 && i >= 3) less = i >= 6 && depth >= 6 ? 2 : 1;
        value = -node(line, below - less, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && less > 0 && !halted_) value = -node(line, below, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && value < beta && !halted_) value = -node(line, below, -beta, -alpha, ply + 1);
      }
      line.undo();
      if (halted_) return 0;
      if (value > best) {
        best = value;
        best_at = at;
        if (value > alpha) {
          alpha = value;
          here.variation.assign(1, move);
          const auto& rest = plies_[static_cast<std::size_t>(ply) + 1].variation;
          here.variation.insert(here.variation.end(), rest.begin(), rest.end());
          if (alpha >= beta) break;
        }
      }
    }
    if (alpha >= beta && depth > 0 && !forcing) {
      const auto slot = line.slot(moves[best_at]);
      history_[slot] += depth * depth;
      if (here.killers[0] != static_cast<int>(slot)) here.killers = {static_cast<int>(slot), here.killers[0]};
    }
    if (depth > 0)
      table_.store(key, to_table(best, ply), depth,
                   best >= beta     ? Transpositions::kAtLeast
                   : best <= before ? Transpositions::kAtMost
                                    : Transpositions::kExact,
                   best_at);
    return best;
  }

  void rank_moves(const L& line, Ply& here, int first) {
    for (int i = 0; i < here.moves.size(); ++i) {
      const auto slot = line.slot(here.moves[i]);
      here.rank[static_cast<std::size_t>(i)] = i == first                                  ? 1 << 30
                                               : static_cast<int>(slot) == here.killers[0] ? 1 << 29
                                               : static_cast<int>(slot) == here.killers[1] ? 1 << 28
                                                                                           : history_[slot];
    }
  }
  // The best ranked of those not yet taken, the first among equals.
  static int next_move(Ply& here, int count) {
    int best = 0;
    for (int i = 1; i < count; ++i)
      if (here.rank[static_cast<std::size_t>(i)] > here.rank[static_cast<std::size_t>(best)]) best = i;
    here.rank[static_cast<std::size_t>(best)] = -1;
    return best;
  }

  AlphaBetaOptions options_;
  std::vector<Ply> plies_;
  std::array<int, L::kSlots> history_{};
  Transpositions table_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t nodes_ = 0, evaluations_ = 0;
  int root_depth_ = 0;
  bool halted_ = false;
  bool takes_deeper_ = false;  // values of deeper searches too; without it a fixed depth is minimax exactly
  bool whole_lines_ = false;   // no line is cut short where its position is known already
};

}  // namespace kifu::search
