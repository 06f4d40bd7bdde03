#!/usr/bin/env bash
# soak.sh [MINUTES]   trains on the built training page in Chromium for ten minutes by default, in every way that a
# visitor can, then opens 100 language models, and fails if workers, listeners, nodes or memory are left behind.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
bash scripts/build.sh
exec node tests/bench/soak/run.mjs "$@"
