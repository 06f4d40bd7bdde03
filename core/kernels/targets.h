// The Highway targets that kernels are compiled for. Include this before any Highway header.
#pragma once

// The low 13 bits are the x86 targets above the baseline. Of these, SSE4, AVX2 (with FMA) and
// AVX-512 are enabled; the others add only instructions that no kernel uses. Arm's SVE and RISC-V
// vectors have no length known at compile time, which the kernels' arrays of vectors need.
#define HWY_DISABLED_TARGETS                                 \
  ((((1LL << 13) - 1) & ~(HWY_SSE4 | HWY_AVX2 | HWY_AVX3)) | \
   (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV))
