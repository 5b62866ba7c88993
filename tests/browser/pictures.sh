#!/bin/sh
# Tests that other programs can read the pictures of a built site's charts. usage: tests/browser/pictures.sh SITE
set -eu
site=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check FILE COMMAND…
check() {
  file=$1
  shift
  if "$@" >"$work/said" 2>&1 && [ ! -s "$work/said" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s: %s\n' "$file" "$1"
    head -n 5 "$work/said"
  fi
}

# Prints the width and height that a PNG states in its header.
size_of() { od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'; }

# A picture has twice the size at which rsvg-convert draws its SVG, which rounds up.
is_twice() {
  rsvg-convert "$1" -o "$work/once.png"
  # shellcheck disable=SC2046  # two numbers each
  set -- $(size_of "$work/once.png") $(size_of "$2")
  [ $((2 * $1 - $3)) -ge 0 ] && [ $((2 * $1 - $3)) -le 2 ] && [ $((2 * $2 - $4)) -ge 0 ] && [ $((2 * $2 - $4)) -le 2 ]
}

for svg in "$site"/charts/*.svg; do
  [ -e "$svg" ] || continue
  check "$svg" xmllint --noout --nonet "$svg"
  check "$svg" rsvg-convert "$svg" -o "$work/drawn.png"
  case $svg in
    *-dark.svg) ;;
    *) check "${svg%.svg}.png" is_twice "$svg" "${svg%.svg}.png" ;;
  esac
done
printf 'pictures: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
