# shellcheck shell=bash
# The programs and libraries that the project needs. Sourced by setup.sh and model.sh.

readonly kNode=20.19
readonly kEmscripten=3.1.6
readonly kEigen=3.4
readonly kHighway=1.0.3

# One line each: what needs it, its name, its description, its Debian packages. `has_NAME` below looks for it.
requirements="\
start:emcc:Emscripten $kEmscripten or newer (emcc):emscripten
start:cmake:CMake 3.25 or newer:cmake
start:make:make (or ninja):make
start:eigen:the headers of Eigen 3, $kEigen or newer:libeigen3-dev
start:highway:Highway $kHighway or newer:libhwy-dev
test:pip:pip, for python3, which fetches the model MiniLM:python3-pip
test:git:git:git
test:compiler:a C++20 compiler:g++
test:googletest:GoogleTest, headers and source:libgtest-dev googletest
test:nlohmann_json:nlohmann's JSON headers:nlohmann-json3-dev
test:zlib:zlib, with its header:zlib1g-dev
test:chromium:Chromium (chromium-headless-shell, or chromium):chromium-headless-shell
test:firefox:Firefox:firefox-esr
test:webkit:WebKitGTK's MiniBrowser and its WebDriver:webkit2gtk-driver
test:xvfb:a virtual screen for MiniBrowser (Xvfb):xvfb
test:numpy:NumPy, for python3:python3-numpy
test:torch:PyTorch, for python3:python3-torch"

# `npm test` also needs what `npm start` needs.
requirements_of() { grep -E "^(start|$1):" <<<"$requirements" | cut -d: -f2; }
description_of() { grep "^[a-z]*:$1:" <<<"$requirements" | cut -d: -f3; }
packages_of() { grep "^[a-z]*:$1:" <<<"$requirements" | cut -d: -f4; }

# at_least WANTED FOUND, as versions
at_least() { [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }

has_emcc() {
  local found
  found=$(emcc -dumpversion 2>/dev/null) || return 1
  at_least "$kEmscripten" "${found%%-*}"
}

has_cmake() {
  local found
  found=$(cmake --version 2>/dev/null | sed -n 's/^cmake version //p') || return 1
  [[ -n $found ]] && at_least 3.25 "$found" && command -v ctest >/dev/null
}

has_make() { command -v make >/dev/null || command -v ninja >/dev/null; }

has_compiler() {
  local compiler
  for compiler in ${CXX:-} c++ g++ clang++; do
    if echo 'int main() {}' | "$compiler" -std=c++20 -x c++ -fsyntax-only - 2>/dev/null; then
      return 0
    fi
  done
  return 1
}

has_file() {
  local file
  for file in "$@"; do
    [[ -f $file ]] && return 0
  done
  return 1
}

# version_in HEADER..: the version of Eigen or Highway that the headers define
version_in() {
  sed -nE 's/^#define (EIGEN_(WORLD|MAJOR|MINOR)_VERSION|HWY_(MAJOR|MINOR|PATCH)) ([0-9]+).*/\4/p' "$@" 2>/dev/null |
    paste -sd . -
}

has_eigen() {
  local folder
  for folder in "${EIGEN3_INCLUDE_DIR:-/usr/include/eigen3}" {/usr,/usr/local,/opt/homebrew}/include/eigen3; do
    at_least "$kEigen" "$(version_in "$folder/Eigen/src/Core/util/Macros.h")" && return 0
  done
  return 1
}

# Newer versions of Highway define theirs in base.h.
has_highway() {
  local folder
  for folder in {/usr,/usr/local,/opt/homebrew}/include/hwy; do
    at_least "$kHighway" "$(version_in "$folder"/{highway,base}.h)" && return 0
  done
  return 1
}

has_nlohmann_json() { has_file {/usr,/usr/local,/opt/homebrew}/include/nlohmann/json.hpp; }

has_zlib() { has_file {/usr,/usr/local,/opt/homebrew}/include/zlib.h; }

has_git() { command -v git >/dev/null; }

# Needs GoogleTest's source as well, because the tests are also compiled to WebAssembly.
has_googletest() {
  has_file /usr/include/gtest/gtest.h /usr/local/include/gtest/gtest.h &&
    has_file /usr/src/googletest/CMakeLists.txt
}

has_chromium() {
  has_file "${CHROMIUM:-}" /usr/bin/chromium-headless-shell /usr/bin/chromium
}

has_firefox() { command -v "${FIREFOX:-firefox-esr}" >/dev/null; }

has_webkit() {
  command -v WebKitWebDriver >/dev/null &&
    has_file "${MINIBROWSER:-}" /usr/lib/*-linux-gnu/webkit2gtk-4.1/MiniBrowser
}

has_xvfb() { command -v Xvfb >/dev/null; }

# Try Debian's python3 first: the distribution's packages belong to it, whatever PATH says.
python_has() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" -c "from importlib.util import find_spec; exit(not find_spec('$1'))" 2>/dev/null; then return 0; fi
  done
  return 1
}
has_pip() { [[ -n $(python_with_pip) ]]; }
python_with_pip() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" -m pip --version >/dev/null 2>&1; then
      echo "$python"
      return
    fi
  done
}
has_numpy() { python_has numpy; }
has_torch() { python_has torch; }

# Node is not installed from here: Debian 12 has version 18, which is too old.
require_node() {
  local found=none
  if command -v node >/dev/null; then found=$(node --version | tr -d v); fi
  if [[ $found == none ]] || ! at_least "$kNode" "$found"; then
    echo "Node $kNode or newer is needed; found: $found ($(command -v node || echo 'not on PATH'))." >&2
    echo "Install a current Node (its own download, or a version manager), put it first on PATH, and run again." >&2
    exit 1
  fi
}

may_install() {
  command -v apt-get >/dev/null || return 1
  ((EUID == 0)) || sudo -n true 2>/dev/null
}
