#!/usr/bin/env bash
# Builds all of dist/: the site (which empties dist/ first), the offline file, the npm package and, last, the list of what
# a browser keeps for visits without a network. --with-minilm: also the offline file with MiniLM, 34 MB.
set -euo pipefail
cd "$(dirname "$0")/.."

node_modules/.bin/vite build --config web/vite.config.ts
node_modules/.bin/vite build --config web/file.config.ts
if [[ ${1-} == --with-minilm ]]; then
  node_modules/.bin/vite build --config web/file.config.ts --mode minilm
fi
bash scripts/build_package.sh
node web/build/keep-site.mjs
