#!/bin/sh
# Runs the unit tests of one build directory and counts test cases. usage: tests/unit.sh BUILD
# A program that ends without a summary (a crash, a sanitizer's finding) counts as one failure.
set -eu
build=$1
log="$build/unit.log"
status=0
ctest --test-dir "$build" --verbose --no-tests=error >"$log" 2>&1 || status=$?
# Shows failures and skipped oracles; the rest is in the log.
awk '
  /^[0-9]+: / { line = $0; sub(/^[0-9]+: /, "", line); kept[++n] = line; next }
  / Passed /  { for (i = 1; i <= n; ++i) if (kept[i] ~ /MESSAGE/) print kept[i]; n = 0; next }
  /\*\*\*/    { for (i = 1; i <= n; ++i) print kept[i]; print; n = 0; next }
' "$log"
awk -v status="$status" '
  /^[0-9]+: \[doctest\] test cases:/ {
    line = $0
    gsub(/[^0-9|]/, " ", line)
    split(line, cell, "|")
    passed += cell[2]; failed += cell[3]; if (cell[3] > 0) ++explained
  }
  /\*\*\*/ && /Test +#/ { ++programs }
  END {
    if (programs > explained) failed += programs - explained
    if (status != 0 && failed == 0) failed = 1
    printf "unit tests: %d passed, %d failed\n", passed, failed
    exit failed > 0
  }
' "$log"
