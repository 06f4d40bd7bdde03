#!/usr/bin/env bash
# build_wasm.sh [--with-tests]   builds the WebAssembly modules in build/wasm; --with-tests also core's tests
set -euo pipefail
cd "$(dirname "$0")/.."

tests=OFF targets=(--target attention family limit products)
if [[ ${1:-} == --with-tests ]]; then tests=ON targets=(); fi

configured=none
if [[ -f build/wasm/Makefile || -f build/wasm/build.ninja ]]; then
  configured=$(sed -n 's/^ATTN_TESTS:BOOL=//p' build/wasm/CMakeCache.txt)
fi
# A build that has the tests is good for both.
if [[ $configured == none || ($tests == ON && $configured != ON) ]]; then
  if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  echo "Configuring the WebAssembly build"
  bash scripts/quietly.sh configure_wasm \
    emcmake cmake -S . -B build/wasm -DCMAKE_BUILD_TYPE=Release "-DATTN_TESTS=$tests"
fi

echo "Building the core for WebAssembly"
if [[ $configured == none ]]; then
  echo "  the first time takes about a minute; an Emscripten that came without its system"
  echo "  libraries builds those first, which takes some more, once"
fi
bash scripts/quietly.sh build_wasm cmake --build build/wasm --parallel 2 "${targets[@]}"
bash scripts/build_relaxed.sh
