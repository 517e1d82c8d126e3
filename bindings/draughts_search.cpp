#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "draughts/fen.hpp"
#include "draughts/notation.hpp"
#include "draughts_kinds.hpp"
#include "interruptible.hpp"
#include "search/draughts_decider.hpp"
#include "search/draughts_games.hpp"
#include "search/draughts_values.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kifu;

namespace {

using Pairs = nb::ndarray<const std::int64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Moves from the start, or a FEN.
search::DraughtsOpening read_opening(const std::string& text) {
  search::DraughtsOpening opening;
  if (text.find(':') != std::string::npos) {
    opening.start = draughts::read_fen(text);
    return opening;
  }
  draughts::Board board = opening.start;
  for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = std::string_view(text).substr(at, end - at);
    at = end;
    draughts::MoveList legal;
    draughts::generate(board, legal);
    const auto read = draughts::read_move(legal, word);
    if (!read.ok())
      throw std::invalid_argument("opening '" + text + "', '" + std::string(word) +
                                  "': " + draughts::explain(board, legal, word, read));
    opening.moves.push_back(read.move);
    board = draughts::after(board, read.move);
  }
  return opening;
}

auto play_games(Pairs pairs, std::string_view kind, Matrix weights, const std::vector<std::string>& deciders,
                const std::vector<std::string>& openings, int move_limit, bool blocked_is_draw,
                std::uint64_t seed, int threads, nb::object progress) {
  search::DraughtsAgents agents;
  for (std::size_t i = 0; i < weights.shape(0); ++i)
    agents.nets.emplace_back(
        net_kind(kind), std::span<const double>(weights.data() + i * weights.shape(1), weights.shape(1)));
  for (const auto& text : deciders) agents.deciders.push_back(search::read_decider(text));
  if (agents.deciders.empty()) throw std::invalid_argument("expected at least one decider");
  if (agents.deciders.size() > 1 && !agents.nets.empty() && agents.deciders.size() != agents.nets.size())
    throw std::invalid_argument("expected one decider for all networks, or one for each");
  for (const auto& decider : agents.deciders)
    if (agents.nets.empty() && !decider.counts &&
        (decider.kind == search::DeciderOptions::Kind::kAlphaBeta || decider.ply > 0))
      throw std::invalid_argument("this decider needs networks");
  std::vector<search::DraughtsOpening> starts;
  for (const auto& text : openings) starts.push_back(read_opening(text));
  if (starts.empty()) starts.emplace_back();
  const std::size_t n_agents = agents.nets.empty() ? agents.deciders.size() : agents.nets.size();
  std::vector<search::DraughtsPairing> pairings;
  for (std::size_t i = 0; i < pairs.shape(0); ++i) {
    const std::int64_t* row = pairs.data() + 3 * i;
    const bool known = row[0] >= 0 && row[1] >= 0 && row[2] >= 0 &&
                       (agents.nets.empty() && agents.deciders.size() == 1
                            ? true
                            : row[0] < static_cast<std::int64_t>(n_agents) &&
                                  row[1] < static_cast<std::int64_t>(n_agents)) &&
                       row[2] < static_cast<std::int64_t>(starts.size());
    if (!known)
      throw std::invalid_argument("pair " + std::to_string(i) +
                                  " names an agent or opening that is not there");
    pairings.push_back({static_cast<std::uint32_t>(row[0]), static_cast<std::uint32_t>(row[1]),
                        static_cast<std::uint32_t>(row[2])});
  }
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  std::vector<search::DraughtsGameRecord> records;
  run_interruptibly(
      [&] {
        records = search::play_draughts_games(pairings, agents, starts,
                                              {move_limit, blocked_is_draw, seed, threads}, stop, done);
      },
      [&] { stop = true; },
      [&] {
        if (!progress.is_none()) progress(done.load());
      });
  std::vector<std::int8_t> outcomes;
  std::vector<std::uint8_t> endings;
  std::vector<std::uint16_t> moves;
  std::vector<std::int64_t> offsets{0}, evaluations;
  std::vector<float> values;
  for (const auto& record : records) {
    outcomes.push_back(record.outcome);
    endings.push_back(static_cast<std::uint8_t>(record.ending));
    moves.insert(moves.end(), record.moves.begin(), record.moves.end());
    offsets.push_back(static_cast<std::int64_t>(moves.size()));
    evaluations.push_back(static_cast<std::int64_t>(record.evaluations));
    values.insert(values.end(), record.values.begin(), record.values.end());
  }
  return std::make_tuple(to_numpy(std::move(outcomes)), to_numpy(std::move(endings)),
                         to_numpy(std::move(moves)), to_numpy(std::move(offsets)),
                         to_numpy(std::move(evaluations)), to_numpy(std::move(values)));
}

// A decider that one player uses; stop() may come from any thread.
struct BoundDecider {
  explicit BoundDecider(std::string_view text)
      : decider(search::read_decider(text)), seconds(decider.options().seconds) {}
  search::DraughtsDecider decider;
  double seconds;  // as its text says; a call may ask for others
  std::atomic<bool> stop{false}, busy{false};
};

std::vector<std::string> texts(const std::vector<draughts::Move>& moves) {
  std::vector<std::string> out;
  for (const auto& move : moves) out.push_back(draughts::write_move(move));
  return out;
}

