#!/usr/bin/env bash
# install_packages.sh PACKAGE...   installs Debian packages without asking
set -euo pipefail
cd "$(dirname "$0")/.."

as_root=(env DEBIAN_FRONTEND=noninteractive)
if ((EUID != 0)); then as_root=(sudo -n "${as_root[@]}"); fi

# Another apt may be running. apt waits for dpkg's lock, but not for the lock of the package lists.
update() {
  local output
  until output=$("${as_root[@]}" apt-get update 2>&1); do
    echo "$output"
    if [[ $output != *'Could not get lock'* ]] || ((SECONDS > 120)); then return 1; fi
    echo 'waiting for another apt to finish'
    sleep 5
  done
}

if [[ ${1:-} == --inside ]]; then
  shift
  update || echo 'continuing with the existing package lists'
  exec "${as_root[@]}" apt-get install -y --no-install-recommends \
    -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 "$@"
fi

echo "Installing with apt-get: $*"
if [[ " $* " == *" emscripten "* ]]; then
  echo "  Emscripten brings its own LLVM, a few hundred MB; this takes one to three minutes, once."
fi
bash scripts/quietly.sh install_packages bash scripts/install_packages.sh --inside "$@"
