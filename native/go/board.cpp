#include "go/board.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kifu::go {

namespace {

// What a stone of this colour adds to its neighbours' packed counts when it replaces an empty point.
constexpr std::uint16_t kNear[3] = {0, static_cast<std::uint16_t>(0x001 - 0x100),
                                    static_cast<std::uint16_t>(0x010 - 0x100)};

}  // namespace

Board::Board(int size, Fresh) : geometry_(size) {
  std::fill_n(colour_.begin(), geometry_.vertices(), std::uint8_t{kEdge});
  for (int point = 0; point < geometry_.points(); ++point) colour_[geometry_.vertex(point)] = kEmpty;
  rebuild();
}

// Copying an empty board is ten times faster than making one.
Board::Board(int size) : geometry_(size) {
  assert(size >= kMinSize && size <= kMaxSize);
  static const std::vector<Board> empty = [] {
    std::vector<Board> boards;
    for (int n = kMinSize; n <= kMaxSize; ++n) boards.push_back(Board(n, Fresh{}));
    return boards;
  }();
  copy(empty[static_cast<std::size_t>(size - kMinSize)]);
}

void Board::copy(const Board& other) {
  const auto n = static_cast<std::size_t>(geometry_.vertices());
  ko_ = other.ko_;
  empty_count_ = other.empty_count_;
  captured_ = other.captured_;
  key_ = other.key_;
  std::memcpy(colour_.data(), other.colour_.data(), n * sizeof(colour_[0]));
  std::memcpy(near_.data(), other.near_.data(), n * sizeof(near_[0]));
  std::memcpy(head_.data(), other.head_.data(), n * sizeof(head_[0]));
  std::memcpy(next_.data(), other.next_.data(), n * sizeof(next_[0]));
  std::memcpy(stones_.data(), other.stones_.data(), n * sizeof(stones_[0]));
  std::memcpy(place_.data(), other.place_.data(), n * sizeof(place_[0]));
  std::memcpy(empty_.data(), other.empty_.data(),
              static_cast<std::size_t>(geometry_.points()) * sizeof(empty_[0]));
  std::memcpy(liberties_.data(), other.liberties_.data(), n * sizeof(liberties_[0]));
}

void Board::rebuild() {
  const int n = geometry_.vertices();
  ko_ = kPass;
  empty_count_ = 0;
  key_ = size_key(size());
  std::fill_n(near_.begin(), n, std::uint16_t{0});
  std::fill_n(stones_.begin(), n, Vertex{0});
  std::fill_n(place_.begin(), n, Vertex{0});
  std::fill_n(liberties_.begin(), n, std::uint64_t{0});
  std::fill_n(head_.begin(), n, kPass);
  for (int point = 0; point < geometry_.points(); ++point) {
    const Vertex v = geometry_.vertex(point);
    for (const Vertex u : geometry_.neighbours(v)) {
      constexpr std::uint16_t counts[] = {0x100, 0x001, 0x010, 0x011};
      near_[v] = static_cast<std::uint16_t>(near_[v] + counts[colour_[u]]);
    }
    if (colour_[v] == kEmpty) {
      place_[v] = static_cast<Vertex>(empty_count_);
      empty_[empty_count_++] = v;
      continue;
    }
    key_ ^= stone_key(at(v), v);
    head_[v] = next_[v] = v;
    stones_[v] = 1;
    for (const Vertex u : geometry_.neighbours(v))
      if (colour_[u] == kEmpty) liberties_[v] += liberty(u);
    // Neighbours above and to the left are done already.
    for (const int step : {1, geometry_.stride()}) {
      const auto u = static_cast<Vertex>(v - step);
      if (colour_[u] == colour_[v] && head_[u] != head_[v]) merge(head_[u], head_[v]);
    }
  }
}

bool Board::has_liberties_everywhere() const {
  for (int point = 0; point < geometry_.points(); ++point) {
    const Vertex v = geometry_.vertex(point);
    if (colour_[v] != kEmpty && count(liberties_[head_[v]]) == 0) return false;
  }
  return true;
}

int Board::count_liberties(Vertex head, int limit) const {
  std::array<std::uint64_t, (kMaxVertices + 63) / 64> seen{};
  int found = 0;
  Vertex v = head;
  do {
    for (const Vertex u : geometry_.neighbours(v)) {
      if (colour_[u] != kEmpty) continue;
      std::uint64_t& word = seen[u >> 6];
      const std::uint64_t bit = std::uint64_t{1} << (u & 63);
      if (word & bit) continue;
      word |= bit;
      if (++found >= limit) return found;
    }
    v = next_[v];
  } while (v != head);
  return found;
}

bool Board::captures_or_connects(Colour colour, Vertex v, bool suicide) const {
  bool has_friend = false;
  for (const Vertex u : geometry_.neighbours(v)) {
    if (colour_[u] == kEdge) continue;
    const bool atari = single(liberties_[head_[u]]);
    if (colour_[u] == colour) {
      if (!atari) return true;
      has_friend = true;
    } else if (atari) {
      return true;
    }
  }
  return suicide && has_friend;
}

