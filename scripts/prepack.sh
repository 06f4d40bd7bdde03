#!/usr/bin/env bash
# Builds what `npm pack` packs. Prints to stderr, because npm's stdout is the tarball's name.
set -euo pipefail
cd "$(dirname "$0")/.."
exec >&2

if [[ ! -f build/wasm/wasm/attention.wasm || ! -d node_modules ]]; then
  bash scripts/setup.sh start
  bash scripts/build_wasm.sh
fi
bash scripts/quietly.sh build_package bash scripts/build_package.sh
