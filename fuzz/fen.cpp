// Any bytes as FEN, then a move of that position from the rest of the line; counts agree with the moves
// found.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "draughts/fen.hpp"
#include "draughts/notation.hpp"
#include "draughts/perft.hpp"

using namespace kifu::draughts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t split = text.find('|');
  try {
    const Board board = read_fen(text.substr(0, split));
    if (!(read_fen(write_fen(board)) == board)) __builtin_trap();
    MoveList legal;
    generate(board, legal);
    if (perft(board, 1) != static_cast<std::uint64_t>(legal.size())) __builtin_trap();
    if (perft(board, 2) != perft(board, 2, false) || can_move(board) == legal.empty()) __builtin_trap();
    for (const Move& move : legal) {
      check_board(after(board, move));
      if (!(unpack(legal, pack(legal, move)) == move)) __builtin_trap();
    }
    if (split != std::string_view::npos) {
      const std::string_view written = text.substr(split + 1);
      const MoveRead read = read_move(legal, written);
      if (!read.ok()) explain(board, legal, written, read);
    }
  } catch (const std::invalid_argument&) {  // the refusal is the answer
  }
  return 0;
}
