#!/bin/sh
# Tests that a renderer that bypasses the tracker, or a value with a field that is not hashed, does not compile
# (generator/site/value_hash.h): tests/tracking/renderer.cc compiles, but not with any of its mistakes.
set -eu
cd "$(dirname "$0")/.."
file=tests/tracking/renderer.cc
passed=0 failed=0
compile() { ${CXX:-c++} -std=c++20 -fsyntax-only -DFMT_SHARED -I generator "$@" "$file" 2>&1; }

bad() { printf 'tracking: %s\n%s\n' "$1" "$2"; failed=$((failed + 1)); }

if said=$(compile); then passed=$((passed + 1)); else bad "without a mistake it must compile" "$said"; fi
for mistake in $(sed -n 's/^#\(if\|elif\) MISTAKE [!=]= \([0-9]*\)  .*/\2/p' "$file"); do
  reason=$(sed -n "s/^#.*MISTAKE [!=]= $mistake  .*error: //p" "$file")
  if said=$(compile "-DMISTAKE=$mistake"); then
    bad "mistake $mistake compiles" ""
  elif printf '%s\n' "$said" | grep -qE "(error|note): .*($reason)"; then
    passed=$((passed + 1))
  else
    bad "mistake $mistake must fail with: $reason" "$said"
  fi
done
[ "$passed" -ge 8 ] || bad "fewer mistakes than expected" ""
printf 'tracking: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
