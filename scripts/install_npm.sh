#!/usr/bin/env bash
# Installs the npm packages when node_modules differs from package-lock.json.
set -euo pipefail
cd "$(dirname "$0")/.."

if node scripts/npm_is_installed.mjs; then exit 0; fi

echo "Installing npm packages"
# No package needs its install script, so none is run.
bash scripts/quietly.sh install_npm npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error
