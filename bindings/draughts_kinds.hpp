#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

#include "draughts/fen.hpp"
#include "models/draughts_net.hpp"

inline kifu::models::DraughtsNetKind net_kind(std::string_view name) {
  using Kind = kifu::models::DraughtsNetKind;
  if (name == "squares") return Kind::kSquares;
  if (name == "board") return Kind::kBoard;
  if (name == "pieces") return Kind::kPieces;
  if (name == "linear") return Kind::kLinear;
  throw std::invalid_argument("expected a network of the kind squares, board, pieces or linear, got '" +
                              std::string(name) + "'");
}
