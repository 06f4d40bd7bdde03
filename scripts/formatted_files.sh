# shellcheck shell=bash
# Lists the files to format: all that git tracks or would track, NUL-separated. Sourced by check.sh and format.sh.

present_files() {
  local file
  git ls-files -z --cached --others --exclude-standard -- "$@" | sort -zu |
    while IFS= read -r -d '' file; do
      if [[ -f $file ]]; then printf '%s\0' "$file"; fi
    done
}
cpp_files() { present_files '*.h' '*.cpp'; }
web_files() { present_files '*.ts' '*.mjs' '*.js' '*.json' '*.css' '*.html' '*.md'; }

# The binary itself: its Node wrapper starts more slowly.
clang_format() { node -p 'require("clang-format-node").clangFormatPath'; }

# Prettier skips files that have not changed since they passed.
prettier_cache=(--cache --cache-location build/prettier)
