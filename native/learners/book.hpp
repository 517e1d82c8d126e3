#pragma once
// Harvests the book (Bouzy and Chaslot, sections 3.2 and 4.2): the patterns in which experts played, with up
// to K facts, then how often each of them came up on any empty point.
#include <cstdint>
#include <vector>

#include "features/book.hpp"
#include "go/games.hpp"
#include "models/book_tree.hpp"

namespace kifu::learners {

// Create all games, then thin, then count all games: the result does not depend on threads or on how the
// games are cut into calls.
class BookHarvest {
 public:
  BookHarvest(int facts, features::BookForm form) : facts_(facts), form_(form), played_(1), ended_(1) {}

  // Makes the patterns of every move with 1 to K facts, and counts how often each was played. Of the paper's
  // sixteen forms stored apart only those that somebody played are made: the others have P(i|p) = 0 and would
  // be dropped. With advice beside the centre also those of the empty points around every move.
  void create(const go::Games& games, int threads);
  // Drops patterns played less often. P(i|p) / s(i|p) is the root of n_play, so a threshold on that
  // confidence is one on n_play, and can be applied before anything is counted. What leads to a pattern that
  // is kept stays.
  void thin(std::uint32_t least_played);
  void count(const go::Games& games, int threads);
  // What `count` would add: tests whose longest pattern each is, in the order of `tally`. From any number of
  // threads, for the harvest stays as it is.
  std::vector<std::uint32_t> counted(const go::Games& games, int threads, std::uint64_t& tests) const;

  std::size_t nodes() const { return tree_.size() - 1; }
  std::uint64_t moves() const { return moves_; }  // n_play of the whole harvest
  std::uint64_t tests() const { return tests_; }  // empty points looked at

  // The patterns with P(i|p) above `least`, and those that lead to them. With `tally` as it stands: for
  // `restore`, before the counts of longer patterns are added to those of shorter ones.
  models::FlatBook finish(double least) const;
  models::FlatBook tally() const;
  void restore(const models::FlatBook& tally, std::uint64_t moves, std::uint64_t tests);

 private:
  std::uint64_t test(const go::Games& games, int threads, std::vector<std::uint32_t>& ended) const;
  models::FlatBook flatten(const std::vector<std::uint32_t>& matched, const std::vector<bool>& kept) const;

  int facts_;
  features::BookForm form_;
  models::BookTree tree_;
  std::vector<std::uint32_t> played_;
  std::vector<std::uint32_t> ended_;  // tests whose longest pattern this is
  std::uint64_t moves_ = 0, tests_ = 0;
};

}  // namespace kifu::learners
