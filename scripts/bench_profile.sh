#!/usr/bin/env bash
# bench_profile.sh NAME...   which functions of the core take the time of the workloads whose names contain NAME, in Node
#                            and Chromium
# bench_profile.sh size      by how much the module would shrink without each folder
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
bash scripts/build_wasm.sh
source scripts/cmake_generator.sh
echo "Building the module once more, with its functions' names"
relaxed=OFF targets=(attention)
if [[ -e build/wasm/wasm/attention.relaxed.wasm ]]; then relaxed=ON targets+=(relaxed_attention); fi
bash scripts/quietly.sh configure_profile emcmake cmake -S . -B build/profile \
  -DCMAKE_BUILD_TYPE=Release -DATTN_TESTS=OFF "-DATTN_RELAXED_SIMD=$relaxed" \
  -DCMAKE_EXE_LINKER_FLAGS=--profiling-funcs
if [[ $relaxed == OFF ]]; then rm -rf build/profile/relaxed; fi
bash scripts/quietly.sh build_profile cmake --build build/profile --parallel 2 --target "${targets[@]}"
exec node tests/bench/profile/run.mjs "$@"
