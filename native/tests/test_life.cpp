#include "check.hpp"
#include "models/life.hpp"

using namespace kifu;

KIFU_TEST(network_life_rises_with_what_both_say) {
  for (const int size : {9, 13, 19}) {
    CHECK(models::combine_life(0.9F, 0.9F, size) > models::combine_life(0.9F, 0.5F, size));
    CHECK(models::combine_life(0.9F, 0.5F, size) > models::combine_life(0.2F, 0.5F, size));
    CHECK(models::combine_life(0, 0, size) >= 0 && models::combine_life(1, 1, size) <= 1);
  }
}
