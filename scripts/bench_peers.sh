#!/usr/bin/env bash
# bench_peers.sh [--renew | PART OF A NAME...]   compares the engine with ONNX Runtime Web, TensorFlow.js, Eigen's
# product and plain loops, in Node and in Chromium, and native products. With names, only the workloads that match.
# --renew also updates the figures of speed.html and the picture in tests/bench/FIGURES.md, unless something failed.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/native_benchmark.sh

bash scripts/setup.sh test
if ! node scripts/npm_is_installed.mjs tests/bench/peers; then
  echo "Installing ONNX Runtime and TensorFlow.js into tests/bench/peers/node_modules (0.5 GB, once)"
  bash scripts/quietly.sh install_peers \
    npm ci --prefix tests/bench/peers --include=dev --ignore-scripts --no-audit --no-fund
fi
bash scripts/build_wasm.sh
native_benchmark training_native
# Without its libraries, the comparison of native products fails and the others still run. With --renew, stop now: one
# failure means that nothing is renewed, and the others take a quarter of an hour.
if ! native_benchmark gemm_native && [[ " $* " == *' --renew '* ]]; then
  echo "--renew needs libbenchmark-dev and libopenblas-dev, for native products; install them with apt-get" >&2
  exit 1
fi
exec node tests/bench/peers/run.mjs "$@"
