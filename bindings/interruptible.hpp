#pragma once
// Long native work that Ctrl-C and other signals of Python end at once.
#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

// Calls work() in a thread of its own, the GIL released, while this one looks for signals. When a handler
// raises, stop() is called until the work ends, and the handler's exception is thrown on.
template <class Work, class Stop>
void run_interruptibly(Work&& work, Stop&& stop) {
  namespace nb = nanobind;
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::mutex mutex;
  std::condition_variable ended;
  bool is_done = false, is_interrupted = false;
  std::exception_ptr error;
  {
    nb::gil_scoped_release release;
    std::thread thread([&] {
      try {
        work();
      } catch (...) {
        error = std::current_exception();
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
      if (!is_interrupted) {
        nb::gil_scoped_acquire acquire;
        is_interrupted = PyErr_CheckSignals() != 0;
      }
      if (is_interrupted) stop();  // more than once: a search that has not begun does not hear it
    }
    thread.join();
  }
  if (is_interrupted) throw nb::python_error();
  if (error) std::rethrow_exception(error);
}
