#include "features/patterns.hpp"

#include <algorithm>
#include <mutex>

namespace kifu::features {

using go::Board;
using go::Colour;
using go::Geometry;
using go::Vertex;

namespace {

constexpr int kSide = 2 * kRadius + 1;
constexpr int kCornerMost = kCornerSide.back();
constexpr int kOwn = 0, kEnemy = 1, kOutside = 2, kMark = 3;

struct Offset {
  int dx, dy, ring;
};

// Random numbers by what they stand for; part of the format of pattern models, so the formula must not
// change.
std::uint64_t number(unsigned what, int a, int b, int c = 0) {
  using go::detail::scramble;
  return scramble(scramble(scramble(what) + static_cast<unsigned>(a + 64)) +
                  (static_cast<unsigned>(b + 64) << 8) + static_cast<unsigned>(c));
}

struct Turned {
  int dx, dy;
};

Turned turn(int symmetry, int dx, int dy) {
  if (symmetry & 1) dx = -dx;
  if (symmetry & 2) dy = -dy;
  return symmetry & 4 ? Turned{dy, dx} : Turned{dx, dy};
}

std::uint64_t local_number(int symmetry, int dx, int dy, int state) {
  const Turned t = turn(symmetry, dx, dy);
  return number(0x6c6f63, t.dx, t.dy, state);
}

constexpr std::array<std::uint64_t, kTemplates> kSalt = [] {
  std::array<std::uint64_t, kTemplates> salt{};
  for (unsigned t = 0; t < kTemplates; ++t) salt[t] = go::detail::scramble(0x74656d70u + t);
  return salt;
}();

std::uint64_t least(const std::array<std::uint64_t, kViews / 2>& views) {
  return *std::min_element(views.begin(), views.end());
}

}  // namespace

struct PatternTables {
  explicit PatternTables(int size);

  struct Seen {
    std::uint32_t row;     // of the centre's ring
    std::uint16_t offset;  // from the centre to the point
  };

  Geometry geometry;
  std::vector<Offset> offsets;
  std::vector<std::array<Views, 2>> change;          // [offset][colour - 1]
  std::vector<std::vector<Seen>> seen;               // [vertex of a stone]
  std::vector<std::uint64_t> empty;                  // rings of the empty board
  std::vector<std::array<Views, 2>> whole;           // [vertex][colour - 1]
  std::vector<std::array<std::uint64_t, 8>> centre;  // [vertex][symmetry]
  std::array<std::array<std::array<std::uint64_t, 8>, kSide * kSide>, 3> mark;
  // [own, enemy, candidate][y * kCornerMost + x]
  std::array<std::array<std::uint64_t, kCornerMost * kCornerMost>, 3> corner;
};

PatternTables::PatternTables(int size)
    : geometry(size),
      seen(static_cast<std::size_t>(geometry.vertices())),
      empty(static_cast<std::size_t>(geometry.vertices()) * kLocalTemplates * kViews),
      whole(static_cast<std::size_t>(geometry.vertices())),
      centre(static_cast<std::size_t>(geometry.vertices())),
      mark{},
      corner{} {
  for (int what = 0; what < 3; ++what)
    for (int y = 0; y < kCornerMost; ++y)
      for (int x = 0; x < kCornerMost; ++x)
        corner[static_cast<std::size_t>(what)][static_cast<std::size_t>(y * kCornerMost + x)] =
            number(0x636f72, x, y, what);
  for (int dy = -kRadius; dy <= kRadius; ++dy)
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const int ring = ring_of(dx, dy);
      for (int which = 0; which < 3; ++which)
        for (int s = 0; s < 8; ++s)
          mark[static_cast<std::size_t>(which)]
              [static_cast<std::size_t>((dy + kRadius) * kSide + dx + kRadius)][static_cast<std::size_t>(s)] =
                  local_number(s, dx, dy, kMark + which);
      if (ring < kLocalTemplates && (dx != 0 || dy != 0)) offsets.push_back({dx, dy, ring});
    }
  change.resize(offsets.size());
  for (std::size_t i = 0; i < offsets.size(); ++i)
    for (int colour = 0; colour < 2; ++colour)
      for (int view = 0; view < kViews; ++view)
        change[i][static_cast<std::size_t>(colour)][static_cast<std::size_t>(view)] =
            local_number(view & 7, offsets[i].dx, offsets[i].dy, colour == view >> 3 ? kOwn : kEnemy);
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      const Vertex v = geometry.vertex(x, y);
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        const auto [dx, dy, ring] = offsets[i];
        const auto row = (v * std::uint32_t{kLocalTemplates} + static_cast<std::uint32_t>(ring)) * kViews;
        if (x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size) {
          seen[geometry.vertex(x + dx, y + dy)].push_back({row, static_cast<std::uint16_t>(i)});
        } else {
          for (int view = 0; view < kViews; ++view)
            empty[row + static_cast<std::size_t>(view)] ^= local_number(view & 7, dx, dy, kOutside);
        }
      }
      for (int s = 0; s < 8; ++s) {
        const auto place = go::transform(s, size, {x, y});
        centre[v][static_cast<std::size_t>(s)] = number(0x63656e, place.x, place.y) ^ go::size_key(size);
        for (int colour = 0; colour < 2; ++colour)
          for (int player = 0; player < 2; ++player)
            whole[v][static_cast<std::size_t>(colour)][static_cast<std::size_t>(8 * player + s)] =
                number(0x77686f, place.x, place.y, colour == player ? kOwn : kEnemy);
      }
    }
}

const PatternTables& pattern_tables(int size) {
  static std::array<std::unique_ptr<const PatternTables>, go::kMaxSize + 1> made;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  auto& tables = made[static_cast<std::size_t>(size)];
  if (!tables) tables = std::make_unique<const PatternTables>(size);
  return *tables;
}

