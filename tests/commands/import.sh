#!/bin/bash
# Tests `sourcebook import`; see tests/import/README.md. SOURCEBOOK_REWRITE_GOLDENS=1 rewrites the expected output.
# usage: tests/commands/import.sh [CASE…]
set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
rewrite=${SOURCEBOOK_REWRITE_GOLDENS:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1 SOURCE_DATE_EPOCH=1798675200  # 2026-12-31
passed=0
failed=0

# run COMMAND-FILE OPTION…: runs each line of the file, with all output to standard output.
run() {
  local file=$1 arguments
  shift
  while read -r -a arguments; do
    "$program" import "${arguments[@]}" --root site "$@" 2>&1
    [ $? -le 1 ] || echo "ended otherwise than with 0 or 1"
  done <"$file"
}

changed() { # FOLDER BEFORE: files of FOLDER that differ from those of BEFORE
  (cd "$1" && find . -type f | sort | while read -r file; do cmp -s "$file" "$2/$file" || echo "$file"; done)
}

try() {
  local name=$1 problems='' case file
  case=$root/tests/import/$name
  cp -r "$case" "$work/$name"
  cd "$work/$name" || return
  run command --dry-run >dry.txt
  [ -z "$(changed site "$case/site")" ] || problems+="  a dry run wrote: $(changed site "$case/site")"$'\n'
  run command >said.txt
  cp -r site once
  run command >again.txt
  [ -z "$(changed site "$work/$name/once")" ] || problems+="  the second run wrote: $(changed site "$work/$name/once")"$'\n'
  ! grep -q '^wrote' again.txt || problems+="  the second run reports that it wrote"$'\n'
  # One command prints the same as its dry run; several depend on each other.
  if [ "$(wc -l <./command)" -eq 1 ] && ! diff <(grep -v '^next:' said.txt) <(sed 's/^would write/wrote/' dry.txt) >/dev/null; then
    problems+="  the dry run prints something else"$'\n'
  fi
  if [ "$rewrite" = 1 ]; then
    cp said.txt "$case/expected.txt"
    rm -rf "$case/expected"
    changed once "$case/site" | while read -r file; do mkdir -p "$(dirname "$case/expected/$file")" && cp "once/$file" "$case/expected/$file"; done
  fi
  problems+=$(diff -u --label expected --label actual "$case/expected.txt" said.txt 2>&1 | sed 's/^/  /')
  mkdir -p "$case/expected" 2>/dev/null
  for file in $(changed once "$case/site"); do
    [ -f "$case/expected/$file" ] || problems+="  wrote $file, which is not expected"$'\n'
  done
  for file in $(cd "$case/expected" && find . -type f | sort); do
    problems+=$(diff -u --label expected --label actual "$case/expected/$file" "once/$file" 2>&1 | sed 's/^/  /')
  done
  rmdir "$case/expected" 2>/dev/null
  [ ! -f shown ] || problems+=$(shown "$root/$(cat shown)" "$name")
  cd "$root" || return
  if [ -z "$problems" ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$name" "$problems"
  fi
}

# Each fenced block of a page whose line above is `FILE`: is the case's file of that name.
shown() { # PAGE CASE
  awk -v folder="$work/shown" '
    /^```/ && file { inside = !inside; if (!inside) { close(out); file = "" } else { out = folder "/" ++n; print file > (out ".name"); printf "" > out } next }
    inside { print > out; next }
    /^`[^`]*`:$/ { file = $0; gsub(/[`:]/, "", file); next }
    /./ { file = "" }
  ' folder="$(mkdir -p "$work/shown" && echo "$work/shown")" "$1"
  local found=0 each
  for each in "$work"/shown/*.name; do
    [ -f "$each" ] || continue
    found=$((found + 1))
    diff -u --label "$(cat "$each")" --label "the page" "$root/tests/import/$2/$(cat "$each")" "${each%.name}" | sed 's/^/  /'
  done
  [ "$found" -gt 0 ] || echo "  $1 shows none of its files"
}

names=("$@")
if [ $# -eq 0 ]; then
  for folder in tests/import/*/; do names+=("$(basename "$folder")"); done
fi
for name in "${names[@]}"; do try "$name"; done
printf 'import: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
