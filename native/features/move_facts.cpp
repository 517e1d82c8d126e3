#include "features/move_facts.hpp"

#include <algorithm>
#include <cstdlib>

#include "go/tactics.hpp"

namespace kifu::features {

using go::Board;
using go::Colour;
using go::Vertex;

namespace {

constexpr go::ReadLimits kLimits{80, 40};
enum Read : std::uint8_t { kSafe, kLost };

enum Group : std::size_t {
  kCapture,
  kEscape,
  kAtari,
  kDoubleAtari,
  kSelfAtari,
  kNewLiberties,
  kApproach,
  kDefend,
  kEye,
  kKo,
  kPlace,
  kToLast,
  kToSecond,
  kToThird,
  kToFourth,
  kBothDistances,
  kLastBlock,
  kOwnBeside,
  kNearest,
  kInfluence,
  kWeakNear,
  kOwnGroup,
  kEnemyGroup,
  kZone,
  kStage,
  kLastKind,
  kFactGroups
};

constexpr int kFolded = 190;  // pairs 0 <= a <= b <= 18
constexpr int kPhases = 6;
constexpr int kStages = 12;

constexpr std::array<std::pair<const char*, int>, kFactGroups> kSizes{{
    {"capture", 24},
    {"escape", 24},
    {"atari", 24},
    {"double-atari", 1},
    {"self-atari", 8},
    {"liberties", 18},
    {"approach", 12},
    {"defend", 9},
    {"eye", 2},
    {"ko", 4},
    {"place", 55 * kPhases},
    {"to-last", kFolded},
    {"to-second", kFolded},
    {"to-third", kFolded},
    {"to-fourth", kFolded},
    {"both-distances", 17 * 17},
    {"last-block", 16},
    {"own-beside-last", 12},
    {"nearest", 100 * kPhases},
    {"influence", 100 * kPhases},
    {"weak-near", 36 * 3},
    {"own-group", 54},
    {"enemy-group", 54},
    {"zone", 13},
    {"stage", kStages},
    {"last-kind", 20},
}};

constexpr std::array<FactGroup, kFactGroups> kGroups = [] {
  std::array<FactGroup, kFactGroups> groups{};
  int begin = 0;
  for (std::size_t i = 0; i < kFactGroups; ++i) {
    groups[i] = {kSizes[i].first, begin, kSizes[i].second};
    begin += kSizes[i].second;
  }
  return groups;
}();

void add(std::vector<std::uint16_t>& out, Group group, int value) {
  out.push_back(
      static_cast<std::uint16_t>(kGroups[group].begin + std::clamp(value, 0, kGroups[group].size - 1)));
}

int folded(int dx, int dy) {
  int a = std::min(std::abs(dx), 18), b = std::min(std::abs(dy), 18);
  if (a > b) std::swap(a, b);
  return b * (b + 1) / 2 + a;
}

// Distance as players see it: |dx| + |dy| + max(|dx|, |dy|), at most 16.
int distance(int dx, int dy) {
  dx = std::abs(dx), dy = std::abs(dy);
  return std::min(dx + dy + std::max(dx, dy), 16);
}

int few(int stones) { return std::min(stones, 3) - 1; }

int phase(int moves) {
  return moves < 8 ? 0 : moves < 24 ? 1 : moves < 60 ? 2 : moves < 120 ? 3 : moves < 180 ? 4 : 5;
}

}  // namespace

std::span<const FactGroup> fact_groups() { return kGroups; }
int fact_count() { return kGroups.back().begin + kGroups.back().size; }

BlockLiberties::BlockLiberties(const Board& board) {
  const auto& geometry = board.geometry();
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    if (!board.is_empty(v) && board.head(v) == v)
      count_[v] = static_cast<std::uint8_t>(board.count_liberties(v, 6));
  }
}

MoveFacts::MoveFacts(const MoveWalk& walk, const BlockLiberties& liberties)
    : walk_(walk),
      us_(walk.to_play()),
      liberties_(liberties),
      groups_(walk.board(), measure_influence()),
      fought_for_ko_(walk.board().ko() != go::kPass) {
  read_ladders();
  measure_distances();
  judge_last_move();
}

