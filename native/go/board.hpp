#pragma once
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "go/geometry.hpp"
#include "go/zobrist.hpp"

namespace kifu::go {

// Stones, blocks and simple ko of one position. Made for playouts: it copies in a few hundred bytes on 9x9,
// keeps no history (superko and undo are Game's), does not care whose turn it is, and play() trusts that
// is_legal() was asked.
//
// Liberties of a block are counted once per adjacent stone ("pseudo-liberties"), as count, sum and sum of
// squares of their vertices in one 64-bit number. That is enough to tell no liberty (count 0) and exactly one
// (count * squares == sum * sum, equality of Cauchy-Schwarz), and to name that one; more is counted only when
// somebody asks.
class Board {
 public:
  explicit Board(int size);
  Board(const Board& other) : geometry_(other.geometry_) { copy(other); }
  Board& operator=(const Board& other) {
    geometry_ = other.geometry_;
    copy(other);
    return *this;
  }

  const Geometry& geometry() const { return geometry_; }
  int size() const { return geometry_.size(); }
  Colour at(Vertex v) const { return static_cast<Colour>(colour_[v]); }
  bool is_empty(Vertex v) const { return colour_[v] == kEmpty; }
  // The colours of all vertices; behind the last of the board's size nothing is told.
  const std::array<std::uint8_t, kMaxVertices>& colours() const { return colour_; }
  // Where simple ko forbids the next stone of the player who was just captured, or kPass.
  Vertex ko() const { return ko_; }
  void clear_ko() { ko_ = kPass; }
  void set_ko(Vertex v) { ko_ = v; }
  // XOR of the stones' keys and the size's; ko and the player to move are not in it.
  std::uint64_t key() const { return key_; }
  // Stones of this colour taken off the board so far.
  int captured(Colour colour) const { return captured_[colour - 1]; }

  int empty_count() const { return empty_count_; }
  Vertex empty_at(int i) const { return empty_[i]; }
  void swap_empties(int i, int j) {
    const Vertex a = empty_[i], b = empty_[j];
    empty_[i] = b, place_[b] = static_cast<Vertex>(i);
    empty_[j] = a, place_[a] = static_cast<Vertex>(j);
  }

  // Blocks. The head of a block is one of its stones, the same for all of them until the block changes.
  Vertex head(Vertex v) const { return head_[v]; }
  Vertex next_stone(Vertex v) const { return next_[v]; }
  int stones(Vertex head) const { return stones_[head]; }
  bool in_atari(Vertex head) const { return single(liberties_[head]); }
  // The only liberty of a block in atari.
  Vertex atari_liberty(Vertex head) const {
    const std::uint64_t l = liberties_[head];
    return static_cast<Vertex>(sum(l) / count(l));
  }
  // Liberties, each as often as stones of the block touch it: at most four times.
  int pseudo_liberties(Vertex head) const { return static_cast<int>(count(liberties_[head])); }
  template <class Visit>
  void for_each_stone(Vertex head, Visit&& visit) const {
    Vertex v = head;
    do {
      visit(v);
      v = next_[v];
    } while (v != head);
  }
  // The real number of liberties; stops counting at `limit`.
  int count_liberties(Vertex head, int limit = kMaxPoints) const;

  int empty_neighbours(Vertex v) const { return (near_[v] >> 8) & 7; }
  // Stones of this colour and edges beside v.
  int neighbours_or_edges(Vertex v, Colour colour) const { return (near_[v] >> (4 * (colour - 1))) & 7; }
  // Stones of this colour beside v.
  int stones_beside(Vertex v, Colour colour) const {
    return 4 - empty_neighbours(v) - neighbours_or_edges(v, opponent(colour));
  }

