#pragma once
// A search tree of Go whose leaves are evaluated in batches by something outside, the network, and whose
// values may be mixed with playouts. One tree can hold all positions of a game: each is a root that is
// searched on its own, and the next position of the game is one of its children.
//
// Single-threaded but for the work at the leaves; the result depends on the seed and the answers alone. Sides
// take turns below a root; superko is checked at the roots, simple ko below them.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "features/network_planes.hpp"
#include "go/game.hpp"
#include "models/network_inputs.hpp"
#include "playouts/local.hpp"
#include "search/go_state.hpp"

namespace kifu::search {

struct NetworkTreeOptions {
  float exploration = 1.0F;   // weight of the priors' bonus
  float first_play = 0.2F;    // how much less than its parent a move without visits is expected to be worth
  float temperature = 1.0F;   // of the policy: above 1 flattens it
  float lead_part = 0.4F;     // part of the utility that is the lead and not the chance to win
  float lead_scale = 1.5F;    // lead, in lines of the board, at which that part is three quarters of its most
  float playout_part = 0.0F;  // part of a leaf's value that is playouts and not the network
  int playouts = 1;           // playouts of a leaf, where they have a part
};

// What the network says of leaves, a row each, from the view of the side to move.
struct NetworkAnswers {
  std::span<const float> policy;  // logits: points, then the pass
  std::span<const float> owners;  // chances: neutral, own, the enemy's; points each
  std::span<const float> lead;    // expected, in points
  std::span<const float> win;     // chance
};

struct NetworkMove {
  go::Vertex move;
  std::uint32_t visits;
  float prior;
  float win, lead, utility;           // for the side to move, means over the visits
  std::vector<go::Vertex> variation;  // from this move on
};

struct NetworkReport {
  std::vector<NetworkMove> moves;  // the most visited first; only visited ones
  std::uint32_t visits = 0;
  float win = 0.5F, lead = 0;              // Black's, means over the visits
  float first_win = 0.5F, first_lead = 0;  // Black's, of the position itself, without search
  std::vector<float> ownership;            // Black's 1 to White's -1
};

class NetworkTree {
 public:
  // Roots are the positions after the steps from `first` on; the last one is the present.
  NetworkTree(const go::Game& game, int first, const features::GameTerms& terms,
              const models::MoveModel* expert, const playouts::LocalKnowledge& knowledge,
              const NetworkTreeOptions& options, std::uint64_t seed);

  // Adds the position after the next move, which the game now has, as the last root; what the tree knows of
  // it is kept. Returns its number. Throws std::invalid_argument if that is no move of the last root's side.
  std::size_t advance(const go::Game& game);

  std::size_t roots() const { return roots_.size(); }
  std::size_t nodes() const { return nodes_.size(); }
  int size() const { return size_; }

  // One simulation from each of these roots, in order. Leaves that the network must answer are written to
  // the batch, at most `most` of them; the others end at once. Returns how many simulations were begun:
  // those after a full batch, or whose leaf waits for an answer already, are not.
  std::size_t collect(std::span<const std::int32_t> roots, std::size_t most, int threads,
                      models::NetworkBatch& batch);
  // Answers to the last batch.
  void apply(const NetworkAnswers& answers);

  // The moves of a root and their priors, once it has been evaluated.
  std::vector<std::pair<go::Vertex, float>> priors(std::size_t root) const;
  // In the same order; a move below 0 is left out.
  void set_priors(std::size_t root, std::span<const float> priors);
  // From now on a root's leads are compared with its mean so far, not with an even game.
  void recentre();

  NetworkReport report(std::size_t root) const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Edge {
    go::Vertex move = go::kPass;
    float prior = 0;
    std::uint32_t node = kNone;
  };
  // Sums are Black's.
  struct Node {
    std::uint32_t first_edge = 0, edges = 0;
    std::uint32_t visits = 0, pending = 0;
    double win = 0, lead = 0;
    float own_win = 0.5F, own_lead = 0;  // of the position itself
    std::int32_t root = -1;              // its number, where it is one
    bool evaluated = false, waiting = false;
  };
  struct Root {
    GoState state;
    std::uint32_t node = 0;
    float centre = 0;
    std::uint32_t owned = 0;  // leaves in the sum of owners
    std::vector<float> owners{};
    std::vector<go::Vertex> banned{};  // by superko
    go::Vertex next = go::kPass;       // the move that was played here
    bool has_next = false;
  };
  struct Leaf {
    std::size_t root;
    std::vector<std::uint32_t> path;  // nodes from the root to the leaf
    GoState state;
    int symmetry;
    std::uint64_t number;
    float playout_win = 0, playout_lead = 0;
    std::vector<float> playout_owners{};
  };

  Root make_root(const go::Game& game, std::uint32_t node) const;
  double utility(const Root& root, double win, double lead) const;
  bool descend(std::size_t root);
  std::size_t select(const Node& node, const Root& root, int side) const;
  void expand(Leaf& leaf, std::span<const float> policy);
  void back_up(std::span<const std::uint32_t> path, float win, float lead);
  void play_out(Leaf& leaf) const;
  void add_variation(std::uint32_t node, NetworkMove& move) const;

  int size_;
  features::GameTerms terms_;
  const models::MoveModel* expert_;
  playouts::LocalKnowledge knowledge_;
  NetworkTreeOptions options_;
  std::uint64_t seed_, simulations_ = 0;
  std::vector<Root> roots_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Leaf> leaves_;
};

}  // namespace kifu::search
