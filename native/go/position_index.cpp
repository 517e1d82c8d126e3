#include "go/position_index.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "go/walk.hpp"
#include "work/parallel.hpp"

namespace kifu::go {

namespace {

// The eight keys of a position on its way through a game.
class TurnedKeys {
 public:
  explicit TurnedKeys(int size) : geometry_(size) {
    for (int s = 0; s < kSymmetries; ++s)
      for (int p = 0; p < geometry_.points(); ++p) {
        const Place place = transform(s, size, {p % size, p / size});
        turned_[static_cast<std::size_t>(s)][geometry_.vertex(p)] = geometry_.vertex(place.x, place.y);
      }
    keys_.fill(size_key(size));
  }

  void add(Colour colour, Vertex v) {
    for (std::size_t s = 0; s < keys_.size(); ++s) keys_[s] ^= stone_key(colour, turned_[s][v]);
  }
  // Makes the keys those of this board; quick where they are already.
  void follow(const Board& board) {
    if (keys_[0] == board.key()) return;
    keys_.fill(size_key(geometry_.size()));
    for (int p = 0; p < geometry_.points(); ++p)
      if (const Vertex v = geometry_.vertex(p); !board.is_empty(v)) add(board.at(v), v);
  }
  PositionForm form(Colour to_play) const {
    const std::uint64_t least = *std::min_element(keys_.begin(), keys_.end());
    unsigned symmetries = 0;
    for (std::size_t s = 0; s < keys_.size(); ++s)
      symmetries |= static_cast<unsigned>(keys_[s] == least) << s;
    return {to_play == kWhite ? least ^ kWhiteToPlayKey : least, symmetries};
  }
  // The least of a point's places in the form of a position.
  std::uint16_t place(const PositionForm& form, Vertex v) const {
    int least = kMaxPoints;
    for (std::size_t s = 0; s < keys_.size(); ++s)
      if (form.symmetries >> s & 1) least = std::min(least, geometry_.point(turned_[s][v]));
    return static_cast<std::uint16_t>(least);
  }

 private:
  Geometry geometry_;
  std::array<std::uint64_t, kSymmetries> keys_;
  std::array<std::array<Vertex, kMaxVertices>, kSymmetries> turned_;
};

}  // namespace

PositionForm position_form(const Board& board, Colour to_play) {
  const auto keys = std::make_unique<TurnedKeys>(board.size());
  keys->follow(board);
  return keys->form(to_play);
}

PositionEntries index_positions(const Games& games, int depth, int threads) {
  struct Entry {
    std::uint64_t key;
    std::uint16_t move, next;
  };
  std::vector<std::vector<Entry>> found(games.count());
  parallel_for(games.count(), threads, 16, [&](std::size_t begin, std::size_t end) {
    const auto fresh = std::make_unique<TurnedKeys>(games.size);
    for (std::size_t g = begin; g < end; ++g) {
      auto keys = std::make_unique<TurnedKeys>(*fresh);
      walk_game(games.size, games.game(g), [&](const Board& board, Colour colour, Vertex v) {
        if (static_cast<int>(found[g].size()) >= depth) return false;
        keys->follow(board);
        const PositionForm form = keys->form(colour);
        found[g].push_back({form.key, static_cast<std::uint16_t>(found[g].size()),
                            v == kPass ? kPassNext : keys->place(form, v)});
        if (v != kPass) keys->add(colour, v);  // captures are made good by follow()
        return true;
      });
    }
  });
  PositionEntries entries;
  for (std::size_t g = 0; g < found.size(); ++g)
    for (const Entry& entry : found[g]) {
      entries.key.push_back(entry.key);
      entries.game.push_back(static_cast<std::uint32_t>(g));
      entries.move.push_back(entry.move);
      entries.next.push_back(entry.next);
    }
  return entries;
}

int turn_back(int size, int symmetry, int turned) {
  for (int p = 0; p < size * size; ++p) {
    const Place place = transform(symmetry, size, {p % size, p / size});
    if (place.y * size + place.x == turned) return p;
  }
  return -1;
}

}  // namespace kifu::go
