// The module only joins the bindings: one file per native folder.
#include "bindings.hpp"

NB_MODULE(_native, m) {
  // A thread that still thinks when the program ends keeps its objects: nothing to alarm anybody with.
  nanobind::set_leak_warnings(false);
  m.doc() = "Kifu's C++ core; use the packages of kifu, which stand on it.";
  auto work = m.def_submodule("work", "random streams");
  auto go = m.def_submodule("go", "Go boards, rules and counting");
  auto draughts = m.def_submodule("draughts", "English draughts");
  auto records = m.def_submodule("records", "SGF and PDN readers and writers");
  auto playouts = m.def_submodule("playouts", "random games of Go");
  auto features = m.def_submodule("features", "numbers out of positions");
  auto models = m.def_submodule("models", "trained classifiers and what they say of positions");
  auto search = m.def_submodule("search", "tree search and Monte-Carlo verification");
  auto learners = m.def_submodule("learners", "what makes models, where it is done for every position");
  auto analysis = m.def_submodule("analysis", "verdicts on blocks, with their reasons");
  bind_work(work);
  bind_go(go);
  bind_go_counting(go);
  bind_go_dead(go);
  bind_draughts(draughts);
  bind_endings(draughts);
  bind_records(records);
  bind_playouts(playouts);
  bind_features(features);
  bind_models(models);
  bind_move_models(models);
  bind_network(models);
  bind_search(search);
  bind_network_tree(search);
  bind_move_learners(learners);
  bind_book_models(models);
  bind_book_learners(learners);
  bind_draughts_learners(learners);
  bind_draughts_models(models);
  bind_draughts_search(search);
  bind_opening_models(models);
  bind_opening_search(search);
  bind_opening_learners(learners);
  bind_position_index(go, draughts);
  bind_analysis(analysis);
  bind_pdn(records);
}