void Board::put(Colour colour, Vertex v) {
  colour_[v] = colour;
  key_ ^= stone_key(colour, v);
  const int last = --empty_count_;
  const Vertex moved = empty_[last];
  const Vertex hole = place_[v];
  empty_[hole] = moved;
  place_[moved] = hole;
  head_[v] = v;
  next_[v] = v;
  stones_[v] = 1;
}

void Board::merge(Vertex into, Vertex from) {
  if (stones_[into] < stones_[from]) std::swap(into, from);
  Vertex v = from;
  do {
    head_[v] = into;
    v = next_[v];
  } while (v != from);
  std::swap(next_[into], next_[from]);
  stones_[into] = static_cast<Vertex>(stones_[into] + stones_[from]);
  liberties_[into] += liberties_[from];
}

int Board::remove_block(Vertex head) {
  const auto colour = static_cast<Colour>(colour_[head]);
  const std::uint16_t near = kNear[colour];
  int removed = 0;
  Vertex v = head;
  do {
    colour_[v] = kEmpty;
    head_[v] = kPass;
    key_ ^= stone_key(colour, v);
    place_[v] = static_cast<Vertex>(empty_count_);
    empty_[empty_count_++] = v;
    const std::uint64_t gained = liberty(v);
    // Stones of this very block still in place gain liberties too; nobody reads them again.
    for (const Vertex u : geometry_.neighbours(v)) {
      near_[u] = static_cast<std::uint16_t>(near_[u] - near);
      liberties_[head_[u]] += gained;
    }
    ++removed;
    v = next_[v];
  } while (v != head);
  captured_[colour - 1] += removed;
  return removed;
}

int Board::play(Colour colour, Vertex v) {
  const Colour enemy = opponent(colour);
  // Four enemies or edges: only here can the stone start a ko.
  const bool surrounded = neighbours_or_edges(v, enemy) == 4;
  put(colour, v);
  const std::uint16_t near = kNear[colour];
  const std::uint64_t lost = liberty(v);
  const int stride = geometry_.stride();
  const std::array<int, 4> around{v - stride, v - 1, v + 1, v + stride};
  std::uint64_t own = 0;
  bool touches_own = false, captures = false;
  for (const int u : around) {
    near_[u] = static_cast<std::uint16_t>(near_[u] + near);
    // No branch: an empty point or edge has head 0, whose entry nobody reads.
    own += liberty(static_cast<Vertex>(u)) & (std::uint64_t{0} - std::uint64_t{colour_[u] == kEmpty});
    const std::uint64_t left = liberties_[head_[u]] -= lost;
    touches_own |= colour_[u] == colour;
    captures |= (colour_[u] == enemy) & (count(left) == 0);
  }
  liberties_[v] = own;
  ko_ = kPass;
  if (touches_own)
    for (const int u : around)
      if (colour_[u] == colour && head_[u] != head_[v]) merge(head_[u], head_[v]);
  int captured = 0;
  if (captures) {
    Vertex last_captured = kPass;
    for (const int u : around) {
      if (colour_[u] != enemy || count(liberties_[head_[u]]) != 0) continue;
      last_captured = static_cast<Vertex>(u);
      captured += remove_block(head_[u]);
    }
    if (surrounded && captured == 1) ko_ = last_captured;
  }
  if (count(liberties_[head_[v]]) == 0) remove_block(head_[v]);
  return captured;
}

std::uint64_t Board::key_after(Colour colour, Vertex v) const {
  std::uint64_t key = key_ ^ stone_key(colour, v);
  std::array<Vertex, 4> done{};
  int n_done = 0;
  bool lives = empty_neighbours(v) > 0;
  const auto around = geometry_.neighbours(v);
  for (const Vertex u : around) {
    if (colour_[u] == kEmpty || colour_[u] == kEdge) continue;
    const Vertex h = head_[u];
    const bool atari = single(liberties_[h]);
    if (colour_[u] == colour) {
      lives |= !atari;
    } else if (atari && std::find(done.begin(), done.begin() + n_done, h) == done.begin() + n_done) {
      done[n_done++] = h;
      for_each_stone(h, [&](Vertex s) { key ^= stone_key(opponent(colour), s); });
    }
  }
  if (lives || n_done > 0) return key;
  // Suicide: the new stone and its neighbouring blocks go.
  key ^= stone_key(colour, v);
  for (const Vertex u : around) {
    if (colour_[u] != colour) continue;
    const Vertex h = head_[u];
    if (std::find(done.begin(), done.begin() + n_done, h) != done.begin() + n_done) continue;
    done[n_done++] = h;
    for_each_stone(h, [&](Vertex s) { key ^= stone_key(colour, s); });
  }
  return key;
}

}  // namespace kifu::go
