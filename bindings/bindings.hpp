#pragma once
#include <nanobind/nanobind.h>

void bind_work(nanobind::module_& m);
void bind_go(nanobind::module_& m);
void bind_go_counting(nanobind::module_& m);
void bind_go_dead(nanobind::module_& m);
void bind_draughts(nanobind::module_& m);
void bind_records(nanobind::module_& m);
void bind_playouts(nanobind::module_& m);
void bind_pdn(nanobind::module_& m);
void bind_features(nanobind::module_& m);
void bind_models(nanobind::module_& m);
void bind_analysis(nanobind::module_& m);
void bind_move_models(nanobind::module_& m);
void bind_move_learners(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_network_tree(nanobind::module_& m);
void bind_book_models(nanobind::module_& m);
void bind_book_learners(nanobind::module_& m);
void bind_draughts_learners(nanobind::module_& m);
void bind_position_index(nanobind::module_& go, nanobind::module_& draughts);
void bind_draughts_models(nanobind::module_& m);
void bind_draughts_search(nanobind::module_& m);
void bind_opening_models(nanobind::module_& m);
void bind_opening_search(nanobind::module_& m);
void bind_opening_learners(nanobind::module_& m);
void bind_endings(nanobind::module_& m);
void bind_network(nanobind::module_& m);
