#pragma once
// Moves worth a look without any learned model: tactics, 3x3 shapes, nearness to the last move, lines of the
// board. Also the preprocessor of Monte-Carlo verification.
#include <vector>

#include "go/board.hpp"
#include "search/concepts.hpp"
#include "search/go_state.hpp"

namespace kifu::search {

// All legal moves (simple ko) but own eyes, the best first; without pass. Priors add up to 1.
void plain_candidates(const GoState& state, std::vector<Candidate<go::Vertex>>& out);

// Whether a stone here fills an own eye that nothing threatens.
bool fills_eye(const go::Board& board, go::Colour colour, go::Vertex v);

// Sorts by prior, the best first (ties by point), and makes priors add up to 1.
void settle(std::vector<Candidate<go::Vertex>>& candidates);

}  // namespace kifu::search
