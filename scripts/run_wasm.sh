#!/usr/bin/env bash
# Runs a program that Emscripten has built for Node: run_wasm.sh build/wasm/tests/core_tests.js
set -euo pipefail

# The loader of older Emscripten tries fetch where there is one, and Node's refuses files.
no_fetch=--no-experimental-fetch
node "$no_fetch" --eval '' 2>/dev/null || no_fetch=
exec node ${no_fetch:+"$no_fetch"} "$@"
