#!/usr/bin/env bash
# Formats what the check would complain about.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh
source scripts/formatted_files.sh

formatter=$(clang_format_14) || { echo "clang-format 14 is not here: run bash scripts/setup.sh test" >&2 && exit 1; }
cpp_files | xargs -0 -r "$formatter" -i
web_files | xargs -0 -r node_modules/.bin/prettier --write --log-level warn
