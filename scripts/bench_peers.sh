#!/usr/bin/env bash
# bench_peers.sh [part of a work's name...]   measures the engine beside ONNX Runtime Web, TensorFlow.js, Eigen's product
# and plain loops, in Node and in Chromium; all works, or those named.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
if ! node scripts/npm_is_installed.mjs tests/bench/peers; then
  echo "Fetching the rivals into tests/bench/peers/node_modules: ONNX Runtime and TensorFlow.js, some 0.5 GB, once"
  bash scripts/quietly.sh install_peers \
    npm ci --prefix tests/bench/peers --include=dev --ignore-scripts --no-audit --no-fund
fi
bash scripts/build_wasm.sh
exec node tests/bench/peers/run.mjs "$@"
