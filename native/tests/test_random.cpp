#include "check.hpp"
#include "work/random.hpp"

KIFU_TEST(random_same_seed_same_stream) {
  kifu::Random a(7, 3), b(7, 3), c(7, 4);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const auto x = a.next();
    CHECK_EQUAL(b.next(), x);
    differs |= c.next() != x;
  }
  CHECK(differs);
}
