# shellcheck shell=bash
# `clang_tool NAME` prints the path of a tool of clang, version 14 first. Sourced by the scripts that build with clang.

clang_tool() {
  local name
  for name in "$1-14" "$1"; do
    if command -v "$name"; then return; fi
  done
  local packages="clang-14 libclang-rt-14-dev"
  case $1 in llvm-*) packages+=" llvm-14" ;; esac
  echo "expected $1; on Debian: apt-get install $packages" >&2
  return 1
}
