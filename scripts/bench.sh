#!/usr/bin/env bash
# bench.sh [NAME...]   measures the page (Chromium, built site) and the engine (Chromium and Node), one line for each
# figure and its target. Then native matrix products, where Google Benchmark is installed, and the row kernels. With
# names, only those functions of tests/bench/bench.ts whose names contain one: "smallCalls manyLabs".
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
bash scripts/build.sh
if (($#)); then exec node tests/bench/run.mjs "$@"; fi
status=0
node tests/bench/run.mjs || status=$?
bash scripts/bench_native.sh || status=$?
bash scripts/bench_rows.sh || status=$?
exit "$status"
