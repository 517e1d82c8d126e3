#pragma once
// Long native work that Python can watch and interrupt.
#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

// Runs `work` on a thread of its own without the GIL, and calls `tick` with the GIL several times a second.
// Where tick throws, or a signal has a Python handler that does, `stop` is called and the error thrown again
// when the work has ended.
inline void work_patiently(const std::function<void()>& work, const std::function<void()>& stop,
                           const std::function<void()>& tick) {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failed, interrupted;
  nanobind::gil_scoped_release release;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failed = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    done = true;
    changed.notify_one();
  });
  for (std::unique_lock lock(mutex); !done;) {
    if (changed.wait_for(lock, std::chrono::milliseconds(100), [&] { return done; })) break;
    if (interrupted) continue;
    lock.unlock();
    try {
      nanobind::gil_scoped_acquire acquire;
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      tick();
    } catch (...) {
      interrupted = std::current_exception();
      stop();
    }
    lock.lock();
  }
  worker.join();
  if (interrupted) std::rethrow_exception(interrupted);
  if (failed) std::rethrow_exception(failed);
}
