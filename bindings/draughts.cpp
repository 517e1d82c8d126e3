#include "bindings.hpp"

namespace nb = nanobind;

void bind_draughts(nb::module_& m) { (void)m; }
