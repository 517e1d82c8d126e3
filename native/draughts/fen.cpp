#include "draughts/fen.hpp"

#include <bit>
#include <cstddef>
#include <optional>
#include <stdexcept>

namespace kifu::draughts {

namespace {

constexpr std::size_t kLongest = 1000;  // 32 kings need 130; the rest is room for spaces

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Board read() {
    if (text_.size() > kLongest) {
      throw std::invalid_argument("a FEN has at most " + std::to_string(kLongest) +
                                  " characters, this one has " + std::to_string(text_.size()));
    }
    take('"');
    const auto side = colour();
    if (!side) fail("B or W, the side to move");
    board_.to_move = *side;
    bool seen[2] = {false, false};
    while (take(':')) {
      if (counter()) continue;
      const auto owner = colour();
      if (!owner) fail("B or W before a list of squares");
      const int index = static_cast<int>(*owner);
      if (seen[index])
        throw std::invalid_argument(std::string("the pieces of ") + name(*owner) + " are given twice");
      seen[index] = true;
      if (at_item()) pieces(*owner);
    }
    take('.');
    take('"');
    if (peek() != '\0' || at_ < text_.size()) fail("':', ',' or the end");
    check_board(board_);
    return board_;
  }

 private:
  static const char* name(Colour colour) { return colour == Colour::Black ? "Black" : "White"; }

  // The next character that is no space, in upper case; 0 at the end.
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
    if (at_ == text_.size()) return '\0';
    const char c = text_[at_];
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  bool take(char wanted) {
    if (at_ >= text_.size() || peek() != wanted || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void fail(const char* expected) {
    throw std::invalid_argument("expected " + std::string(expected) + " at character " +
                                std::to_string(at_ + 1));
  }
  std::optional<Colour> colour() {
    if (take('B')) return Colour::Black;
    if (take('W')) return Colour::White;
    return std::nullopt;
  }
  bool at_item() {
    const char c = peek();
    return c == 'K' || (c >= '0' && c <= '9');
  }
  bool counter() {
    if (!take('H') && !take('F')) return false;
    if (const char c = peek(); c < '0' || c > '9') fail("a number after H or F");
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return true;
  }
  int square() {
    if (const char c = peek(); c < '0' || c > '9') fail("a square from 1 to 32");
    int value = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      if (value <= 32) value = value * 10 + (text_[at_] - '0');
      ++at_;
    }
    if (value < 1 || value > 32) {
      throw std::invalid_argument("expected a square from 1 to 32 before character " +
                                  std::to_string(at_ + 1));
    }
    return value;
  }
  void pieces(Colour colour) {
    do {
      if (!at_item()) break;  // a comma too many
      const bool king = take('K');
      const int first = square();
      int last = first;
      if (take('-')) {
        take('K');
        last = square();
        if (last < first) throw std::invalid_argument("a range of squares must ascend, this one runs down");
      }
      for (int n = first; n <= last; ++n) place(colour, king, n);
    } while (take(','));
  }
  void place(Colour colour, bool king, int n) {
    const Bits bit = bits_of(n);
    if ((board_.black | board_.white) & bit) {
      throw std::invalid_argument("square " + std::to_string(n) + " is given twice");
    }
    (colour == Colour::Black ? board_.black : board_.white) |= bit;
    if (king) board_.kings |= bit;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Board board_;
};

void write_side(std::string& out, Bits pieces, Bits kings) {
  const std::size_t start = out.size();
  for (; pieces; pieces &= pieces - 1) {
    if (out.size() > start) out += ',';
    if (kings & pieces & -pieces) out += 'K';
    out += std::to_string(square_of(std::countr_zero(pieces)));
  }
}

}  // namespace

Board read_fen(std::string_view text) { return Reader(text).read(); }

std::string write_fen(const Board& board) {
  std::string out = board.to_move == Colour::Black ? "B:W" : "W:W";
  write_side(out, board.white, board.kings);
  out += ":B";
  write_side(out, board.black, board.kings);
  return out;
}

void check_board(const Board& board) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument(why); };
  if ((board.black | board.white | board.kings) & ~kSquares) refuse("a piece stands off the board");
  if (const Bits both = board.black & board.white) {
    refuse("square " + std::to_string(square_of(std::countr_zero(both))) + " has a piece of both sides");
  }
  if (board.kings & board.empty()) refuse("a king stands on an empty square");
  if (!(board.black | board.white)) refuse("there are no pieces");
  for (const Colour colour : {Colour::Black, Colour::White}) {
    const bool black = colour == Colour::Black;
    const std::string name = black ? "Black" : "White";
    const Bits pieces = board.pieces(colour);
    if (const int n = std::popcount(pieces); n > kMaxPieces) {
      refuse(name + " has " + std::to_string(n) + " pieces, at most 12 are possible");
    }
    if (const Bits stuck = pieces & ~board.kings & (black ? kBlackCrown : kWhiteCrown)) {
      const std::string n = std::to_string(square_of(std::countr_zero(stuck)));
      refuse(name + " has a man on " + n + ", where it would be a king: write K" + n);
    }
  }
}

}  // namespace kifu::draughts
