#include "core/io/allocation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace {

std::size_t held = 0;
std::size_t most_held = 0;

// The size of each allocation is stored before it.
constexpr std::size_t kBefore = alignof(std::max_align_t);
static_assert(kBefore >= sizeof(std::size_t));

void* counted_allocation_or_null(std::size_t size) {
  auto* memory = static_cast<unsigned char*>(std::malloc(size + kBefore));
  if (memory == nullptr) return nullptr;
  *reinterpret_cast<std::size_t*>(memory) = size;
  held += size;
  if (held > most_held) most_held = held;
  return memory + kBefore;
}

void* counted_allocation(std::size_t size) {
  void* piece = counted_allocation_or_null(size);
  if (piece == nullptr) throw std::bad_alloc();
  return piece;
}

void counted_release(void* piece) {
  if (piece == nullptr) return;
  auto* memory = static_cast<unsigned char*>(piece) - kBefore;
  held -= *reinterpret_cast<std::size_t*>(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted_allocation(size); }
void* operator new[](std::size_t size) { return counted_allocation(size); }
// Replaced as well, because the sanitizer's versions would not call the operators above.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted_allocation_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted_allocation_or_null(size);
}
void operator delete(void* piece) noexcept { counted_release(piece); }
void operator delete[](void* piece) noexcept { counted_release(piece); }
void operator delete(void* piece, std::size_t) noexcept { counted_release(piece); }
void operator delete[](void* piece, std::size_t) noexcept { counted_release(piece); }

namespace attn {

PeakAllocation::PeakAllocation() : start_(held) { most_held = held; }
std::size_t PeakAllocation::bytes() const { return most_held - start_; }
std::size_t PeakAllocation::left() const { return held - start_; }

namespace {

TEST(Allocation, CountsThePeakOfLiveBytes) {
  const PeakAllocation peak;
  {
    const std::vector<char> first(1000);
  }
  auto second = std::make_unique<char[]>(600);
  EXPECT_EQ(peak.bytes(), 1000u);
  EXPECT_EQ(peak.left(), 600u);
  second.reset();
  EXPECT_EQ(peak.left(), 0u);
}

}  // namespace
}  // namespace attn
