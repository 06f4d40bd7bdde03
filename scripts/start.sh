#!/usr/bin/env bash
# Builds what has changed and serves the site. PORT=8080 npm start chooses the port.
set -euo pipefail
cd "$(dirname "$0")/.."

bash scripts/build.sh
exec node scripts/serve.mjs
