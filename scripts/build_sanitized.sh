#!/usr/bin/env bash
# Builds the core and its tests natively in build/sanitized, with address and undefined-behavior sanitizers and with
# warnings as errors.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/cmake_generator.sh
cmake -S . -B build/sanitized -DATTN_TESTS=ON -DATTN_SANITIZE=ON -DATTN_WERROR=ON
cmake --build build/sanitized --parallel 2
