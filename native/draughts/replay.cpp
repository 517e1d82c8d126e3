#include "draughts/replay.hpp"

#include <cassert>
#include <stdexcept>

#include "draughts/zobrist.hpp"

namespace kifu::draughts {

namespace {

PositionRow row_of(const Board& board) {
  return {compress(board.black), compress(board.white), compress(board.kings),
          static_cast<std::uint32_t>(board.to_move)};
}

const char* repaired(Reading reading) {
  switch (reading) {
    case Reading::QuietWithX:
      return "a quiet move written as a capture";
    case Reading::CaptureDash:
      return "a capture written as a quiet move";
    default:
      return "a capture that must go on was written unfinished";
  }
}

// Reads on where a capture is written jump by jump; says how many of the texts it takes up.
std::size_t whole_capture(const MoveList& legal, std::span<const std::string_view> texts, MoveRead& read) {
  std::string whole(texts[0]);
  std::size_t n = 1;
  while (n < texts.size() && (read.reading == Reading::Unfinished || read.reading == Reading::Ambiguous)) {
    const std::string longer = joined_jumps(whole, texts[n]);
    const MoveRead more = read_move(legal, longer);
    if (more.reading > Reading::Ambiguous) break;
    whole = longer;
    read = more;
    ++n;
  }
  return n;
}

}  // namespace

Replayed replay(const Board& start, std::span<const std::string_view> texts, OnIllegal on_illegal) {
  Replayed out;
  out.board = start;
  out.moves.reserve(texts.size());
  out.played.reserve(texts.size());
  MoveList legal;
  generate(start, legal);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const int index = static_cast<int>(i);
    MoveRead read = read_move(legal, texts[i]);
    const std::size_t jumps = whole_capture(legal, texts.subspan(i), read);
    i += jumps - 1;
    if (!read.ok()) {
      out.problems.push_back({index, read.reading, explain(out.board, legal, texts[i], read)});
      if (on_illegal == OnIllegal::Stop) break;
      continue;
    }
    if (read.reading != Reading::Exact || jumps > 1) {
      const Reading reading = jumps > 1 ? Reading::Unfinished : read.reading;
      const std::string what = jumps > 1 ? "a capture written jump by jump" : repaired(reading);
      out.problems.push_back({index, reading, what + ", read as " + write_move(read.move)});
    }
    out.moves.push_back(pack(legal, read.move));
    out.played.push_back(index);
    out.board = after(out.board, read.move);
    generate(out.board, legal);
  }
  return out;
}

namespace {

// visit(i, board) before every move; the board at the end is returned.
template <class Visit>
Board walk_packed(Board board, std::span<const std::uint16_t> moves, Visit&& visit) {
  MoveList legal;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    visit(i, board);
    generate(board, legal);
    const auto move = unpack(legal, moves[i]);
    if (!move) {
      throw std::invalid_argument("packed move " + std::to_string(i + 1) + " of " +
                                  std::to_string(moves.size()) + " (" + std::to_string(moves[i]) +
                                  ") is not legal in its position");
    }
    board = after(board, *move);
  }
  return board;
}

}  // namespace

void replay_packed(const Board& start, std::span<const std::uint16_t> moves, std::span<PositionRow> rows) {
  assert(rows.size() == moves.size() + 1);
  rows[moves.size()] =
      row_of(walk_packed(start, moves, [&](std::size_t i, const Board& board) { rows[i] = row_of(board); }));
}

void keys_packed(const Board& start, std::span<const std::uint16_t> moves, std::span<std::uint64_t> keys) {
  assert(keys.size() == moves.size());
  walk_packed(start, moves, [&](std::size_t i, const Board& board) { keys[i] = zobrist(board); });
}

}  // namespace kifu::draughts
