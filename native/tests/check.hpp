#pragma once
// A test registers itself; `kifu_tests [NAME...]` runs all, or those whose name contains one of the words.
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace kifu::tests {

struct Registration {
  Registration(const char* name, void (*body)());
};

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
  std::ostringstream out;
  out << file << ":" << line << ": " << what;
  throw std::runtime_error(out.str());
}

}  // namespace kifu::tests

#define KIFU_TEST(name)                                                       \
  static void test_##name();                                                  \
  static const kifu::tests::Registration register_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(condition) \
  if (!(condition)) kifu::tests::fail(__FILE__, __LINE__, "expected " #condition)

#define CHECK_EQUAL(got, expected)                                 \
  if (const auto& got_ = (got); !(got_ == (expected))) {           \
    std::ostringstream out_;                                       \
    out_ << #got << " is " << got_ << ", expected " << (expected); \
    kifu::tests::fail(__FILE__, __LINE__, out_.str());             \
  }
