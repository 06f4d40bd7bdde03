#!/usr/bin/env bash
# Measures how time and memory of each attention variant grow with the sequence length: native, one core.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/native_benchmark.sh

bash scripts/setup.sh test
native_benchmark efficient_growth
exec "$benchmark" "$@"
