# shellcheck shell=bash
# CMake builds with Ninja where make is not installed. Sourced by every script that configures a build.
if ! command -v make >/dev/null; then export CMAKE_GENERATOR=Ninja; fi
