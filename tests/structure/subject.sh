#!/bin/sh
# Tests that the program and the default templates do not mention the subject of the first site, except importers, which
# read the formats of that subject's publishers.
set -eu
cd "$(dirname "$0")/../.."
words='gpus?|tpus?|nvidia|cuda|mlperf|accelerators?|pallas|h100|jax'
found=$(grep -rniwE "$words" --exclude-dir=importers generator templates tests/unit tests/sites tests/sites_invalid |
  grep -v '^tests/unit/importers/' || true)
if [ -n "$found" ]; then
  printf '%s\n' "$found"
  printf 'subject: 0 passed, %d failed\n' "$(printf '%s\n' "$found" | wc -l)"
  exit 1
fi
echo 'subject: 1 passed, 0 failed'
