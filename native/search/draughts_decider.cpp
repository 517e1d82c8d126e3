#include "search/draughts_decider.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

#include "work/random.hpp"

namespace kifu::search {

using namespace draughts;

namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw std::invalid_argument("the decider '" + std::string(text) + "' " + why);
}

template <class T>
T number(std::string_view text, std::string_view name, std::string_view value, T low, T high) {
  T out{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out);
  if (error != std::errc() || end != value.data() + value.size() || !(out >= low && out <= high))
    refuse(text, "has " + std::string(name) + "=" + std::string(value) + ": expected a number from " +
                     std::to_string(low) + " to " + std::to_string(high));
  return out;
}

bool yes(std::string_view text, std::string_view name, std::string_view value) {
  if (value == "yes" || value.empty()) return true;
  if (value == "no") return false;
  refuse(text, "has " + std::string(name) + "=" + std::string(value) + ": expected yes or no");
}

DraughtsDecision decision_of(const AlphaBetaResult<Move>& found) {
  DraughtsDecision decision;
  decision.move = found.move;
  decision.value = std::clamp(static_cast<double>(found.value) / kJudged, -1.0, 1.0);
  if (is_decided(found.value))
    decision.plies_to_end = found.value > 0 ? kWon - found.value : -(kWon + found.value);
  decision.depth = found.depth;
  decision.nodes = found.nodes;
  decision.evaluations = found.evaluations;
  decision.seconds = found.seconds;
  decision.variation = found.variation;
  return decision;
}

}  // namespace

DeciderOptions read_decider(std::string_view text) {
  using Kind = DeciderOptions::Kind;
  DeciderOptions options;
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const bool tree = kind == "mcts" || kind == "ept";
  if (kind == "random") {
    options.kind = Kind::kRandom;
  } else if (tree) {
    options.kind = Kind::kTree;
    if (kind == "ept") options.ply = 6;
  } else if (kind == "material") {
    options.counts = true;
  } else if (kind != "minimax") {
    refuse(text, "is not known: expected minimax, material, mcts, ept or random");
  }
  std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    const std::size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
    if (options.kind != Kind::kRandom && name == "seconds") {
      options.seconds = number<double>(text, name, value, 0, 86400);
    } else if (tree && name == "playouts") {
      options.playouts = number<std::uint64_t>(text, name, value, 0, kMost);
    } else if (kind == "ept" && name == "ply") {
      options.ply = number<int>(text, name, value, 1, 200);
    } else if (tree && name == "exploration") {
      options.exploration = number<float>(text, name, value, 0, 100);
    } else if (options.kind == Kind::kAlphaBeta && name == "depth") {
      options.depth = number<int>(text, name, value, 1, 100);
    } else if (options.kind == Kind::kAlphaBeta && name == "nodes") {
      options.nodes = number<std::uint64_t>(text, name, value, 0, kMost);
    } else if (options.kind == Kind::kAlphaBeta && name == "table") {
      options.table_bits = number<int>(text, name, value, 0, 28);
    } else if (options.kind == Kind::kAlphaBeta && name == "captures") {
      options.captures = yes(text, name, value);
    } else if (options.kind == Kind::kAlphaBeta && name == "deepen") {
      options.deepen = yes(text, name, value);
    } else if (options.kind == Kind::kAlphaBeta && name == "forced") {
      options.forced = yes(text, name, value);
    } else {
      refuse(text, "has no option '" + std::string(name) + "'");
    }
  }
  if (tree && options.playouts == 0 && options.seconds <= 0)
    refuse(text, "never ends: expected playouts or seconds above 0");
  if (options.kind == Kind::kAlphaBeta && !options.deepen && (options.seconds > 0 || options.nodes > 0))
    refuse(text, "has a bound of seconds or nodes, which needs deepen=yes");
  return options;
}

