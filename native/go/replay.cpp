#include "go/replay.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace kifu::go {

bool unpack(const Geometry& geometry, PackedMove move, Stone& out) {
  out.colour = static_cast<Colour>(packed_colour(move));
  if (is_packed_pass(move)) {
    out.vertex = kPass;
    return true;
  }
  if (packed_x(move) >= geometry.size() || packed_y(move) >= geometry.size()) return false;
  out.vertex = geometry.vertex(packed_x(move), packed_y(move));
  return true;
}

bool setup(Game& game, std::span<const PackedMove> stones) {
  std::vector<Stone> list(stones.size());
  for (std::size_t i = 0; i < stones.size(); ++i)
    if (!unpack(game.board().geometry(), stones[i], list[i]) || list[i].vertex == kPass ||
        list[i].colour > kWhite)
      return false;
  return game.setup(list);
}

Replayed replay(Game& game, std::span<const PackedMove> moves, bool skip_illegal) {
  Replayed result;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Stone stone{};
    Legality legality = Legality::kOffBoard;
    if (unpack(game.board().geometry(), moves[i], stone))
      legality = game.legality(stone.colour, stone.vertex);
    if (legality != Legality::kLegal) {
      if (result.illegal < 0) {
        result.illegal = static_cast<int>(i);
        result.reason = legality;
      }
      if (!skip_illegal) return result;
      continue;
    }
    game.play(stone.colour, stone.vertex);
    ++result.played;
  }
  return result;
}

std::uint64_t game_key(int size, std::span<const PackedMove> setup, std::span<const PackedMove> moves) {
  std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    const auto turn = [&](PackedMove move) -> std::uint64_t {
      if (is_packed_pass(move)) return move;
      const Place p = transform(symmetry, size, {packed_x(move), packed_y(move)});
      return static_cast<unsigned>(packed_colour(move)) << 12 | (static_cast<unsigned>(p.y) & 63) << 6 |
             (static_cast<unsigned>(p.x) & 63);
    };
    // Setup stones come in any order, moves do not.
    std::uint64_t stones = 0;
    for (const PackedMove stone : setup) stones += detail::scramble(turn(stone));
    std::uint64_t key = detail::scramble(size_key(size) ^ stones);
    for (const PackedMove move : moves) key = detail::scramble(key ^ turn(move));
    best = std::min(best, key);
  }
  return best;
}

}  // namespace kifu::go
