#!/usr/bin/env bash
# Serves the sources with reload, and rebuilds the WebAssembly modules when the C++ changes.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh start
bash scripts/build_wasm.sh
exec node scripts/dev.mjs
