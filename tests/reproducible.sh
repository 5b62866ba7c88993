#!/bin/bash
# Same inputs, same bytes: each site is built twice, with other numbers of threads, locales, time zones and folders.
# Then once more over its own output, which must leave every file as it was, times included.
set -u
cd "$(dirname "$0")/.." || exit 2
program=$(readlink -f "${SOURCEBOOK:-build/release/sourcebook}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

result() { # NAME PROBLEMS
  if [ -z "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$2"
  fi
}

# Names, times and sizes of all files of a folder.
listing() { (cd "$1" && find . -type f -printf '%P %T@ %s\n' | sort); }

for root in . tests/sites/*/; do
  [ -d "$root/content" ] || continue
  name=$(basename "$(readlink -f "$root")")
  [ "$root" != . ] || name="the field guide"
  root=$(readlink -f "$root")
  rm -rf "${work:?}"/*
  if ! (LC_ALL=C TZ=UTC "$program" build --root "$root" --out "$work/one" --jobs 1) >"$work/said" 2>&1; then
    result "$name" "$(sed 's/^/  /' "$work/said")"
    continue
  fi
  mkdir "$work/copy"
  cp -R "$root/content" "$work/copy/"
  for folder in data templates; do
    if [ -d "$root/$folder" ]; then cp -R "$root/$folder" "$work/copy/"; fi
  done
  (cd "$work/copy" && LC_ALL=C.UTF-8 TZ=Asia/Kolkata "$program" build --out "$work/two" --jobs 4) >"$work/said" 2>&1
  result "$name: the same bytes elsewhere" "$(diff -r "$work/one" "$work/two" 2>&1 | head -n 40)"
  listing "$work/one" >"$work/before"
  LC_ALL=C TZ=UTC "$program" build --root "$root" --out "$work/one" >"$work/said" 2>&1
  listing "$work/one" >"$work/after"
  result "$name: nothing written again" "$(diff "$work/before" "$work/after" | head -n 40)"
  # The copy knows nothing of that folder, so all pages are rendered.
  (cd "$work/copy" && "$program" build --out "$work/one") >"$work/said" 2>&1
  listing "$work/one" >"$work/after"
  result "$name: nothing written by who renders again" "$(diff "$work/before" "$work/after" | head -n 40)"
done
printf 'reproducible: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
