#include "bindings.hpp"

namespace nb = nanobind;

void bind_records(nb::module_& m) { (void)m; }