DraughtsDecider::DraughtsDecider(const DeciderOptions& options) : options_(options) {
  if (options.kind == DeciderOptions::Kind::kAlphaBeta) {
    // Shallow trees hardly meet a position twice.
    const bool remembers = options.deepen || options.depth >= 5;
    alpha_beta_ = std::make_unique<AlphaBeta<DraughtsLine>>(remembers ? options.table_bits : 0);
  } else if (options.kind == DeciderOptions::Kind::kTree) {
    TreeOptions tree;
    tree.exploration = options.exploration;
    tree.rave = 0;
    tree.first_play = 0;
    tree.expand = 1;
    tree.widening = 0;
    tree.megabytes = 256;
    tree_ = std::make_unique<TreeSearch<DraughtsState, DraughtsEvaluator>>(tree);
  }
}

void DraughtsDecider::new_game() {
  if (alpha_beta_) alpha_beta_->clear();
}

DraughtsDecision DraughtsDecider::decide(const draughts::Game& game, const DraughtsJudge& judge,
                                         std::uint64_t seed, const std::atomic<bool>* stop,
                                         const Report& report) {
  DraughtsJudge used = judge;
  if (options_.counts) used.net = nullptr;
  MoveList legal;
  generate(game.board(), legal);
  if (legal.empty()) throw std::invalid_argument("the side to move has no move");
  if (options_.kind == DeciderOptions::Kind::kRandom || (legal.size() == 1 && !options_.forced)) {
    DraughtsDecision decision;
    decision.move = legal[static_cast<int>(Random(seed).below(static_cast<std::uint32_t>(legal.size())))];
    decision.variation = {decision.move};
    return decision;
  }
  return tree_ ? by_tree(game, used, seed, stop) : by_alpha_beta(game, used, seed, stop, report);
}

DraughtsDecision DraughtsDecider::by_alpha_beta(const draughts::Game& game, const DraughtsJudge& judge,
                                                std::uint64_t seed, const std::atomic<bool>* stop,
                                                const Report& report) {
  line_.set(game, judge);
  MoveList legal;
  generate(game.board(), legal);
  std::vector<Move> moves(legal.begin(), legal.end());
  Random random(seed);
  for (std::size_t i = moves.size(); i > 1; --i)
    std::swap(moves[i - 1], moves[random.below(static_cast<std::uint32_t>(i))]);
  AlphaBetaOptions options;
  options.depth = options_.depth;
  options.extend = options_.captures;
  options.deepen = options_.deepen;
  options.seconds = options_.seconds;
  options.nodes = options_.nodes;
  options.stop = stop;
  std::function<void(const AlphaBetaResult<Move>&)> told;
  if (report) told = [&](const AlphaBetaResult<Move>& found) { report(decision_of(found)); };
  return decision_of(alpha_beta_->search(line_, moves, options, told));
}

DraughtsDecision DraughtsDecider::by_tree(const draughts::Game& game, const DraughtsJudge& judge,
                                          std::uint64_t seed, const std::atomic<bool>* stop) {
  const DraughtsState state(game);
  std::vector<DraughtsEvaluator> evaluators{DraughtsEvaluator(judge, options_.ply)};
  tree_->clear();
  tree_->prepare_root(state, evaluators[0], [](const Move&, float prior) { return prior; });
  Budget budget;
  budget.playouts = options_.playouts;
  budget.seconds = options_.seconds;
  budget.stop = stop;
  const Spent spent = tree_->run(state, evaluators, seed, 0, budget);
  const auto* node = &tree_->root();
  DraughtsDecision decision;
  for (bool first = true;; first = false) {
    const auto* children = node->children.load();
    if (!children || node->child_count == 0) break;
    const auto* best = children;
    for (std::uint32_t i = 1; i < node->child_count; ++i)
      if (children[i].visits.load() > best->visits.load()) best = &children[i];
    if (!first && best->visits.load() == 0) break;
    if (first) decision.move = best->move, decision.value = 2 * best->value(0.5) - 1;
    decision.variation.push_back(best->move);
    node = best;
  }
  decision.nodes = spent.playouts;
  decision.evaluations = evaluators[0].evaluations();
  decision.seconds = spent.seconds;
  return decision;
}

}  // namespace kifu::search
