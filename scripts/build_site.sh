#!/usr/bin/env bash
# All that dist/ holds: the site, which empties it first; the one offline file; the npm package.
set -euo pipefail
cd "$(dirname "$0")/.."

node_modules/.bin/vite build --config web/vite.config.ts
node_modules/.bin/vite build --config web/file.config.ts
bash scripts/build_package.sh
