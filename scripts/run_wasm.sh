#!/usr/bin/env bash
# Runs a program that Emscripten has built for Node: run_wasm.sh build/wasm/tests/core_tests.js
set -euo pipefail

# The loader of older Emscripten tries fetch where there is one, and Node's refuses files.
no_fetch=--no-experimental-fetch
node "$no_fetch" --eval '' 2>/dev/null || no_fetch=
# Node 20 knows relaxed SIMD, but only when told so.
relaxed_simd=--experimental-wasm-relaxed-simd
node "$relaxed_simd" --eval '' 2>/dev/null || relaxed_simd=
exec node ${no_fetch:+"$no_fetch"} ${relaxed_simd:+"$relaxed_simd"} "$@"
