# shellcheck shell=bash
# native_benchmark TARGET   builds a native benchmark and sets `benchmark` to its path; returns 1 if it needs a library
# that is not installed. Sourced by the scripts of the benchmarks.
native_benchmark() {
  if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
  bash scripts/quietly.sh configure_native cmake -S . -B build/growth -DCMAKE_BUILD_TYPE=Release || exit
  if ! cmake --build build/growth --target help | grep "$1" >/dev/null; then return 1; fi
  echo "Building the native benchmark"
  bash scripts/quietly.sh build_native cmake --build build/growth --parallel 2 --target "$1" || exit
  benchmark=$(find build/growth -name "$1" -type f)
}
