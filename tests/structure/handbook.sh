#!/bin/sh
# Tests that the text of each example in the handbook is that of the result below it. An example is a block with a name
# (```table NAME, ```chart NAME, ```sql NAME) within four backticks; the same block follows outside them. Also that the
# handbook stays short enough to be read in an afternoon: words are counted outside code, in tables too.
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

max_pages=24
max_words=26000
pages=$(find content/handbook -name '*.md' | wc -l)
words=$(awk '
  FNR == 1 { fence = ""; front = 0 }
  /^---$/ && front < 2 { front++; next }
  front == 1 { next }
  /^```+/ { match($0, /^`+/); marks = substr($0, 1, RLENGTH); if (fence == "") fence = marks; else if ($0 == fence) fence = ""; next }
  fence == "" { for (i = 1; i <= NF; i++) if ($i ~ /[A-Za-z0-9]/) words++ }
  END { print words }
' content/handbook/*.md)
shown=$((shown + 2))
if [ "$pages" -gt "$max_pages" ]; then echo "the handbook has $pages pages, more than $max_pages"; failed=$((failed + 1)); fi
if [ "$words" -gt "$max_words" ]; then echo "the handbook has $words words, more than $max_words"; failed=$((failed + 1)); fi
printf 'handbook: %d passed, %d failed\n' "$((shown > failed ? shown - failed : 0))" "$failed"
[ "$failed" -eq 0 ]
