#pragma once
// Long native work that Python can watch, and that Ctrl-C and other signals end at once.
#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

// Calls work() in a thread of its own, the GIL released, while this one looks for signals and calls tick()
// with the GIL. When a signal's handler or tick() raises, stop() is called until the work ends, and the
// exception is thrown on.
template <class Work, class Stop, class Tick>
void run_interruptibly(Work&& work, Stop&& stop, Tick&& tick) {
  namespace nb = nanobind;
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::mutex mutex;
  std::condition_variable ended;
  bool is_done = false;
  std::exception_ptr failed, interrupted;
  {
    nb::gil_scoped_release release;
    std::thread thread([&] {
      try {
        work();
      } catch (...) {
        failed = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      is_done = true;
      ended.notify_one();
    });
    for (;;) {
      {
        std::unique_lock lock(mutex);
        if (ended.wait_for(lock, kLook, [&] { return is_done; })) break;
      }
      if (!interrupted) {
        nb::gil_scoped_acquire acquire;
        try {
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
          tick();
        } catch (...) {
          interrupted = std::current_exception();
        }
      }
      if (interrupted) stop();  // more than once: a search that has not begun does not hear it
    }
    thread.join();
  }
  if (interrupted) std::rethrow_exception(interrupted);
  if (failed) std::rethrow_exception(failed);
}

template <class Work, class Stop>
void run_interruptibly(Work&& work, Stop&& stop) {
  run_interruptibly(work, stop, [] {});
}
