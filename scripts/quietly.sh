#!/usr/bin/env bash
# quietly.sh NAME COMMAND...   runs COMMAND with its output in build/logs/NAME.log
#
# While it runs, a line now and then tells the seconds gone and what the log says last; when it fails, the end of the
# log is printed and its exit code is kept. Nobody has to read thousands of lines, and nobody has to wonder.
# LIMIT_SECONDS, where set, ends a command that hangs.
set -euo pipefail
cd "$(dirname "$0")/.."

name=$1
shift
# Inside a command that is itself run quietly, its log and its heartbeat serve both.
if [[ -n ${RUNS_QUIETLY:-} ]]; then exec "$@"; fi
export RUNS_QUIETLY=1

log=build/logs/$name.log
mkdir -p build/logs

status=0
started=$SECONDS
set -m # a process group of its own: an interrupt ends the command with all that it started
"$@" >"$log" 2>&1 </dev/null &
child=$!
set +m
trap 'kill -- "-$child" 2>/dev/null || true; exit 130' INT TERM

heartbeat=10
while kill -0 "$child" 2>/dev/null; do
  sleep 0.1
  elapsed=$((SECONDS - started))
  if ((elapsed >= heartbeat)); then
    last=$(tr '\r' '\n' <"$log" | grep -av '^[[:space:]]*$' | tail -n 1 | cut -c1-90 || true)
    printf '    %3d s  %s: %s\n' "$elapsed" "$name" "$last"
    heartbeat=$((elapsed + 10))
  fi
  if ((elapsed >= ${LIMIT_SECONDS:-86400})); then
    printf '    %s is still not done after %d s: ended\n' "$name" "$elapsed"
    kill -- "-$child" 2>/dev/null || true
    sleep 2
    kill -KILL -- "-$child" 2>/dev/null || true
    break
  fi
done
wait "$child" || status=$?

if ((status != 0)); then
  printf '    failed after %d s with exit code %d; the end of %s:\n\n' \
    "$((SECONDS - started))" "$status" "$log"
  grep -avE '\[ (RUN     |      OK) \]|\[-{10}\]' "$log" | tail -n 150 || true
  echo
fi
exit "$status"
