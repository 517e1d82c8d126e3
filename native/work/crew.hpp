#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace kifu {

// Threads that stay for many short pieces of work. parallel_for starts new ones for every call, and a busy
// system lets those wait.
class Crew {
 public:
  explicit Crew(int threads) {
    for (int i = 1; i < threads; ++i) try {
        members_.emplace_back([this] { serve(); });
      } catch (const std::exception&) {
        break;  // the system gives no more threads: those there are do the work
      }
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      leaving_ = true;
    }
    called_.notify_all();
    for (auto& member : members_) member.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Calls body(i) for every i below n, on this thread and the others; the first exception is thrown again
  // here.
  void run(std::size_t n, const std::function<void(std::size_t)>& body) {
    {
      const std::lock_guard lock(mutex_);
      body_ = &body;
      n_ = n;
      next_ = 0;
      busy_ = members_.size();
      ++round_;
    }
    called_.notify_all();
    work();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void work() {
    try {
      for (std::size_t i; (i = next_.fetch_add(1)) < n_;) (*body_)(i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_ = n_;
    }
  }

  void serve() {
    for (std::size_t seen = 0;;) {
      {
        std::unique_lock lock(mutex_);
        called_.wait(lock, [&] { return leaving_ || round_ != seen; });
        if (leaving_) return;
        seen = round_;
      }
      work();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::vector<std::thread> members_;
  std::mutex mutex_;
  std::condition_variable called_, done_;
  const std::function<void(std::size_t)>* body_ = nullptr;
  std::size_t n_ = 0, busy_ = 0, round_ = 0;
  std::atomic<std::size_t> next_{0};
  std::exception_ptr error_;
  bool leaving_ = false;
};

}  // namespace kifu
