#!/usr/bin/env bash
# Builds the core and the page: dist/ holds the site afterwards, with the one offline file, and dist/package the package.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh start
bash scripts/build_wasm.sh
echo "Building the page"
bash scripts/quietly.sh build_page bash scripts/build_site.sh
