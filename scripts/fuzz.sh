#!/usr/bin/env bash
# fuzz.sh [SECONDS [NAME...]]   runs each fuzzer of tests/fuzz for 60 seconds by default. Fails at the first finding and
# leaves its input in build/fuzz/findings. Needs clang with its runtime (Debian: clang-14 libclang-rt-14-dev).
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
names=("${@:2}")
if ((${#names[@]} == 0)); then names=(safetensors npz); fi

source scripts/clang_tool.sh
clang=$(clang_tool clang++)

build=build/fuzz
source scripts/cmake_generator.sh
echo "Building the fuzzers"
bash scripts/quietly.sh configure_fuzz cmake -S . -B "$build" -DCMAKE_CXX_COMPILER="$clang" \
  -DCMAKE_BUILD_TYPE=Release -DATTN_TESTS=OFF -DATTN_SANITIZE=ON -DATTN_FUZZ=ON
bash scripts/quietly.sh build_fuzz cmake --build "$build" --parallel 2 \
  --target write_seeds "${names[@]/#/fuzz_}"

mkdir -p "$build"/{seeds,corpus}/{safetensors,npz} "$build/findings"
"$build/tests/fuzz/write_seeds" "$build/seeds"
cp tests/golden/files/*.npz "$build/seeds/npz"
cp tests/golden/files/*.safetensors "$build/seeds/safetensors"

for name in "${names[@]}"; do
  echo "Fuzzing $name for $seconds seconds"
  status=0
  "$build/tests/fuzz/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=8192 \
    -artifact_prefix="$build/findings/$name-" -print_final_stats=1 -verbosity=0 \
    "$build/corpus/$name" "$build/seeds/$name" >"$build/$name.log" 2>&1 || status=$?
  if ((status != 0)); then
    cat "$build/$name.log" >&2
    exit "$status"
  fi
  sed -n 's/^stat::number_of_executed_units: */  executions: /p; s/^stat::new_units_added: */  inputs that reached something new: /p' \
    "$build/$name.log"
done
