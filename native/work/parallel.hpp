#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kifu {

// Calls body(begin, end) over [0, n) in fixed chunks on up to `threads` threads (0: all cores). Chunks do not
// depend on the number of threads, so work that writes to its own slots gives the same result for any number.
// The first exception is thrown again here.
template <class Body>
void parallel_for(std::size_t n, int threads, std::size_t chunk, Body&& body) {
  const std::size_t chunks = (n + chunk - 1) / chunk;
  std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  wanted = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(chunks, 1));
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto run = [&] {
    try {
      for (std::size_t i; (i = next.fetch_add(1)) < chunks;) body(i * chunk, std::min(n, (i + 1) * chunk));
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
      next = chunks;
    }
  };
  std::vector<std::thread> pool;
  try {
    for (std::size_t i = 1; i < wanted; ++i) pool.emplace_back(run);
  } catch (const std::exception&) {
    // The system gives no more threads: those there are do the work.
  }
  run();
  for (auto& thread : pool) thread.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace kifu
