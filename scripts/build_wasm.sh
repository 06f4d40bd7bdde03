#!/usr/bin/env bash
# build_wasm.sh [--with-tests]   builds the WebAssembly modules in build/wasm/wasm. After --with-tests,
# `cmake --build build/wasm` builds core's tests.
#
# If the compiler is new enough, it also builds them with relaxed SIMD, as *.relaxed.wasm. Both builds share the same glue.
# web/src/engine/places/simd.ts chooses the one that the browser can run.
set -euo pipefail
cd "$(dirname "$0")/.."

tests=OFF
if [[ ${1:-} == --with-tests ]]; then tests=ON; fi

relaxed=OFF
if emcc -msimd128 -mrelaxed-simd -fsyntax-only -x c++ - 2>/dev/null <<<'
    #include <wasm_simd128.h>
    v128_t f(v128_t a, v128_t b, v128_t c) { return wasm_f32x4_relaxed_madd(a, b, c); }'; then
  relaxed=ON
fi

configured() { sed -n "s/^$1:BOOL=//p" build/wasm/CMakeCache.txt; }
is_new=yes
if grep -Eqs '^(build )?modules:' build/wasm/Makefile build/wasm/build.ninja; then is_new=no; fi
# Keep a build that is configured with the tests: it builds the modules as well.
if [[ $is_new == yes || $(configured ATTN_RELAXED_SIMD) != "$relaxed" ||
  ($tests == ON && $(configured ATTN_TESTS) != ON) ]]; then
  source scripts/cmake_generator.sh
  echo "Configuring the WebAssembly build"
  bash scripts/quietly.sh configure_wasm emcmake cmake -S . -B build/wasm \
    -DCMAKE_BUILD_TYPE=Release "-DATTN_TESTS=$tests" "-DATTN_RELAXED_SIMD=$relaxed"
fi

echo "Building the core for WebAssembly"
if [[ $is_new == yes ]]; then
  echo "  the first time takes about two minutes on two cores; an Emscripten that came without"
  echo "  its system libraries builds those first, which takes some more, once"
fi
bash scripts/quietly.sh build_wasm cmake --build build/wasm --parallel 2 --target modules

built=build/wasm/wasm
if [[ $relaxed == OFF ]]; then
  rm -f "$built"/*.relaxed.wasm
  exit
fi
for module in attention products limit; do
  if cmp -s {"$built",build/wasm/relaxed}/"$module.wasm"; then
    echo "expected another $module.wasm with relaxed SIMD than without, got the same" >&2
    exit 1
  fi
  if [[ $module != limit ]] && ! cmp -s {"$built",build/wasm/relaxed}/"$module.mjs"; then
    echo "expected the same $module.mjs with relaxed SIMD as without, got another one" >&2
    exit 1
  fi
  cp -p "build/wasm/relaxed/$module.wasm" "$built/$module.relaxed.wasm"
done
