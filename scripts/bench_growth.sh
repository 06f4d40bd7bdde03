#!/usr/bin/env bash
# Measures how time and memory of each attention variant grow with the sequence length: native, one core.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
echo "Building the benchmark"
bash scripts/quietly.sh configure_growth cmake -S . -B build/growth -DCMAKE_BUILD_TYPE=Release
bash scripts/quietly.sh build_growth cmake --build build/growth --parallel 2 --target efficient_growth
exec "$(find build/growth -name efficient_growth -type f)" "$@"
