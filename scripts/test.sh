#!/usr/bin/env bash
# Installs and fetches what is missing, then runs every check and test. The last line is `N passed, N failed`.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! bash scripts/setup.sh test || ! bash scripts/model.sh; then
  echo '0 passed, 1 failed'
  exit 1
fi
exec node scripts/gate.mjs
