#!/usr/bin/env bash
# Measures native matrix products on one core, compared with OpenBLAS and the processor's peak: with AVX2, then with the
# widest instructions available. Needs libbenchmark-dev and libopenblas-dev.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
echo "Building the benchmark"
bash scripts/quietly.sh configure_native cmake -S . -B build/growth -DCMAKE_BUILD_TYPE=Release
if ! cmake --build build/growth --target help | grep gemm_native >/dev/null; then
  echo "Native products: not measured (needs libbenchmark-dev and libopenblas-dev)"
  exit
fi
bash scripts/quietly.sh build_native cmake --build build/growth --parallel 2 --target gemm_native
bench=$(find build/growth -name gemm_native -type f)
OPENBLAS_CORETYPE=Haswell "$bench" --avx2 "$@"
"$bench" "$@"
