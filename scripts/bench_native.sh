#!/usr/bin/env bash
# Measures native matrix products on one core, compared with OpenBLAS and the processor's peak: with AVX2, then with the
# widest instructions available. Needs libbenchmark-dev and libopenblas-dev.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/native_benchmark.sh

bash scripts/setup.sh test
if ! native_benchmark gemm_native; then
  echo "Native products: not measured (needs libbenchmark-dev and libopenblas-dev)"
  exit
fi
OPENBLAS_CORETYPE=Haswell "$benchmark" --avx2 "$@"
"$benchmark" "$@"