  // Simple ko and suicide only; `suicide` says whether taking off one's own block of two or more is allowed.
  bool is_legal(Colour colour, Vertex v, bool suicide = false) const {
    return colour_[v] == kEmpty && v != ko_ && leaves_liberties(colour, v, suicide);
  }
  // Whether a stone on this empty point would stand, or may be taken off as allowed suicide. Single-stone
  // suicide changes nothing on the board and is never allowed.
  bool leaves_liberties(Colour colour, Vertex v, bool suicide) const {
    return empty_neighbours(v) > 0 || captures_or_connects(colour, v, suicide);
  }
  // What a stone of `colour` on this empty point would meet. `liberties` of its block are told up to 2, and
  // without those that captured stones leave.
  struct Outlook {
    bool captures;
    int liberties;
  };
  Outlook stone_outlook(Colour colour, Vertex v) const {
    const auto around = geometry_.neighbours(v);
    const Colour enemy = opponent(colour);
    bool captures = false;
    if (neighbours_or_edges(v, enemy) == 4) {  // no friend and no room, as in the enemy's eyes
      for (const Vertex u : around) captures |= (colour_[u] == enemy) & single(liberties_[head_[u]]);
      return {captures, 0};
    }
    // The liberties of all neighbouring friends, this point taken out, and the empty neighbours: as many
    // sums as make one block, so that none and exactly one are told as for any block.
    std::uint64_t all = 0;
    for (int i = 0; i < 4; ++i) {
      const Vertex u = around[i];
      const Vertex h = head_[u];
      const std::uint64_t l = liberties_[h];
      captures |= (colour_[u] == enemy) & single(l);
      bool fresh = colour_[u] == colour;
      for (int j = 0; j < i; ++j) fresh &= head_[around[j]] != h;
      all += l & (std::uint64_t{0} - std::uint64_t{fresh});
      all -= liberty(v) & (std::uint64_t{0} - std::uint64_t{colour_[u] == colour});
      all += liberty(u) & (std::uint64_t{0} - std::uint64_t{colour_[u] == kEmpty});
    }
    return {captures, count(all) == 0 ? 0 : single(all) ? 1 : 2};
  }
  // False only for drawn boards that no game can reach.
  bool has_liberties_everywhere() const;
  // A point where filling is almost never wanted: own stones or edges on all four sides, and at most one
  // enemy diagonal (none at the edge).
  bool is_eye(Colour colour, Vertex v) const {
    if (neighbours_or_edges(v, colour) != 4) return false;
    int enemies = 0, edges = 0;
    for (const Vertex d : geometry_.diagonals(v)) {
      enemies += colour_[d] == opponent(colour);
      edges |= colour_[d] == kEdge;
    }
    return enemies + edges < 2;
  }

  // Plays a legal stone and returns the number of enemy stones captured. If the stone's own block is left
  // without liberties (suicide), that block is taken off.
  int play(Colour colour, Vertex v);
  // Also clears ko. A pass needs no other call.
  void pass() { ko_ = kPass; }

  // Sets the colour of a point as it is drawn, no capture, no ko. Call rebuild() after the last one.
  void draw(Vertex v, Colour colour) { colour_[v] = colour; }
  // Computes blocks, liberties, neighbours, empties and key from the colours alone.
  void rebuild();
  void set_captured(Colour colour, int n) { captured_[colour - 1] = n; }
  // The key after playing here, with captures and suicide, without playing.
  std::uint64_t key_after(Colour colour, Vertex v) const;

 private:
  static constexpr int kSumShift = 31, kCountShift = 52;
  static constexpr std::uint64_t liberty(Vertex v) {
    return (std::uint64_t{1} << kCountShift) | (std::uint64_t{v} << kSumShift) | (std::uint64_t{v} * v);
  }
  static std::uint64_t count(std::uint64_t l) { return l >> kCountShift; }
  static std::uint64_t sum(std::uint64_t l) {
    return (l >> kSumShift) & ((1u << (kCountShift - kSumShift)) - 1);
  }
  static std::uint64_t squares(std::uint64_t l) { return l & ((1u << kSumShift) - 1); }
  static bool single(std::uint64_t l) { return count(l) * squares(l) == sum(l) * sum(l); }

  struct Fresh {};
  Board(int size, Fresh);
  bool captures_or_connects(Colour colour, Vertex v, bool suicide) const;
  void put(Colour colour, Vertex v);
  void merge(Vertex into, Vertex from);
  int remove_block(Vertex head);
  void copy(const Board& other);

  Geometry geometry_;
  Vertex ko_ = kPass;
  int empty_count_ = 0;
  std::array<int, 2> captured_{};
  std::uint64_t key_ = 0;
  // Only the first vertices() entries of each array are used, and copied.
  std::array<std::uint8_t, kMaxVertices> colour_;
  // Packed counts of neighbours: bits 0-3 black or edge, 4-7 white or edge, 8-11 empty.
  std::array<std::uint16_t, kMaxVertices> near_;
  std::array<Vertex, kMaxVertices> head_, next_, stones_, place_;
  std::array<Vertex, kMaxPoints> empty_;
  std::array<std::uint64_t, kMaxVertices> liberties_;
};

}  // namespace kifu::go
