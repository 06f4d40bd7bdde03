#!/usr/bin/env bash
# Measures the row kernels in cycles per element: as wasm, in Node and in Chromium, with relaxed SIMD if the compiler
# supports it; and natively, compared with plain loops, if libbenchmark-dev is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/native_benchmark.sh

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

if ! native_benchmark bench_rows; then
  echo "Row kernels natively: not measured (needs libbenchmark-dev)"
  exit
fi
echo
echo "Row kernels natively"
"$benchmark" '--benchmark_filter=/768|listed.*/64|^pack'
