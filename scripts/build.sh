#!/usr/bin/env bash
# Builds the WebAssembly modules and the site: dist/ holds the site and the offline file, dist/package the npm package.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh start
bash scripts/model.sh || true # it prints why it failed; the site builds without MiniLM
bash scripts/build_wasm.sh
echo "Building the page"
bash scripts/quietly.sh build_page bash scripts/build_site.sh "$@"
