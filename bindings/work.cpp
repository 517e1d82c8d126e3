#include "work/random.hpp"

#include "bindings.hpp"

namespace nb = nanobind;

void bind_work(nb::module_& m) {
  nb::class_<kifu::Random>(m, "Random", "One stream of random numbers, chosen by seed and index.")
      .def(nb::init<std::uint64_t, std::uint64_t>(), nb::arg("seed"), nb::arg("index") = 0)
      .def("next", &kifu::Random::next, "Next 64 random bits.")
      .def("below", &kifu::Random::below, nb::arg("n"), "Uniform integer in [0, n).")
      .def("uniform", &kifu::Random::uniform, "Uniform float in [0, 1).");
}