// Of a block in atari: does it get out when its side moves? Of one with two liberties: is it caught when the
// other side moves?
void MoveFacts::read_ladders() {
  const Board& board = walk_.board();
  const auto& geometry = board.geometry();
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    if (board.is_empty(v) || board.head(v) != v) continue;
    read_[v] = kSafe;
    if (liberties_.of(v) == 1 && !can_escape(board, v, kLimits)) read_[v] = kLost;
    if (liberties_.of(v) == 2 && can_capture(board, v, kLimits)) read_[v] = kLost;
  }
}

void MoveFacts::measure_distances() {
  const Board& board = walk_.board();
  const auto& geometry = board.geometry();
  constexpr std::uint8_t kFar = 9;
  const auto spread = [&](Colour colour, auto& near, auto& from) {
    std::array<Vertex, go::kMaxPoints> queue;
    std::size_t tail = 0;
    for (int point = 0; point < geometry.points(); ++point) {
      const Vertex v = geometry.vertex(point);
      near[v] = kFar;
      if (board.at(v) == colour) near[v] = 0, from[v] = v, queue[tail++] = v;
    }
    for (std::size_t head = 0; head < tail; ++head) {
      const Vertex v = queue[head];
      if (near[v] + 1 >= kFar) break;
      for (const Vertex u : geometry.neighbours(v))
        if (board.at(u) != go::kEdge && near[u] == kFar)
          near[u] = static_cast<std::uint8_t>(near[v] + 1), from[u] = from[v], queue[tail++] = u;
    }
  };
  spread(us_, near_own_, from_own_);
  spread(opponent(us_), near_enemy_, from_enemy_);
}

// Every stone radiates: 8 to its neighbours, half as much with every step, summed and put on a scale.
MoveGroups::Field MoveFacts::measure_influence() {
  const Board& board = walk_.board();
  const auto& geometry = board.geometry();
  const int size = geometry.size();
  MoveGroups::Field sum{};
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      const Colour colour = board.at(geometry.vertex(x, y));
      if (colour == go::kEmpty) continue;
      auto& field = sum[colour - 1u];
      for (int dy = -4; dy <= 4; ++dy) {
        if (y + dy < 0 || y + dy >= size) continue;
        const int width = 4 - std::abs(dy);
        const int end = std::min(width, size - 1 - x);
        for (int dx = std::max(-width, -x); dx <= end; ++dx)
          field[geometry.vertex(x + dx, y + dy)] = static_cast<std::uint16_t>(
              field[geometry.vertex(x + dx, y + dy)] + (16 >> (std::abs(dx) + std::abs(dy))));
      }
    }
  const auto level = [](int value) {
    constexpr std::array<int, 9> kSteps{1, 2, 4, 6, 9, 13, 18, 25, 35};
    return static_cast<std::uint8_t>(std::upper_bound(kSteps.begin(), kSteps.end(), value) - kSteps.begin());
  };
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    influence_own_[v] = level(sum[us_ - 1u][v]);
    influence_enemy_[v] = level(sum[opponent(us_) - 1u][v]);
  }
  return sum;
}

// What the last move was like: far from the one before, in contact, a threat.
void MoveFacts::judge_last_move() {
  const Board& board = walk_.board();
  const auto& geometry = board.geometry();
  const Vertex last = walk_.previous()[0], before = walk_.previous()[1];
  if (last == go::kPass || board.is_empty(last)) return;
  int apart = 4;
  if (before != go::kPass) {
    const int d = distance(geometry.x(last) - geometry.x(before), geometry.y(last) - geometry.y(before));
    apart = d <= 2 ? 0 : d <= 4 ? 1 : d <= 7 ? 2 : d <= 11 ? 3 : 4;
  }
  bool contact = false, threat = false;
  for (const Vertex u : geometry.neighbours(last)) {
    if (board.at(u) != us_) continue;
    contact = true;
    const Vertex head = board.head(u);
    threat |= liberties_.of(head) == 1 || (liberties_.of(head) == 2 && is_lost(head));
  }
  last_kind_ = (apart * 2 + contact) * 2 + threat;
}

void MoveFacts::append(Vertex v, std::vector<std::uint16_t>& out) const {
  append_tactics(v, out);
  append_places(v, out);
  append_groups(v, out);
}

