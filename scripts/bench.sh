#!/usr/bin/env bash
# Measures the figures that the playground and the engine are to reach, in Chromium against the site as it is built now,
# and in Node: one line each.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
bash scripts/build.sh
exec node tests/bench/run.mjs
