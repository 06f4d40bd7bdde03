#!/usr/bin/env bash
# setup.sh start|test   provides what `npm start` or `npm test` needs
#
# Looks for each requirement itself, not for a package. If apt-get exists and may be used, installs what is missing;
# otherwise names what is missing and changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/requirements.sh

purpose=${1:-}
case $purpose in
  start | test) ;;
  *) echo "usage: scripts/setup.sh start|test" >&2 && exit 2 ;;
esac

require_node

missing=()
note_missing() {
  local name
  missing=()
  while read -r name; do
    "has_$name" || missing+=("$name")
  done < <(requirements_of "$purpose")
}

note_missing
if ((${#missing[@]} > 0)); then
  packages=()
  echo "npm $purpose needs packages that are not installed yet:"
  for name in "${missing[@]}"; do
    read -r -a needed <<<"$(packages_of "$name")"
    packages+=("${needed[@]}")
    printf '  %-42s Debian: %s\n' "$(description_of "$name")" "${needed[*]}"
  done

  if ! may_install; then
    echo "Install these and run the command again. With apt, as root:"
    echo "  apt-get install --no-install-recommends ${packages[*]}"
    exit 1
  fi
  bash scripts/install_packages.sh "${packages[@]}"

  require_node
  note_missing
  if ((${#missing[@]} > 0)); then
    echo "Installed, and still not found:" >&2
    for name in "${missing[@]}"; do echo "  $(description_of "$name")" >&2; done
    exit 1
  fi
fi

bash scripts/install_npm.sh
