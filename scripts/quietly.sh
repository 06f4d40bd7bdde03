#!/usr/bin/env bash
# quietly.sh NAME COMMAND...   runs COMMAND with its output in build/logs/NAME.log
#
# Every ten seconds it prints the time elapsed and the last line of the log. On failure it prints the end of the log and
# returns the command's exit code. LIMIT_SECONDS, if set, stops a command that hangs.
set -euo pipefail
cd "$(dirname "$0")/.."

name=$1
shift
# Nested calls use the outer call's log and progress lines.
if [[ -n ${RUNS_QUIETLY:-} ]]; then exec "$@"; fi
export RUNS_QUIETLY=1

log=build/logs/$name.log
mkdir -p build/logs

status=0
started=$SECONDS
set -m # its own process group, so that an interrupt stops the command and its children
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
    printf '    %3d s  %s%s\n' "$elapsed" "$name" "${last:+: $last}"
    heartbeat=$((elapsed + 10))
  fi
  if ((elapsed >= ${LIMIT_SECONDS:-86400})); then
    printf '    %s stopped: not done after %d s\n' "$name" "$elapsed"
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
