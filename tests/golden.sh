#!/bin/bash
# Golden sites. SOURCEBOOK_REWRITE_GOLDENS=1 writes what is expected instead of comparing with it.
#   tests/sites_invalid/NAME/expected.txt  all that a build of the site says; it ends with status 1 and writes nothing.
#                                          A file NAME/command says what is run instead of "build"
#   tests/sites/NAME/expected/             files of the output of a build that succeeds, compared byte for byte
# usage: tests/golden.sh [NAME…]
set -u
cd "$(dirname "$0")/.." || exit 2
program=${SOURCEBOOK:-build/release/sourcebook}
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
  local site=$1 name out said status command problems=''
  name=$(basename "$site")
  out="$work/out"
  said="$work/said"
  command=(build)
  [ ! -f "$site/command" ] || read -r -a command <"$site/command"
  [ "${command[0]}" != build ] || command+=(--out "$out")
  timeout 300 "$program" "${command[@]}" --root "$site" >"$said" 2>&1
  status=$?
  if [ "$rewrite" = 1 ] && [ "$status" -eq 1 ]; then cp "$said" "$site/expected.txt"; fi
  [ "$status" -eq 1 ] || problems+="  ended with status $status instead of 1"$'\n'
  [ ! -e "$out" ] || problems+="  wrote output"$'\n'
  if [ ! -f "$site/expected.txt" ]; then
    problems+="  there is no expected.txt (SOURCEBOOK_REWRITE_GOLDENS=1 writes it)"$'\n'
  elif ! diff -u --label expected --label actual "$site/expected.txt" "$said" >"$work/diff" 2>&1; then
    problems+=$(sed 's/^/  /' "$work/diff")
  fi
  rm -rf "$out"
  result "sites_invalid/$name" "$problems"
}

valid_site() {
  local site=$1 name out said status problems='' file relative
  name=$(basename "$site")
  out="$work/out"
  said="$work/said"
  timeout 60 "$program" build --root "$site" --out "$out" >"$said" 2>&1
  status=$?
  if [ "$status" -ne 0 ]; then
    problems="  ended with status $status"$'\n'$(sed 's/^/  /' "$said")
  elif [ -d "$site/expected" ]; then
    while IFS= read -r -d '' file; do
      relative=${file#"$site/expected/"}
      if [ "$rewrite" = 1 ] && [ -f "$out/$relative" ]; then cp "$out/$relative" "$file"; fi
      if ! diff -u --label "expected/$relative" --label "actual/$relative" "$file" "$out/$relative" >"$work/diff" 2>&1; then
        problems+=$(head -n 40 "$work/diff" | sed 's/^/  /')$'\n'
      fi
    done < <(find "$site/expected" -type f -print0 | sort -z)
  fi
  rm -rf "$out"
  result "sites/$name" "$problems"
}

for site in tests/sites_invalid/*/; do wanted "$(basename "$site")" "$@" && invalid_site "${site%/}"; done
for site in tests/sites/*/; do wanted "$(basename "$site")" "$@" && valid_site "${site%/}"; done
printf 'golden sites: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
