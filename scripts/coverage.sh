#!/usr/bin/env bash
# Line and branch coverage of core/ by its native tests, for each file. Fails below 95 % of lines or 85 % of branches.
# Needs clang with its runtime, llvm-profdata and llvm-cov (Debian: clang-14 libclang-rt-14-dev llvm-14).
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh test
source scripts/clang_tool.sh
clang=$(clang_tool clang++)
profdata=$(clang_tool llvm-profdata)
cov=$(clang_tool llvm-cov)

build=build/coverage
source scripts/cmake_generator.sh
echo "Building the core's tests with coverage counters"
bash scripts/quietly.sh configure_coverage cmake -S . -B "$build" \
  -DCMAKE_CXX_COMPILER="$clang" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
  -DCMAKE_CXX_FLAGS="-fprofile-instr-generate -fcoverage-mapping"
bash scripts/quietly.sh build_coverage cmake --build "$build" --parallel 2

echo "Running the tests"
rm -f "$build"/*.profraw
objects=()
for program in "$build"/tests/*_tests; do
  LLVM_PROFILE_FILE="$build/$(basename "$program").profraw" \
    bash scripts/quietly.sh "coverage_$(basename "$program")" "$program" --gtest_brief=1
  objects+=(-object "$program")
done
"$profdata" merge -sparse "$build"/*.profraw -o "$build/merged.profdata"
"$cov" report "${objects[@]:1}" -instr-profile="$build/merged.profdata" "$PWD/core" \
  >"$build/report.txt"
node - "$build/report.txt" <<'JS'
// Columns: file; then total, missed and percentage of regions, functions, lines and branches. The
// header is left out: it has 17 words.
const lines = require('node:fs').readFileSync(process.argv[2], 'utf8').split('\n');
const rows = lines.map((line) => line.trim().split(/\s+/)).filter((row) => row.length === 13);
for (const row of rows)
  console.log(row[0].padEnd(46), 'lines', row[9].padStart(8), ' branches', row[12].padStart(8));
const total = rows.at(-1);
if (total?.[0] !== 'TOTAL') throw new Error('the report has no total');
const [ofLines, ofBranches] = [total[9], total[12]].map(parseFloat);
if (!(ofLines >= 95 && ofBranches >= 85)) {
  console.error('expected at least 95 % of the lines and 85 % of the branches');
  process.exitCode = 1;
}
JS
