#!/usr/bin/env bash
# Builds dist/package, which `npm pack` packs, from the sources and the built WebAssembly module.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=node_modules/.bin

"$bin/rolldown" --config web/package.config.ts
"$bin/cem" analyze --config web/build/elements-manifest.config.mjs
rm -rf build/declarations
"$bin/tsc" -p web/tsconfig.package.json
node scripts/package_types.mjs
