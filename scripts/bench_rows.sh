#!/usr/bin/env bash
# Measures the row kernels in cycles per element: as wasm, in Node and in Chromium, with relaxed SIMD if the compiler
# supports it; and natively, compared with plain loops, if libbenchmark-dev is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
bash scripts/build_wasm.sh
echo "Building the benchmark"
targets=(rows_wasm)
if [[ -e build/wasm/wasm/attention.relaxed.wasm ]]; then
  targets+=(relaxed_rows_wasm)
else
  rm -rf build/wasm/rows/relaxed
fi
bash scripts/quietly.sh build_rows cmake --build build/wasm --parallel 2 --target "${targets[@]}"
node tests/bench/rows/run.mjs

if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
bash scripts/quietly.sh configure_native cmake -S . -B build/growth -DCMAKE_BUILD_TYPE=Release
if ! cmake --build build/growth --target help | grep bench_rows >/dev/null; then
  echo "Kernels on rows natively: not measured, which needs libbenchmark-dev"
  exit
fi
bash scripts/quietly.sh build_native cmake --build build/growth --parallel 2 --target bench_rows
echo
echo "Kernels on rows natively"
"$(find build/growth -name bench_rows -type f)" '--benchmark_filter=/768|listed.*/64|^pack'
