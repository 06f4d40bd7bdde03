#!/usr/bin/env bash
# train.sh [RECIPE...]            trains the models that the site shows and writes them to web/public/models
# train.sh --seeds N RECIPE...    trains with seeds 0 to N - 1 and prints the figures, without writing
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
source scripts/cmake_generator.sh
echo "Building the trainer"
bash scripts/quietly.sh configure_train cmake -S . -B build/native -DCMAKE_BUILD_TYPE=Release
bash scripts/quietly.sh build_train cmake --build build/native --parallel 2 --target train_models
program=$(find build/native -name train_models -type f)
node web/build/digits.mjs build/digits.npz
if [[ ${1:-} == --seeds ]]; then exec "$program" build/digits.npz "$@"; fi
mkdir -p web/public/models
exec "$program" build/digits.npz web/public/models "$@"