namespace {

// Distances of a point from the sides of one corner: 0 and 0 in the corner itself.
go::Place from_corner(const Geometry& geometry, int corner, Vertex v) {
  return go::transform(corner, geometry.size(), {geometry.x(v), geometry.y(v)});
}

}  // namespace

PatternTracker::PatternTracker(int size) : tables_(&pattern_tables(size)), rings_(tables_->empty) {}

void PatternTracker::clear() {
  rings_ = tables_->empty;
  whole_ = {};
  corners_ = {};
}

void PatternTracker::toggle(Colour colour, Vertex v) {
  const auto side = static_cast<std::size_t>(colour - 1);
  for (const auto& seen : tables_->seen[v]) {
    std::uint64_t* ring = rings_.data() + seen.row;
    const Views& change = tables_->change[seen.offset][side];
    for (std::size_t view = 0; view < kViews; ++view) ring[view] ^= change[view];
  }
  for (std::size_t view = 0; view < kViews; ++view) whole_[view] ^= tables_->whole[v][side][view];
  for (int corner = 0; corner < 4; ++corner) {
    const auto [x, y] = from_corner(tables_->geometry, corner, v);
    for (std::size_t square = 0; square < kCornerSquares; ++square) {
      if (std::max(x, y) >= kCornerSide[square]) continue;
      for (std::size_t player = 0; player < 2; ++player) {
        const auto& numbers = tables_->corner[static_cast<std::size_t>(side != player)];
        auto& keys = corners_[static_cast<std::size_t>(corner)][square][player];
        keys[0] ^= numbers[static_cast<std::size_t>(y * kCornerMost + x)];
        keys[1] ^= numbers[static_cast<std::size_t>(x * kCornerMost + y)];
      }
    }
  }
}

void PatternTracker::follow(const Board& board) {
  clear();
  const Geometry& geometry = board.geometry();
  for (int point = 0; point < geometry.points(); ++point) {
    const Vertex v = geometry.vertex(point);
    if (!board.is_empty(v)) toggle(board.at(v), v);
  }
}

int PatternTracker::play(Board& board, Colour colour, Vertex v) {
  std::array<Vertex, 4> heads{};
  std::size_t n = 0;
  for (const Vertex u : board.geometry().neighbours(v)) {
    if (board.at(u) != opponent(colour)) continue;
    const Vertex head = board.head(u);
    if (!board.in_atari(head) || std::find(heads.begin(), heads.begin() + n, head) != heads.begin() + n)
      continue;
    heads[n++] = head;
    board.for_each_stone(head, [&](Vertex stone) { toggle(opponent(colour), stone); });
  }
  toggle(colour, v);
  const int captured = board.play(colour, v);
  if (board.is_empty(v)) follow(board);  // a suicide took more than this stone off
  return captured;
}

PatternKeys PatternTracker::keys(Colour player, Vertex v) const {
  const std::uint64_t* ring = rings_.data() + v * kRow + 8 * (player - 1);
  std::array<std::uint64_t, 8> views{};
  PatternKeys keys;
  for (std::size_t t = 0; t < kLocalTemplates; ++t, ring += kViews) {
    for (std::size_t s = 0; s < 8; ++s) views[s] ^= ring[s];
    keys[t] = go::detail::scramble(least(views) ^ kSalt[t]);
  }
  for (std::size_t s = 0; s < 8; ++s) views[s] = whole_[8 * (player - 1u) + s] ^ tables_->centre[v][s];
  keys[kLocalTemplates] = go::detail::scramble(least(views) ^ kSalt[kLocalTemplates]);
  return keys;
}

PatternKeys PatternTracker::marked_keys(Colour player, Vertex v, int dx, int dy, int mark) const {
  const std::uint64_t* ring = rings_.data() + v * kRow + 8 * (player - 1);
  auto views = tables_->mark[static_cast<std::size_t>(mark)]
                            [static_cast<std::size_t>((dy + kRadius) * kSide + dx + kRadius)];
  PatternKeys keys{};
  for (std::size_t t = 0; t < kLocalTemplates; ++t, ring += kViews) {
    for (std::size_t s = 0; s < 8; ++s) views[s] ^= ring[s];
    keys[t] = go::detail::scramble(least(views) ^ kSalt[t]);
  }
  return keys;
}

int PatternTracker::corner_keys(Colour player, Vertex v,
                                std::array<std::uint64_t, kCornerSquares>& out) const {
  const Geometry& geometry = tables_->geometry;
  if (geometry.size() < 2 * kCornerMost - 1) return 0;
  // The nearest corner; on a middle line the squares do not overlap enough to matter.
  const int middle = geometry.size() / 2;
  const int corner = (geometry.x(v) > middle ? 1 : 0) | (geometry.y(v) > middle ? 2 : 0);
  const auto [x, y] = from_corner(geometry, corner, v);
  int n = 0;
  for (std::size_t square = 0; square < kCornerSquares; ++square) {
    if (std::max(x, y) >= kCornerSide[square]) continue;
    const auto& keys = corners_[static_cast<std::size_t>(corner)][square][player - 1u];
    const std::uint64_t a = keys[0] ^ tables_->corner[2][static_cast<std::size_t>(y * kCornerMost + x)];
    const std::uint64_t b = keys[1] ^ tables_->corner[2][static_cast<std::size_t>(x * kCornerMost + y)];
    out[static_cast<std::size_t>(n++)] = go::detail::scramble(std::min(a, b) ^ (0x636f726e00u + square));
  }
  return n;
}

}  // namespace kifu::features
