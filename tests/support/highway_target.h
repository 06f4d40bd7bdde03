// Kernels run on the processor's best target. Tests choose other targets here.
#pragma once

#include "kernels/targets.h"
// Must follow kernels/targets.h.
#include <hwy/highway.h>

#include <cstdint>
#include <vector>

namespace attn {

// In wasm there is only one target.
constexpr bool kChoosesTarget = !HWY_ARCH_WASM;

// Targets that this processor supports and kernels are compiled for.
inline std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> all;
#if HWY_ARCH_WASM
  all.push_back(HWY_STATIC_TARGET);
#else
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
    all.push_back(left & -left);
  }
#endif
  return all;
}

// Whether the target rounds a * b + c once. Target 0 means scalar code, which rounds twice.
inline bool fuses_multiply_add(std::int64_t target) {
#ifdef __wasm_relaxed_simd__
  return target != 0;
#else
  return (target & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)) != 0;
#endif
}

// During its lifetime, kernels run on one of these targets.
class OnTargets {
 public:
  explicit OnTargets([[maybe_unused]] std::int64_t targets) {
#if !HWY_ARCH_WASM
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#endif
  }
  ~OnTargets() {
#if !HWY_ARCH_WASM
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
#endif
  }
  OnTargets(const OnTargets&) = delete;
  OnTargets& operator=(const OnTargets&) = delete;
};

}  // namespace attn
