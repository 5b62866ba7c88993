#!/bin/sh
# All browser tests over the built site that SITE names, counted. usage: SITE=FOLDER tests/browser/run.sh
set -eu
here=$(dirname "$0")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
node --test --test-concurrency=2 --test-reporter=tap "$here"/*.test.mjs >"$log" 2>&1 || status=$?
# Of what passed the names; of what failed all but the stack.
awk '/^ *# Subtest/ || /^ *(---|\.\.\.)$/ { next }
  /^ *not ok/ { bad = 1 } /^ *ok/ { bad = 0 } /^ *stack:/ { bad = 0 }
  bad || /^ *ok/ || /^# [^a-z]/' "$log" | grep -vE '^ *(duration_ms|type|location|failureType|code|name|operator|expected|actual):' |
  head -n 400 || true
passed=$(sed -n 's/^# pass //p' "$log" | tail -n 1)
failed=$(sed -n 's/^# fail //p' "$log" | tail -n 1)
if [ -z "$passed" ]; then cat "$log"; fi
printf 'browser: %d passed, %d failed\n' "${passed:-0}" "${failed:-1}"
exit "$status"
