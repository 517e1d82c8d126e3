#include "draughts/notation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace kifu::draughts {

namespace {

using Squares = std::array<std::uint8_t, kMaxPieces + 1>;

struct Written {
  Squares squares{};
  int count = 0;
  bool capture = false;  // some sign says so
  bool quiet = false;    // a dash stands somewhere
};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<Written> read_squares(std::string_view text) {
  while (!text.empty() &&
         (is_space(text.back()) || text.back() == '!' || text.back() == '?' || text.back() == '*')) {
    text.remove_suffix(1);
  }
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  Written written;
  std::size_t at = 0;
  while (true) {
    int value = 0, digits = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      if (++digits > 2) return std::nullopt;
      value = value * 10 + (text[at] - '0');
    }
    if (digits == 0 || value < 1 || value > 32 || written.count > kMaxPieces) return std::nullopt;
    written.squares[written.count++] = static_cast<std::uint8_t>(value);
    if (at == text.size()) break;
    const std::size_t start = at;
    while (at < text.size() && is_space(text[at])) ++at;
    if (at < text.size() && (text[at] == 'x' || text[at] == 'X' || text[at] == ':' || text[at] == '*')) {
      written.capture = true;
      ++at;
    } else if (at < text.size() && text[at] == '-') {
      written.quiet = true;
      ++at;
    }
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == start) return std::nullopt;
  }
  return written.count >= 2 ? std::optional(written) : std::nullopt;
}

// Whether the squares written are met in this order along the path, with the same start; `whole` asks for the
// same end.
bool fits(const Move& move, const Written& written, bool whole) {
  Squares path{};
  const int n = squares_of(move, path);
  if (path[0] != written.squares[0]) return false;
  if (whole) {
    if (path[n - 1] != written.squares[written.count - 1]) return false;
    int met = 1;
    for (int i = 1; i < n && met < written.count; ++i) met += path[i] == written.squares[met];
    return met == written.count;
  }
  return n > written.count && std::equal(path.begin(), path.begin() + written.count, written.squares.begin());
}

bool same_path(const Move& move, const Written& written) {
  Squares path{};
  const int n = squares_of(move, path);
  return n == written.count && std::equal(path.begin(), path.begin() + n, written.squares.begin());
}

std::vector<Move> fitting(const MoveList& legal, const Written& written, bool whole) {
  std::vector<Move> found;
  for (const Move& move : legal) {
    if (whole && same_path(move, written)) return {move};
    if (fits(move, written, whole)) found.push_back(move);
  }
  std::sort(found.begin(), found.end(), before);
  return found;
}

bool one_result(const std::vector<Move>& moves) {
  return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
    return move.captured == moves[0].captured && move.to == moves[0].to;
  });
}

std::string join(const std::vector<Move>& moves) {
  std::string out;
  for (const Move& move : moves) {
    if (!out.empty()) out += ", ";
    out += write_move(move);
  }
  return out;
}

}  // namespace

std::string write_move(const Move& move) {
  Squares squares{};
  const int n = squares_of(move, squares);
  std::string out = std::to_string(squares[0]);
  for (int i = 1; i < n; ++i) {
    out += move.jumps ? 'x' : '-';
    out += std::to_string(squares[i]);
  }
  return out;
}

MoveRead read_move(const MoveList& legal, std::string_view text) {
  const auto written = read_squares(text);
  if (!written) return {};
  Reading reading = Reading::Exact;
  std::vector<Move> found = fitting(legal, *written, true);
  if (found.empty()) {
    found = fitting(legal, *written, false);
    reading = Reading::Unfinished;
  }
  if (found.empty()) return {Reading::Illegal, {}};
  if (!one_result(found)) return {Reading::Ambiguous, {}};
  if (reading == Reading::Exact && found[0].jumps == 0 && written->capture) reading = Reading::QuietWithX;
  if (reading == Reading::Exact && found[0].jumps > 0 && written->quiet) reading = Reading::CaptureDash;
  return {reading, found[0]};
}

std::string joined_jumps(std::string_view text, std::string_view next) {
  const auto before = read_squares(text), after = read_squares(next);
  if (!before || !after || before->squares[before->count - 1] != after->squares[0]) return {};
  if (before->count + after->count - 1 > kMaxPieces + 1) return {};
  std::string out = std::to_string(before->squares[0]);
  for (int i = 1; i < before->count; ++i) out += 'x' + std::to_string(before->squares[i]);
  for (int i = 1; i < after->count; ++i) out += 'x' + std::to_string(after->squares[i]);
  return out;
}

std::string explain(const Board& board, const MoveList& legal, std::string_view text, const MoveRead& read) {
  if (read.reading == Reading::NotAMove) return "expected a move like 9-14 or 11x18x25";
  const auto written = read_squares(text);
  if (read.reading == Reading::Ambiguous && written) {
    auto readings = fitting(legal, *written, true);
    if (readings.empty()) readings = fitting(legal, *written, false);
    return "ambiguous, write the whole path: " + join(readings);
  }
  const std::string side = board.to_move == Colour::Black ? "Black" : "White";
  if (legal.empty()) return side + " has no move, the game is over";
  if (written) {
    const Bits from = bits_of(written->squares[0]);
    const std::string n = std::to_string(written->squares[0]);
    if (board.empty() & from) return "there is no piece on " + n;
    if (!(board.pieces(board.to_move) & from))
      return "the piece on " + n + " is not " + side + "'s, who is to move";
  }
  std::vector<Move> moves(legal.begin(), legal.end());
  std::sort(moves.begin(), moves.end(), before);
  return (moves[0].jumps ? side + " must capture: " : "legal moves: ") + join(moves);
}

std::uint16_t pack(const MoveList& legal, const Move& move) {
  int rank = 0;
  for (const Move& other : legal)
    rank += other.from == move.from && other.to == move.to && before(other, move);
  return static_cast<std::uint16_t>((square_of(move.from) - 1) | (square_of(move.to) - 1) << 5 | rank << 10);
}

std::optional<Move> unpack(const MoveList& legal, std::uint16_t packed) {
  const int from = bit_of((packed & 31) + 1), to = bit_of((packed >> 5 & 31) + 1), wanted = packed >> 10;
  for (const Move& move : legal) {
    if (move.from != from || move.to != to) continue;
    int rank = 0;
    for (const Move& other : legal) rank += other.from == from && other.to == to && before(other, move);
    if (rank == wanted) return move;
  }
  return std::nullopt;
}

}  // namespace kifu::draughts
