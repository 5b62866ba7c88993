#!/bin/sh
# Tests that the text of each example in the handbook is that of the result below it. An example is a block with a name
# (```table NAME, ```chart NAME, ```sql NAME) within four backticks; the same block follows outside them.
set -eu
cd "$(dirname "$0")/../.."
shown=0
failed=0
for page in content/handbook/*.md; do
  result=$(awk '
    /^````/ { if (outer) { outer = 0; if (text ~ /^```(table|chart|sql) [a-z]/) examples[++n] = text } else { outer = 1; text = "" } next }
    outer { text = text $0 "\n"; next }
    /^```/ { if (inner) { inner = 0; live[block $0 "\n"] = 1 } else { inner = 1; block = $0 "\n" } next }
    inner { block = block $0 "\n" }
    END { for (i = 1; i <= n; i++) if (!(examples[i] in live)) { split(examples[i], line, "\n"); print line[1]; bad++ }; print n + 0, bad + 0 }
  ' "$page")
  counts=$(printf '%s\n' "$result" | tail -n 1)
  printf '%s\n' "$result" | sed '$d' | sed "s|^|$page: the example differs from the block below it: |"
  shown=$((shown + ${counts% *}))
  failed=$((failed + ${counts#* }))
done
if [ "$shown" -eq 0 ]; then echo "no examples found"; failed=1; fi
printf 'handbook: %d passed, %d failed\n' "$((shown > failed ? shown - failed : 0))" "$failed"
[ "$failed" -eq 0 ]
