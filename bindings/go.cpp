#include "bindings.hpp"

namespace nb = nanobind;

void bind_go(nb::module_& m) { (void)m; }
