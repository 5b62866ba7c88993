#!/bin/bash
# Tests that golden sites give the expected output, which SOURCEBOOK_REWRITE_GOLDENS=1 rewrites.
#   tests/sites_invalid/NAME.txt  ends with the whole output of a build, or of another command, which exits with
#                                 status 1 and writes nothing (README.md there describes the format)
#   tests/sites/NAME/expected/    every file of the output, compared byte for byte; of pictures in PNG, which differ
#                                 between versions of the libraries that draw them, `pictures.txt` lists names and
#                                 sizes; the theme's assets are compared with templates/assets/
# usage: tests/golden/golden.sh [NAME…]
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
rewrite=${SOURCEBOOK_REWRITE_GOLDENS:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
export NO_COLOR=1

wanted() {
  local name=$1 only
  shift
  [ $# -eq 0 ] && return 0
  for only in "$@"; do [ "$only" = "$name" ] && return 0; done
  return 1
}

result() { # NAME PROBLEMS
  if [ -z "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$2"
  fi
}

invalid_site() {
  local case=$1 name out said status command problems=''
  name=$(basename "$case" .txt)
  out="$work/out"
  said="$work/said"
  read -r -a command <"$work/cases/$name.command"
  [ "${command[0]}" != build ] || command+=(--out "$out")
  (cd "$work/cases/$name" && timeout 300 "$program" "${command[@]}") >"$said" 2>&1
  status=$?
  if [ "$rewrite" = 1 ] && [ "$status" -eq 1 ]; then
    { sed '/^-- expected output --$/,$d' "$case" && echo '-- expected output --' && cat "$said"; } >"$work/case"
    cp "$work/case" "$case"
    cp "$said" "$work/cases/$name.expected"
  fi
  [ "$status" -eq 1 ] || problems+="  ended with status $status instead of 1"$'\n'
  [ ! -e "$out" ] || problems+="  wrote output"$'\n'
  if ! diff -u --label expected --label actual "$work/cases/$name.expected" "$said" >"$work/diff" 2>&1; then
    problems+=$(sed 's/^/  /' "$work/diff")
  fi
  rm -rf "$out"
  result "sites_invalid/$name" "$problems"
}

# Lists the pictures of an output folder with their sizes, and removes them and other files that are not compared.
set_apart() {
  local file relative
  (cd "$1" && find . -name '*.png' | sort) | while read -r file; do
    # shellcheck disable=SC2046  # eight bytes: width and height (PNG, section 11.2.2)
    set -- "$1" $(od -An -j16 -N8 -tu1 "$1/$file" 2>/dev/null)
    [ $# -eq 9 ] && echo "$file $(($2 << 24 | $3 << 16 | $4 << 8 | $5)) $(($6 << 24 | $7 << 16 | $8 << 8 | $9))"
    rm "$1/$file"
    set -- "$1"
  done
  (cd templates && find assets -type f) | while read -r relative; do
    if cmp -s "templates/$relative" "$1/$relative"; then rm "$1/$relative"; fi
  done
  grep -q . "$1/.sourcebook-manifest" && rm "$1/.sourcebook-manifest"  # the hashes of all files, pictures among them
  find "$1" -mindepth 1 -type d -empty -delete  # Git does not store empty folders
}

valid_site() {
  local site=$1 name out said status problems=''
  name=$(basename "$site")
  out="$work/out"
  said="$work/said"
  timeout 60 "$program" build --root "$site" --out "$out" >"$said" 2>&1
  status=$?
  if [ "$status" -ne 0 ]; then
    problems="  ended with status $status"$'\n'$(sed 's/^/  /' "$said")
  elif [ -d "$site/expected" ]; then
    set_apart "$out" >"$out/pictures.txt"
    if [ "$rewrite" = 1 ]; then rm -rf "$site/expected" && cp -r "$out" "$site/expected"; fi
    problems=$(diff -ru "$site/expected" "$out" | head -n 200 | sed 's/^/  /')
  fi
  rm -rf "$out"
  result "sites/$name" "$problems"
}

/usr/bin/python3 tests/support/cases.py "$work/cases" "$@" || exit 1
for case in tests/sites_invalid/*.txt; do wanted "$(basename "$case" .txt)" "$@" && invalid_site "$case"; done
for site in tests/sites/*/; do wanted "$(basename "$site")" "$@" && valid_site "${site%/}"; done
printf 'golden sites: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
