#pragma once
// Points of a square board as vertices of a padded array: one edge column shared by neighbouring rows, one
// edge row above and one below, so the four neighbours of a point are always in the array and need no test.
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kifu::go {

inline constexpr int kMinSize = 2;
inline constexpr int kMaxSize = 25;
inline constexpr int kMaxPoints = kMaxSize * kMaxSize;
inline constexpr int kMaxVertices = (kMaxSize + 2) * (kMaxSize + 1) + 1;

enum Colour : std::uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2, kEdge = 3 };

constexpr Colour opponent(Colour colour) { return static_cast<Colour>(3 - colour); }

using Vertex = std::uint16_t;

// No point is at vertex 0: it stands for a pass, or for "nowhere".
inline constexpr Vertex kPass = 0;

class Geometry {
 public:
  constexpr explicit Geometry(int size) : size_(size), stride_(size + 1) {}

  constexpr int size() const { return size_; }
  constexpr int stride() const { return stride_; }
  constexpr int points() const { return size_ * size_; }
  constexpr int vertices() const { return (size_ + 2) * stride_ + 1; }

  // x from the left, y from the top, both from 0.
  constexpr Vertex vertex(int x, int y) const { return static_cast<Vertex>((y + 1) * stride_ + x + 1); }
  constexpr Vertex vertex(int point) const { return vertex(point % size_, point / size_); }
  constexpr int x(Vertex v) const { return v % stride_ - 1; }
  constexpr int y(Vertex v) const { return v / stride_ - 1; }
  // Row by row from the top left: the order of arrays that leave the core.
  constexpr int point(Vertex v) const { return y(v) * size_ + x(v); }

  std::array<Vertex, 4> neighbours(Vertex v) const {
    return {static_cast<Vertex>(v - stride_), static_cast<Vertex>(v - 1), static_cast<Vertex>(v + 1),
            static_cast<Vertex>(v + stride_)};
  }
  std::array<Vertex, 4> diagonals(Vertex v) const {
    return {static_cast<Vertex>(v - stride_ - 1), static_cast<Vertex>(v - stride_ + 1),
            static_cast<Vertex>(v + stride_ - 1), static_cast<Vertex>(v + stride_ + 1)};
  }

 private:
  int size_, stride_;
};

// The eight symmetries of the square. Bit 0 mirrors x, bit 1 mirrors y, then bit 2 exchanges x and y.
inline constexpr int kSymmetries = 8;

struct Place {
  int x, y;
};

constexpr Place transform(int symmetry, int size, Place p) {
  if (symmetry & 1) p.x = size - 1 - p.x;
  if (symmetry & 2) p.y = size - 1 - p.y;
  if (symmetry & 4) return {p.y, p.x};
  return p;
}

}  // namespace kifu::go
