// How time and memory of each variant grow with n, beside what its paper says.
//
//   efficient_growth [largest n]     one head, d_head 64, forward; medians of several runs
//
// The exponent is the slope of log(time) or log(bytes) over log(n), by least squares over the larger
// half of the lengths.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "base/random.h"
#include "efficient/chunked.h"
#include "efficient/cost.h"
#include "efficient/flash.h"
#include "efficient/linformer.h"
#include "efficient/sparse.h"

namespace {

// Bytes held now, and the most since the last reset. Eigen's aligned storage comes from malloc and
// not from operator new, unless it is told; so both are counted at malloc's door.
std::size_t held = 0, most = 0;

void* count_in(std::size_t size) {
  auto* block = static_cast<std::size_t*>(std::malloc(size + 16));
  if (block == nullptr) throw std::bad_alloc();
  *block = size;
  held += size;
  most = std::max(most, held);
  return reinterpret_cast<char*>(block) + 16;
}

void count_out(void* pointer) {
  if (pointer == nullptr) return;
  auto* block = reinterpret_cast<std::size_t*>(static_cast<char*>(pointer) - 16);
  held -= *block;
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return count_in(size); }
void operator delete(void* pointer) noexcept { count_out(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { count_out(pointer); }
