#!/usr/bin/env bash
# Runs a program that Emscripten built for Node: run_wasm.sh build/wasm/tests/attention_tests.js
set -euo pipefail

# Old Emscripten loads files with fetch when it exists, and Node's fetch refuses file: URLs.
no_fetch=--no-experimental-fetch
node "$no_fetch" --eval '' 2>/dev/null || no_fetch=
# Node 20 has relaxed SIMD behind a flag.
relaxed_simd=--experimental-wasm-relaxed-simd
node "$relaxed_simd" --eval '' 2>/dev/null || relaxed_simd=
exec node ${no_fetch:+"$no_fetch"} ${relaxed_simd:+"$relaxed_simd"} "$@"
