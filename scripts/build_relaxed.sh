#!/usr/bin/env bash
# Builds modules once more, with relaxed SIMD (a * b + c in one instruction): the family, and what the page of speed
# measures beside it. They are put beside the first as build/wasm/wasm/*.relaxed.wasm. Both are started by the same
# glue; which of them a browser can run is seen there (web/src/engine/relaxed.ts). Needs clang 16; with an older
# compiler there are only the first.
set -euo pipefail
cd "$(dirname "$0")/.."

built=build/wasm/wasm
modules=(family products limit)

knows_relaxed_simd() {
  emcc -msimd128 -mrelaxed-simd -fsyntax-only -x c++ - 2>/dev/null <<<'
    #include <wasm_simd128.h>
    v128_t f(v128_t a, v128_t b, v128_t c) { return wasm_f32x4_relaxed_madd(a, b, c); }'
}

if ! knows_relaxed_simd; then
  rm -f "$built"/*.relaxed.wasm
  exit
fi

if [[ ! -f build/relaxed/Makefile && ! -f build/relaxed/build.ninja ]]; then
  if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  bash scripts/quietly.sh configure_relaxed emcmake cmake -S . -B build/relaxed \
    -DCMAKE_BUILD_TYPE=Release -DATTN_TESTS=OFF -DATTN_RELAXED_SIMD=ON
fi
echo "Building the family with relaxed SIMD"
bash scripts/quietly.sh build_relaxed cmake --build build/relaxed --parallel 2 --target "${modules[@]}"

for module in "${modules[@]}"; do
  if [[ $module != limit ]] && ! cmp -s {"$built",build/relaxed/wasm}/"$module.mjs"; then
    echo "expected the same $module.mjs with relaxed SIMD as without, got another one" >&2
    exit 1
  fi
  cp "build/relaxed/wasm/$module.wasm" "$built/$module.relaxed.wasm"
done
