#pragma once
// NumPy arrays in and out of the core. A vector that leaves is moved, not copied.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

template <class T>
using InputArray = nanobind::ndarray<const T, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

template <class T>
std::span<const T> span_of(const InputArray<T>& array) {
  return {array.data(), array.shape(0)};
}

template <class T, class... Shape>
nanobind::ndarray<nanobind::numpy, T, Shape...> to_numpy(std::vector<T>&& values,
                                                         std::initializer_list<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* data = owned->data();
  nanobind::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  owned.release();
  return {data, shape.size(), shape.begin(), owner};
}

template <class T>
nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>> to_numpy(std::vector<T>&& values) {
  const std::size_t n = values.size();
  return to_numpy<T, nanobind::ndim<1>>(std::move(values), {n});
}
