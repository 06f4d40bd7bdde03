// The row kernels as wasm: a module without glue, which in-wasm.ts loads and times.
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/matrix.h"
#include "works.h"

namespace attn::bench {
namespace {

constexpr Index kRowLength = 768, kListedLength = 64;
constexpr int kRowWorkCount = static_cast<int>(std::size(kRowWorks));
constexpr int kWorkCount = kRowWorkCount + static_cast<int>(std::size(kListedWorks));

int chosen = 0;
std::optional<Rows> rows;
std::optional<Listed> listed;

volatile double somewhere;  // volatile, so that the result counts as used

}  // namespace
}  // namespace attn::bench

extern "C" {

using namespace attn::bench;

int works() { return kWorkCount; }

// Selects the workload of the next run(), with operands of its own. Returns its name,
// null-terminated.
const char* choose(int work) {
  chosen = work;
  rows.emplace(kRowLength);
  listed.emplace(kListedLength);
  return work < kRowWorkCount ? kRowWorks[work].name : kListedWorks[work - kRowWorkCount].name;
}

// Runs the workload; returns the number of elements processed.
double run(int times) {
  if (chosen < kRowWorkCount) {
    for (int t = 0; t < times; ++t) somewhere = kRowWorks[chosen].run(*rows);
    return 1.0 * kRowLength * times;
  }
  for (int t = 0; t < times; ++t) somewhere = kListedWorks[chosen - kRowWorkCount].run(*listed);
  return 1.0 * kListed * kListedLength * times;
}

// A chain of multiplications that each take 3 cycles, on Intel's and AMD's processors of the last
// ten years. Returns the cycles.
double tick(int times, std::uint32_t odd) {
  std::uint32_t x = odd;
  for (int t = 0; t < times; ++t) {
    for (int i = 0; i < 16; ++i) {
      x *= odd;
      asm volatile("" : "+r"(x));  // without this the compiler multiplies once, by a power of `odd`
    }
  }
  somewhere = x;
  return 3.0 * 16 * times;
}

}  // extern "C"