void MoveFacts::append_tactics(Vertex v, std::vector<std::uint16_t>& out) const {
  const Board& board = walk_.board();
  const auto& geometry = board.geometry();
  const Vertex last = walk_.previous()[0];
  const Vertex last_head = last != go::kPass && !board.is_empty(last) ? board.head(last) : go::kPass;
  std::array<Vertex, 4> own{}, enemy{};
  std::size_t n_own = 0, n_enemy = 0;
  for (const Vertex u : geometry.neighbours(v)) {
    if (board.at(u) != go::kBlack && board.at(u) != go::kWhite) continue;
    const Vertex head = board.head(u);
    auto& list = board.at(u) == us_ ? own : enemy;
    auto& n = board.at(u) == us_ ? n_own : n_enemy;
    if (std::find(list.begin(), list.begin() + n, head) == list.begin() + n) list[n++] = head;
  }
  int captured = 0, taken_head = 0, ataris = 0, atari_stones = 0, approach_stones = 0;
  Vertex atari_head = go::kPass, approach_head = go::kPass;
  bool captures_last = false;
  for (std::size_t i = 0; i < n_enemy; ++i) {
    const Vertex head = enemy[i];
    const int stones = board.stones(head);
    if (liberties_.of(head) == 1) {
      if (stones > captured) taken_head = head;
      captured += stones;
      captures_last |= head == last_head;
    } else if (liberties_.of(head) == 2) {
      ++ataris;
      if (stones > atari_stones) atari_stones = stones, atari_head = head;
    } else if (liberties_.of(head) == 3 && stones > approach_stones) {
      approach_stones = stones, approach_head = head;
    }
  }
  int saved = 0;  // own stones beside it that are in atari now
  int threatened = 0;
  for (std::size_t i = 0; i < n_own; ++i) {
    if (liberties_.of(own[i]) == 1) saved += board.stones(own[i]);
    if (liberties_.of(own[i]) == 2 && read_[own[i]] == kLost) threatened += board.stones(own[i]);
  }

  // Only moves that touch stones short of liberties are worth playing out.
  const bool alone = n_own + n_enemy == 0;
  int liberties = board.empty_neighbours(v), stones = 1;
  bool caught = false, atari_works = false;
  if (!alone) {
    Board next(board);
    next.play(us_, v);
    const Vertex head = next.head(v);
    liberties = next.count_liberties(head, 6);
    stones = next.stones(head);
    if (liberties == 2 && (saved > 0 || threatened > 0)) caught = can_capture(next, head, kLimits);
    if (atari_head != go::kPass) {
      const Vertex target = next.head(atari_head);
      atari_works = !can_escape(next, target, kLimits);
    }
  }

  if (captured > 0) {
    // Taking stones may also save own ones in atari elsewhere on the taken block's border.
    bool relieves = saved > 0;
    for (std::size_t i = 0; i < n_enemy && !relieves; ++i) {
      if (liberties_.of(enemy[i]) != 1) continue;
      board.for_each_stone(enemy[i], [&](Vertex s) {
        for (const Vertex u : geometry.neighbours(s))
          relieves |= board.at(u) == us_ && liberties_.of(board.head(u)) == 1;
      });
    }
    const bool running = read_[static_cast<std::size_t>(taken_head)] == kSafe;
    add(out, kCapture, ((few(captured) * 2 + running) * 2 + relieves) * 2 + captures_last);
  }
  if (saved > 0 && captured == 0) {
    const int result = liberties == 1 ? 0 : liberties == 2 ? (caught ? 1 : 2) : 3;
    const bool by_last = last_head != go::kPass && near_own_[last] <= 1;
    add(out, kEscape, (few(saved) * 4 + result) * 2 + by_last);
  }
  if (atari_head != go::kPass)
    add(out, kAtari,
        ((few(atari_stones) * 2 + atari_works) * 2 + (atari_head == last_head)) * 2 + (liberties == 1));
  if (ataris > 1) add(out, kDoubleAtari, 0);
  if (liberties == 1 && captured == 0) add(out, kSelfAtari, std::min(stones, 4) - 1 + (n_enemy > 0 ? 4 : 0));
  if (!alone)
    add(out, kNewLiberties, (std::min(liberties, 6) - 1) * 3 + std::min<int>(static_cast<int>(n_own), 2));
  if (approach_head != go::kPass)
    add(out, kApproach, (few(approach_stones) * 2 + (approach_head == last_head)) * 2 + (liberties <= 2));
  if (threatened > 0) add(out, kDefend, few(threatened) * 3 + std::clamp(liberties - 2 - caught, 0, 2));
  if (board.neighbours_or_edges(v, us_) == 4) add(out, kEye, board.is_eye(us_, v) ? 0 : 1);
  if (captured == 1 && stones == 1 && liberties == 1)
    add(out, kKo, fought_for_ko_ ? 1 : 0);
  else if (fought_for_ko_ && atari_head != go::kPass)
    add(out, kKo, 2);
  else if (fought_for_ko_) {
    bool beside = false;
    for (const Vertex u : geometry.neighbours(board.ko())) beside |= u == v;
    if (beside) add(out, kKo, 3);
  }
  if (last_head != go::kPass) {
    bool touches = false;
    for (std::size_t i = 0; i < n_enemy; ++i) touches |= enemy[i] == last_head;
    if (touches)
      add(out, kLastBlock,
          (std::min<int>(liberties_.of(last_head), 4) - 1) * 4 + std::clamp(liberties - 1, 0, 3));
    int weakest = 0;
    for (std::size_t i = 0; i < n_own; ++i) {
      bool beside = false;
      for (const Vertex u : geometry.neighbours(last))
        beside |= board.at(u) == us_ && board.head(u) == own[i];
      if (beside)
        weakest = weakest == 0 ? liberties_.of(own[i]) : std::min<int>(weakest, liberties_.of(own[i]));
    }
    if (weakest > 0) add(out, kOwnBeside, (std::min(weakest, 4) - 1) * 3 + std::clamp(liberties - 1, 0, 2));
  }
}

