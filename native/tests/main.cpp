#include <chrono>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "check.hpp"

namespace kifu::tests {

struct Test {
  const char* name;
  void (*body)();
};

static std::vector<Test>& all() {
  static std::vector<Test> tests;
  return tests;
}

Registration::Registration(const char* name, void (*body)()) { all().push_back({name, body}); }

}  // namespace kifu::tests

int main(int argc, char** argv) {
  int passed = 0, failed = 0;
  for (const auto& test : kifu::tests::all()) {
    bool chosen = argc == 1;
    for (int i = 1; i < argc; ++i)
      chosen |= std::string_view(test.name).find(argv[i]) != std::string_view::npos;
    if (!chosen) continue;
    try {
      test.body();
      ++passed;
    } catch (const std::exception& error) {
      ++failed;
      std::printf("FAILED %s: %s\n", test.name, error.what());
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
