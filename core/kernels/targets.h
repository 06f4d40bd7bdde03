// Which of Highway's targets kernels are compiled for. To be included before any header of Highway.
#pragma once

// The first 13 bits are x86's targets above its baseline. SSE4, AVX2 (with FMA) and AVX-512 are
// worth their code; the others differ from these in instructions that no kernel uses. Arm's SVE and
// RISC-V's vectors have no length that a compiler knows, and kernels keep arrays of vectors.
#define HWY_DISABLED_TARGETS                                 \
  ((((1LL << 13) - 1) & ~(HWY_SSE4 | HWY_AVX2 | HWY_AVX3)) | \
   (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV))