void MoveFacts::append_places(Vertex v, std::vector<std::uint16_t>& out) const {
  const auto& geometry = walk_.board().geometry();
  const int x = geometry.x(v), y = geometry.y(v), size = geometry.size();
  int a = std::min({x, size - 1 - x, 9}), b = std::min({y, size - 1 - y, 9});
  if (a > b) std::swap(a, b);
  const int now = phase(walk_.moves() * 361 / geometry.points());
  add(out, kPlace, (b * (b + 1) / 2 + a) * kPhases + now);
  constexpr std::array<Group, kPrevious> kTo{kToLast, kToSecond, kToThird, kToFourth};
  std::array<int, 2> distances{16, 16};
  for (std::size_t i = 0; i < kPrevious; ++i) {
    const Vertex u = walk_.previous()[i];
    if (u == go::kPass) continue;
    const int dx = geometry.x(u) - x, dy = geometry.y(u) - y;
    add(out, kTo[i], folded(dx, dy));
    if (i < 2) distances[i] = distance(dx, dy);
  }
  add(out, kBothDistances, distances[0] * 17 + distances[1]);
  add(out, kNearest, (near_own_[v] * 10 + near_enemy_[v]) * kPhases + now);
  add(out, kInfluence, (influence_own_[v] * 10 + influence_enemy_[v]) * kPhases + now);
  if (near_own_[v] <= 3 && near_enemy_[v] <= 3) {
    const auto liberties = [&](Vertex stone) {
      return std::min(liberties_.of(walk_.board().head(stone)), 6) - 1;
    };
    const int further = std::max(near_own_[v], near_enemy_[v]) - 1;
    add(out, kWeakNear, (further * 6 + liberties(from_own_[v])) * 6 + liberties(from_enemy_[v]));
  }
}

void MoveFacts::append_groups(Vertex v, std::vector<std::uint16_t>& out) const {
  const auto tell = [&](Group group, int steps, Vertex stone) {
    if (steps > 4) return;
    const auto [room, stones] = groups_.of(stone);
    add(out, group, (room * 3 + stones) * 3 + std::min(steps, 3) - 1);
  };
  tell(kOwnGroup, near_own_[v], from_own_[v]);
  tell(kEnemyGroup, near_enemy_[v], from_enemy_[v]);
  const Colour holder = groups_.holder(v);
  add(out, kZone, holder == go::kEmpty ? 12 : groups_.of(v).room + (holder == us_ ? 0 : 6));
  // These two are the same for all moves of a position: they matter together with others.
  const int moves = walk_.moves() * 361 / walk_.board().geometry().points();
  add(out, kStage, moves < 80 ? moves / 16 : 5 + (moves - 80) / 30);
  add(out, kLastKind, last_kind_);
}

}  // namespace kifu::features
