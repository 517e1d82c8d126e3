#pragma once
// Moves as text, and moves packed into 16 bits.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "draughts/board.hpp"
#include "draughts/moves.hpp"

namespace kifu::draughts {

// `9-14`, `11x18x25`: captures with every square of their path.
std::string write_move(const Move& move);

// What reading a move found out.
enum class Reading {
  Exact,        // as written, or shortened to `11x25` with one result
  QuietWithX,   // a quiet move written with a capture sign: read as meant
  CaptureDash,  // a capture written with a dash: read as meant
  Unfinished,   // the first jumps of a capture that goes on, with one way to go on: completed
  Ambiguous,    // several captures fit and their results differ
  Illegal,      // squares, but no legal move
  NotAMove,     // not two to thirteen squares with -, x, : or spaces between them
};

struct MoveRead {
  Reading reading = Reading::NotAMove;
  Move move;  // for the first four readings
  bool ok() const { return reading <= Reading::Unfinished; }
};

// Reads a move of this position. `legal` holds its legal moves. Strength marks at the end (`!`, `?`, `*`) are
// passed over.
MoveRead read_move(const MoveList& legal, std::string_view text);

// `11x18` and `18x25`, one capture written jump by jump, as `11x18x25`; empty where `next` does not go on
// where `text` ends.
std::string joined_jumps(std::string_view text, std::string_view next);

// Why a move that was read as not ok was refused, in words for people.
std::string explain(const Board& board, const MoveList& legal, std::string_view text, const MoveRead& read);

// Sixteen bits a move: from - 1 (bits 0-4), to - 1 (bits 5-9), and in bits 10-15 which of the legal moves
// between those two squares it is, in the order of `before` (nearly always 0). Replays without text.
std::uint16_t pack(const MoveList& legal, const Move& move);
std::optional<Move> unpack(const MoveList& legal, std::uint16_t packed);

}  // namespace kifu::draughts
