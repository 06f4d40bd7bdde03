#!/usr/bin/env bash
# Measures the figures that the playground and the engine are to reach, in Chromium against the site as it is built now,
# and in Node: one line each; then products natively, by Google Benchmark, where that is installed, and the kernels on
# rows.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
bash scripts/build.sh
status=0
node tests/bench/run.mjs || status=$?
bash scripts/bench_native.sh || status=$?
bash scripts/bench_rows.sh || status=$?
exit "$status"
