#!/usr/bin/env bash
# Builds the core and the page: dist/ holds the site afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/setup.sh start
bash scripts/build_wasm.sh
echo "Building the page"
bash scripts/quietly.sh build_page node_modules/.bin/vite build --config web/vite.config.ts
