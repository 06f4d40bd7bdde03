#!/usr/bin/env bash
# Checks that need no build: formatting, and the rules in scripts/rules. Prints `ok` or `FAIL` for each.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/formatted_files.sh

if [[ ! -d node_modules/clang-format-node || ! -x node_modules/.bin/prettier ]]; then
  echo "The npm packages are not installed: run bash scripts/setup.sh test" >&2
  exit 1
fi

failed=0
verdict() {
  if (($1 == 0)); then
    echo "ok   $2"
  else
    echo "FAIL $2"
    failed=1
  fi
}

status=0
cpp_files | xargs -0 -r "$(clang_format)" --dry-run -Werror --ferror-limit=3 || status=1
verdict "$status" 'C++ is formatted (npm run format)'

status=0
web_files | xargs -0 -r node_modules/.bin/prettier "${prettier_cache[@]}" --check --log-level warn || status=1
verdict "$status" 'everything else is formatted (npm run format)'

node scripts/check_rules.mjs || failed=1
exit "$failed"
