#!/bin/sh
# Runs the unit tests of one build directory and counts test cases. usage: tests/unit/run.sh BUILD
# A test case that cannot run here prints MESSAGE("skipped: …") and counts as skipped, not as passed.
# A program that ends without a summary (a crash, a sanitizer error) counts as one failure.
set -eu
build=$1
log="$build/unit.log"
status=0
ctest --test-dir "$build" --parallel "$(nproc)" --verbose --no-tests=error >"$log" 2>&1 || status=$?
# Shows failures and skipped oracles; the rest is in the log.
awk '
  /^[0-9]+: / { number = $0; sub(/:.*/, "", number); line = $0; sub(/^[0-9]+: /, "", line); kept[number] = kept[number] line "\n"; next }
  /Test +#/ && / Passed |\*\*\*/ {
    number = $0; sub(/.*Test +#/, "", number); sub(/:.*/, "", number)
    if (/\*\*\*/) { printf "%s%s\n", kept[number], $0; next }
    count = split(kept[number], lines, "\n")
    for (i = 1; i <= count; ++i) if (lines[i] ~ /MESSAGE/) print lines[i]
  }
' "$log"
awk -v status="$status" '
  /^[0-9]+: \[doctest\] test cases:/ {
    line = $0
    gsub(/[^0-9|]/, " ", line)
    split(line, cell, "|")
    passed += cell[2]; failed += cell[3]; if (cell[3] > 0) ++explained
  }
  /\*\*\*/ && /Test +#/ { ++programs }
  /TEST CASE: / { seen[$1] = 0 }
  /MESSAGE: skipped: / && !seen[$1]++ { ++skipped }
  END {
    if (programs > explained) failed += programs - explained
    if (status != 0 && failed == 0) failed = 1
    printf "unit tests: %d passed, %d failed, %d skipped\n", passed - skipped, failed, skipped
    exit failed > 0
  }
' "$log"