auto plain(const search::DraughtsDecision& found) {
  return std::make_tuple(draughts::write_move(found.move), found.value, found.plies_to_end, found.depth,
                         found.nodes, found.evaluations, found.seconds, texts(found.variation));
}

// What a search finds on its way, from its own thread to Python: the search never waits for the GIL.
class Reports {
 public:
  explicit Reports(nb::object hearer) : hearer_(std::move(hearer)) {}
  search::DraughtsDecider::Report teller() {
    if (hearer_.is_none()) return {};
    return [this](const search::DraughtsDecision& found) {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(found);
    };
  }
  void hand_over() {
    std::vector<search::DraughtsDecision> found;
    {
      const std::lock_guard lock(mutex_);
      found.swap(waiting_);
    }
    for (const auto& each : found) hearer_(plain(each));
  }

 private:
  nb::object hearer_;
  std::mutex mutex_;
  std::vector<search::DraughtsDecision> waiting_;
};

auto decide(BoundDecider& self, const draughts::Game& game, const models::DraughtsNet* net,
            bool blocked_is_draw, std::uint64_t seed, double seconds, const draughts::Endings* endings,
            nb::object report) {
  if (self.busy.exchange(true)) throw std::runtime_error("this decider is already at work");
  self.stop = false;
  const draughts::Game copy(game);
  search::DraughtsDecision found;
  const auto& options = self.decider.options();
  try {
    const bool judges = options.kind == search::DeciderOptions::Kind::kAlphaBeta || options.ply > 0;
    if (judges && !options.counts && !net) throw std::invalid_argument("this decider needs a network");
    self.decider.set_seconds(seconds > 0 ? seconds : self.seconds);
    Reports reports(std::move(report));
    const auto teller = reports.teller();
    run_interruptibly(
        [&] { found = self.decider.decide(copy, {net, blocked_is_draw, endings}, seed, &self.stop, teller); },
        [&] { self.stop = true; }, [&] { reports.hand_over(); });
    reports.hand_over();
  } catch (...) {
    self.busy = false;
    throw;
  }
  self.busy = false;
  return plain(found);
}

using MoveFacts = std::tuple<std::string, double, int, std::vector<std::string>, std::vector<double>>;

std::vector<std::vector<MoveFacts>> move_values(const std::vector<draughts::Game>& positions,
                                                const std::vector<std::vector<std::string>>& moves,
                                                const models::DraughtsNet* net,
                                                const draughts::Endings* endings, int depth, bool reduce,
                                                std::uint64_t nodes, double seconds, int table_bits,
                                                int threads, nb::object progress) {
  std::vector<search::DraughtsQuestion> questions;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    draughts::MoveList legal;
    draughts::generate(positions[i].board(), legal);
    auto& asked = questions.emplace_back(positions[i], std::vector(legal.begin(), legal.end()));
    if (moves.empty()) continue;
    const auto& named = moves.at(i);
    std::erase_if(asked.moves, [&](const draughts::Move& move) {
      return std::find(named.begin(), named.end(), draughts::write_move(move)) == named.end();
    });
  }
  const search::DraughtsValuesOptions options{depth, reduce, seconds, nodes, table_bits, threads};
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> done{0};
  std::vector<std::vector<search::DraughtsMoveValue>> found;
  run_interruptibly(
      [&] { found = search::draughts_values(questions, {net, false, endings}, options, stop, done); },
      [&] { stop = true; },
      [&] {
        if (!progress.is_none()) progress(done.load());
      });
  std::vector<std::vector<MoveFacts>> out;
  for (const auto& values : found) {
    auto& moves = out.emplace_back();
    for (const auto& each : values)
      moves.emplace_back(draughts::write_move(each.move), each.value, each.plies_to_end, texts(each.line),
                         each.by_depth);
  }
  return out;
}

}  // namespace

void bind_draughts_search(nb::module_& m) {
  m.def("play_draughts_games", &play_games, "pairs"_a, "kind"_a, "weights"_a, "deciders"_a, "openings"_a,
        "move_limit"_a, "blocked_is_draw"_a, "seed"_a, "threads"_a, "progress"_a.none(),
        "Games between agents: outcomes for Black, endings, packed moves, offsets, evaluations, values.");
  m.def(
      "draughts_move_values", &move_values, "positions"_a, "moves"_a, "net"_a.none(), "endings"_a.none(),
      "depth"_a, "reduce"_a, "nodes"_a, "seconds"_a, "table_bits"_a, "threads"_a,
      "progress"_a.none() = nb::none(),
      "Of every position each legal move, or those that `moves` names for it: its name, value, plies to the "
      "end, line, and value by depth.");
  nb::class_<BoundDecider>(m, "DraughtsDecider", "Chooses moves of draughts, as its text says.")
      .def(nb::init<std::string_view>(), "text"_a)
      .def("decide", &decide, "game"_a, "net"_a.none(), "blocked_is_draw"_a = false, "seed"_a = 1,
           "seconds"_a = 0.0, "endings"_a.none() = nb::none(), "report"_a.none() = nb::none(),
           "Move, value, plies to the end, depth, nodes, evaluations, seconds, variation; for the side to "
           "move. `report` is called with the same after every depth of alpha-beta.")
      .def(
          "stop", [](BoundDecider& self) { self.stop = true; }, "Ends a running search; for any thread.")
      .def("new_game", [](BoundDecider& self) {
        if (self.busy) throw std::runtime_error("this decider is at work");
        self.decider.new_game();
      });
}
