#!/usr/bin/env bash
# Fetches the npm packages when node_modules is not what package-lock.json asks for.
set -euo pipefail
cd "$(dirname "$0")/.."

if node scripts/npm_is_installed.mjs; then exit 0; fi

echo "Fetching npm packages"
# Packages' own scripts never run here: none of them is needed.
bash scripts/quietly.sh install_npm npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error
