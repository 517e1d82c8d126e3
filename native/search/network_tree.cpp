#include "search/network_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "playouts/endings.hpp"
#include "search/go_candidates.hpp"
#include "work/parallel.hpp"

namespace kifu::search {

using go::Vertex;

namespace {

// Moves beyond these are not worth their memory: all but a thousandth of what the policy expects.
constexpr float kMass = 0.999F;
constexpr std::size_t kMostEdges = 96;
// How the weight of the priors' bonus grows with visits.
constexpr double kGrowth = 0.45, kGrowthFrom = 500;
// A line of kos that longer than this does not end is broken off.
constexpr std::size_t kDeepest = 400;
constexpr std::size_t kLongestVariation = 24;

}  // namespace

NetworkTree::NetworkTree(const go::Game& game, int first, const features::GameTerms& terms,
                         const models::MoveModel* expert, const playouts::LocalKnowledge& knowledge,
                         const NetworkTreeOptions& options, std::uint64_t seed)
    : size_(game.board().size()),
      terms_(terms),
      expert_(expert),
      knowledge_(knowledge),
      options_(options),
      seed_(seed) {
  const int steps = game.steps();
  if (first < 0 || first > steps) throw std::invalid_argument("expected a first step of the game's past");
  const auto count = static_cast<std::size_t>(steps - first + 1);
  nodes_.resize(count);
  go::Game past(game);
  for (std::size_t i = count; i-- > 0;) {
    while (past.steps() > first + static_cast<int>(i)) past.undo();
    // What was played here decides whose turn it was, where records let a side move twice.
    const int step = first + static_cast<int>(i);
    const bool has_next = step < steps && !game.is_setup(step);
    if (has_next) past.set_to_play(game.step(step).colour);
    Root root = make_root(past, static_cast<std::uint32_t>(i));
    root.has_next = has_next;
    if (has_next) root.next = game.step(step).vertex;
    nodes_[i].root = static_cast<std::int32_t>(i);
    roots_.push_back(std::move(root));
  }
  std::reverse(roots_.begin(), roots_.end());
  // The next position is a child only where its side to move is the other one.
  for (std::size_t i = 0; i < roots_.size(); ++i)
    if (roots_[i].has_next)
      roots_[i].has_next =
          i + 1 < roots_.size() && roots_[i + 1].state.to_play() == go::opponent(roots_[i].state.to_play());
}

NetworkTree::Root NetworkTree::make_root(const go::Game& game, std::uint32_t node) const {
  const auto& geometry = game.board().geometry();
  Root root{GoState(game)};
  root.node = node;
  root.owners.resize(static_cast<std::size_t>(geometry.points()));
  for (int p = 0; p < geometry.points(); ++p) {
    const Vertex v = geometry.vertex(p);
    if (game.board().is_legal(game.to_play(), v) && game.legality(game.to_play(), v) != go::Legality::kLegal)
      root.banned.push_back(v);
  }
  return root;
}

std::size_t NetworkTree::advance(const go::Game& game) {
  if (!leaves_.empty()) throw std::logic_error("the last batch has no answers yet");
  const int last = game.steps() - 1;
  if (last < 0 || game.is_setup(last) || game.step(last).colour != roots_.back().state.to_play())
    throw std::invalid_argument("expected a game that went on by a move of the side to play");
  const Node& before = nodes_[roots_.back().node];
  std::uint32_t node = kNone;
  for (std::uint32_t i = 0; i < before.edges; ++i)
    if (edges_[before.first_edge + i].move == game.step(last).vertex)
      node = edges_[before.first_edge + i].node;
  if (node == kNone) {
    node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  roots_.push_back(make_root(game, node));
  nodes_[node].root = static_cast<std::int32_t>(roots_.size() - 1);
  for (std::uint32_t i = 0; i < nodes_[node].edges; ++i) {
    Edge& edge = edges_[nodes_[node].first_edge + i];
    const auto& banned = roots_.back().banned;
    if (std::find(banned.begin(), banned.end(), edge.move) != banned.end()) edge.prior = -1;
  }
  return roots_.size() - 1;
}

double NetworkTree::utility(const Root& root, double win, double lead) const {
  // Half a chance to win is 0; so is the lead at the root's centre.
  const double points = (lead - static_cast<double>(root.centre)) /
                        (static_cast<double>(options_.lead_scale) * static_cast<double>(size_));
  const double by_lead = std::tanh(points);
  return static_cast<double>(options_.lead_part) * by_lead +
         (1 - static_cast<double>(options_.lead_part)) * (2 * win - 1);
}

std::size_t NetworkTree::select(const Node& node, const Root& root, int side) const {
  const double sign = side == 0 ? 1 : -1;
  double known = 0;
  for (std::uint32_t i = 0; i < node.edges; ++i)
    if (const Edge& edge = edges_[node.first_edge + i];
        edge.prior > 0 && edge.node != kNone && nodes_[edge.node].visits > 0)
      known += static_cast<double>(edge.prior);
  const double n = std::max(1U, node.visits);
  const double own = sign * utility(root, node.visits ? node.win / n : static_cast<double>(node.own_win),
                                    node.visits ? node.lead / n : static_cast<double>(node.own_lead));
  const double expected = own - static_cast<double>(options_.first_play) * std::sqrt(known);
  const double all = static_cast<double>(node.visits + node.pending);
  const double bonus =
      (static_cast<double>(options_.exploration) + kGrowth * std::log((all + kGrowthFrom) / kGrowthFrom)) *
      std::sqrt(all + 0.01);
  std::size_t best = SIZE_MAX;
  double most = -1e9;
  for (std::uint32_t i = 0; i < node.edges; ++i) {
    const Edge& edge = edges_[node.first_edge + i];
    if (edge.prior < 0) continue;
    double value = expected, tried = 0;
    if (edge.node != kNone) {
      const Node& child = nodes_[edge.node];
      tried = child.visits + child.pending;
      if (child.visits > 0) {
        const double mean = sign * utility(root, child.win / child.visits, child.lead / child.visits);
        // What waits for an answer counts as lost for so long.
        value = (mean * child.visits - static_cast<double>(child.pending)) / tried;
      } else if (child.pending > 0) {
        value = -1;
      }
    }
    const double score = value + bonus * static_cast<double>(edge.prior) / (1 + tried);
    if (score > most) most = score, best = node.first_edge + i;
  }
  return best;
}

bool NetworkTree::descend(std::size_t number) {
  Root& root = roots_[number];
  Leaf leaf{number, {root.node}, root.state, 0, simulations_};
  std::uint32_t at = root.node;
  while (nodes_[at].evaluated && nodes_[at].edges > 0 && leaf.path.size() < kDeepest) {
    const std::size_t chosen = select(nodes_[at], root, leaf.state.side());
    if (chosen == SIZE_MAX) break;
    if (edges_[chosen].node == kNone) {
      edges_[chosen].node = static_cast<std::uint32_t>(nodes_.size());
      nodes_.emplace_back();
    }
    leaf.state.play(edges_[chosen].move);
    at = edges_[chosen].node;
    leaf.path.push_back(at);
  }
  Node& node = nodes_[at];
  if (node.waiting) return false;
  ++simulations_;
  if (node.evaluated) {  // the game is over here, or nothing is left to look at
    back_up(leaf.path, node.own_win, node.own_lead);
    return true;
  }
  node.waiting = true;
  for (const std::uint32_t passed : leaf.path) ++nodes_[passed].pending;
  leaf.symmetry = static_cast<int>(Random(seed_, leaf.number).next() & 7);
  leaves_.push_back(std::move(leaf));
  return true;
}

std::size_t NetworkTree::collect(std::span<const std::int32_t> roots, std::size_t most, int threads,
                                 models::NetworkBatch& batch) {
  if (!leaves_.empty()) throw std::logic_error("the last batch has no answers yet");
  std::size_t begun = 0;
  for (const std::int32_t root : roots) {
    if (leaves_.size() >= most) break;
    begun += descend(static_cast<std::size_t>(root));
  }
  const std::size_t n = leaves_.size(), points = static_cast<std::size_t>(size_) * size_;
  constexpr std::size_t kNumbers = features::kNetworkNumbers;
  const std::size_t width = features::kNetworkPlanes * points;
  batch.planes.resize(n * width);
  batch.numbers.resize(n * kNumbers);
  batch.to_play.resize(n);
  parallel_for(n, threads, 4, [&](std::size_t begin, std::size_t end) {
    models::NetworkWriter writer(expert_, size_);
    features::MoveWalk walk(size_);
    for (std::size_t i = begin; i < end; ++i) {
      Leaf& leaf = leaves_[i];
      walk.start(leaf.state.board(), leaf.state.to_play(), leaf.state.previous(), leaf.state.moves());
      writer.write(walk, terms_, leaf.symmetry, {batch.planes.data() + i * width, width},
                   {batch.numbers.data() + i * kNumbers, kNumbers});
      batch.to_play[i] = leaf.state.to_play();
      if (options_.playout_part > 0 && options_.playouts > 0) play_out(leaf);
    }
  });
  return begun;
}

void NetworkTree::play_out(Leaf& leaf) const {
  const auto& geometry = leaf.state.board().geometry();
  leaf.playout_owners.assign(static_cast<std::size_t>(geometry.points()), 0);
  std::vector<Vertex> line;
  for (int game = 0; game < options_.playouts; ++game) {
    Random random(seed_ + 1, leaf.number * 64 + static_cast<std::uint64_t>(game));
    go::Board board(leaf.state.board());
    line.clear();
    const int area = playouts::play_local(board, leaf.state.to_play(), leaf.state.previous()[0], knowledge_,
                                          random, 3 * geometry.points(), line);
    for (int p = 0; p < geometry.points(); ++p)
      leaf.playout_owners[static_cast<std::size_t>(p)] +=
          static_cast<float>(playouts::owner(board, geometry.vertex(p)));
    const float score = static_cast<float>(area - (terms_.area ? 0 : leaf.state.balance())) - terms_.komi;
    leaf.playout_win += score > 0 ? 1.0F : score < 0 ? 0.0F : 0.5F;
    leaf.playout_lead += score;
  }
  const float n = static_cast<float>(options_.playouts);
  leaf.playout_win /= n;
  leaf.playout_lead /= n;
  for (float& owner : leaf.playout_owners) owner /= n;
}

void NetworkTree::apply(const NetworkAnswers& answers) {
  const auto points = static_cast<std::size_t>(size_) * size_;
  const std::size_t n = leaves_.size();
  if (answers.policy.size() != n * (points + 1) || answers.owners.size() != n * 3 * points ||
      answers.lead.size() != n || answers.win.size() != n)
    throw std::invalid_argument("expected an answer for every position of the last batch");
  std::vector<float> owned(points);
  for (std::size_t i = 0; i < n; ++i) {
    Leaf& leaf = leaves_[i];
    Node& node = nodes_[leaf.path.back()];
    const float sign = leaf.state.to_play() == go::kBlack ? 1.0F : -1.0F;
    const float* own = answers.owners.data() + (i * 3 + 1) * points;
    const float* enemy = own + points;
    for (std::size_t p = 0; p < points; ++p) {
      const auto at =
          static_cast<std::size_t>(features::turned_point(leaf.symmetry, size_, static_cast<int>(p)));
      owned[p] = sign * (own[at] - enemy[at]);
    }
    float win = sign > 0 ? answers.win[i] : 1 - answers.win[i];
    float lead = sign * answers.lead[i];
    if (!leaf.playout_owners.empty()) {
      const float part = options_.playout_part;
      win += part * (leaf.playout_win - win);
      lead += part * (leaf.playout_lead - lead);
      for (std::size_t p = 0; p < points; ++p) owned[p] += part * (leaf.playout_owners[p] - owned[p]);
    }
    for (const std::uint32_t passed : leaf.path) --nodes_[passed].pending;
    node.waiting = false;
    node.own_win = win;
    node.own_lead = lead;
    for (const std::uint32_t passed : leaf.path) {
      if (nodes_[passed].root < 0) continue;
      Root& root = roots_[static_cast<std::size_t>(nodes_[passed].root)];
      for (std::size_t p = 0; p < points; ++p) root.owners[p] += owned[p];
      ++root.owned;
    }
    expand(leaf, answers.policy.subspan(i * (points + 1), points + 1));
    back_up(leaf.path, win, lead);
  }
  leaves_.clear();
}

void NetworkTree::expand(Leaf& leaf, std::span<const float> policy) {
  Node& node = nodes_[leaf.path.back()];
  node.evaluated = true;
  if (leaf.state.is_over()) return;
  const go::Board& board = leaf.state.board();
  const auto& geometry = board.geometry();
  // A position of the game, reached from itself or from the one before it.
  const bool is_root = node.root >= 0;
  const std::size_t number = is_root ? static_cast<std::size_t>(node.root) : leaf.root;
  const Root& root = roots_[number];
  std::vector<Edge> found;
  float most = policy.back();
  for (int p = 0; p < geometry.points(); ++p) {
    const Vertex v = geometry.vertex(p);
    if (!board.is_legal(leaf.state.to_play(), v)) continue;
    const bool played = is_root && root.has_next && root.next == v;
    if (!played && fills_eye(board, leaf.state.to_play(), v)) continue;
    if (is_root && std::find(root.banned.begin(), root.banned.end(), v) != root.banned.end()) continue;
    const float logit = policy[static_cast<std::size_t>(features::turned_point(leaf.symmetry, size_, p))];
    found.push_back({v, logit});
    most = std::max(most, logit);
  }
  found.push_back({go::kPass, policy.back()});
  float sum = 0;
  for (Edge& edge : found) sum += edge.prior = std::exp((edge.prior - most) / options_.temperature);
  for (Edge& edge : found) edge.prior /= sum;
  std::stable_sort(found.begin(), found.end(),
                   [](const Edge& a, const Edge& b) { return a.prior > b.prior; });
  float mass = 0;
  std::size_t kept = 0;
  while (kept < found.size() && kept < kMostEdges && (mass < kMass || kept < 8)) mass += found[kept++].prior;
  // The pass stays, and so does the move of the game, which is a root already.
  for (std::size_t i = kept; i < found.size(); ++i) {
    const bool played = is_root && root.has_next && found[i].move == root.next;
    if (found[i].move == go::kPass || played) std::swap(found[kept++], found[i]);
  }
  found.resize(kept);
  if (is_root && root.has_next)
    for (Edge& edge : found)
      if (edge.move == root.next) edge.node = roots_[number + 1].node;
  Node& again = nodes_[leaf.path.back()];
  again.first_edge = static_cast<std::uint32_t>(edges_.size());
  again.edges = static_cast<std::uint32_t>(found.size());
  edges_.insert(edges_.end(), found.begin(), found.end());
}

void NetworkTree::back_up(std::span<const std::uint32_t> path, float win, float lead) {
  for (const std::uint32_t passed : path) {
    Node& node = nodes_[passed];
    ++node.visits;
    node.win += static_cast<double>(win);
    node.lead += static_cast<double>(lead);
  }
}

std::vector<std::pair<Vertex, float>> NetworkTree::priors(std::size_t root) const {
  const Node& node = nodes_[roots_[root].node];
  std::vector<std::pair<Vertex, float>> out;
  for (std::uint32_t i = 0; i < node.edges; ++i)
    out.emplace_back(edges_[node.first_edge + i].move, edges_[node.first_edge + i].prior);
  return out;
}

void NetworkTree::set_priors(std::size_t root, std::span<const float> priors) {
  const Node& node = nodes_[roots_[root].node];
  if (priors.size() != node.edges) throw std::invalid_argument("expected a prior for every move");
  for (std::uint32_t i = 0; i < node.edges; ++i) edges_[node.first_edge + i].prior = priors[i];
}

void NetworkTree::recentre() {
  for (Root& root : roots_)
    if (const Node& node = nodes_[root.node]; node.visits > 0)
      root.centre = static_cast<float>(node.lead / node.visits);
}

void NetworkTree::add_variation(std::uint32_t at, NetworkMove& move) const {
  while (at != kNone && move.variation.size() < kLongestVariation) {
    const Node& node = nodes_[at];
    std::uint32_t most = 1, next = kNone;
    Vertex played = go::kPass;
    for (std::uint32_t i = 0; i < node.edges; ++i) {
      const Edge& edge = edges_[node.first_edge + i];
      if (edge.node == kNone || nodes_[edge.node].visits <= most) continue;
      most = nodes_[edge.node].visits;
      next = edge.node;
      played = edge.move;
    }
    if (next == kNone) return;
    move.variation.push_back(played);
    at = next;
  }
}

NetworkReport NetworkTree::report(std::size_t number) const {
  const Root& root = roots_[number];
  const Node& node = nodes_[root.node];
  NetworkReport found;
  const float sign = root.state.to_play() == go::kBlack ? 1.0F : -1.0F;
  found.visits = node.visits;
  found.first_win = node.own_win;
  found.first_lead = node.own_lead;
  if (node.visits > 0) {
    found.win = static_cast<float>(node.win / node.visits);
    found.lead = static_cast<float>(node.lead / node.visits);
  }
  for (const float sum : root.owners)
    found.ownership.push_back(sum / static_cast<float>(std::max(1U, root.owned)));
  for (std::uint32_t i = 0; i < node.edges; ++i) {
    const Edge& edge = edges_[node.first_edge + i];
    if (edge.prior < 0 || edge.node == kNone || nodes_[edge.node].visits == 0) continue;
    const Node& child = nodes_[edge.node];
    const double win = child.win / child.visits, lead = child.lead / child.visits;
    NetworkMove move{edge.move,
                     child.visits,
                     edge.prior,
                     sign > 0 ? static_cast<float>(win) : 1 - static_cast<float>(win),
                     sign * static_cast<float>(lead),
                     sign * static_cast<float>(utility(root, win, lead)),
                     {edge.move}};
    add_variation(edge.node, move);
    found.moves.push_back(std::move(move));
  }
  std::stable_sort(found.moves.begin(), found.moves.end(),
                   [](const NetworkMove& a, const NetworkMove& b) { return a.visits > b.visits; });
  return found;
}

}  // namespace kifu::search
