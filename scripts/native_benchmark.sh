# shellcheck shell=bash
# native_benchmark TARGET   builds a native benchmark and sets `benchmark` to its path; returns 1 if it needs a library
# that is not installed. Sourced by the scripts of the benchmarks.
native_benchmark() {
  source scripts/cmake_generator.sh
  bash scripts/quietly.sh configure_native cmake -S . -B build/native -DCMAKE_BUILD_TYPE=Release || exit
  if ! cmake --build build/native --target help | grep "$1" >/dev/null; then return 1; fi
  echo "Building the native benchmark"
  bash scripts/quietly.sh build_native cmake --build build/native --parallel 2 --target "$1" || exit
  benchmark=$(find build/native -name "$1" -type f)
}
