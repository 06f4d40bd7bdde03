#!/usr/bin/env bash
# Formats all files in place.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/formatted_files.sh

cpp_files | xargs -0 -r "$(clang_format)" -i
web_files | xargs -0 -r node_modules/.bin/prettier "${prettier_cache[@]}" --write --log-level warn
