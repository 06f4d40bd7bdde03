#!/usr/bin/env bash
# build_wasm.sh [--with-tests]   builds the WebAssembly modules in build/wasm/wasm; --with-tests also core's tests
#
# Those with relaxed SIMD, *.relaxed.wasm, are started by the same glue as the others; which of them a browser can run
# is seen there (web/src/engine/relaxed.ts). They are there where the compiler is new enough.
set -euo pipefail
cd "$(dirname "$0")/.."

tests=OFF targets=(--target modules)
if [[ ${1:-} == --with-tests ]]; then tests=ON targets=(); fi

configured=none
if [[ -f build/wasm/Makefile || -f build/wasm/build.ninja ]] &&
  grep -q '^ATTN_HAS_RELAXED_SIMD:' build/wasm/CMakeCache.txt; then
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

relaxed=()
if grep -q '^ATTN_HAS_RELAXED_SIMD:.*=1$' build/wasm/CMakeCache.txt; then relaxed=(family products limit); fi
built=build/wasm/wasm
rm -f "$built"/*.relaxed.wasm
for module in "${relaxed[@]}"; do
  if [[ $module != limit ]] && ! cmp -s {"$built",build/wasm/relaxed}/"$module.mjs"; then
    echo "expected the same $module.mjs with relaxed SIMD as without, got another one" >&2
    exit 1
  fi
  cp -p "build/wasm/relaxed/$module.wasm" "$built/$module.relaxed.wasm"
done
