#!/bin/bash
# Checks format and code. usage: tests/structure/lint.sh [--all]; without --all, code that differs from main
set -u
cd "$(dirname "$0")/../.." || exit 2
status=0
if [ "${1:-}" = --all ]; then
  mapfile -t files < <(find generator tests -name '*.cc' -o -name '*.h' | sort)
else
  base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse HEAD~1 2>/dev/null || git rev-parse HEAD)
  mapfile -t files < <({ git diff --name-only --diff-filter=d "$base" && git ls-files --others --exclude-standard; } |
    grep -E '\.(cc|h)$' | sort -u)
fi
sources=()
for file in "${files[@]}"; do [[ $file == generator/*.cc ]] && sources+=("$file"); done

if [ "${#files[@]}" -gt 0 ]; then
  clang-format-19 --dry-run -Werror "${files[@]}" || status=1
fi
if [ "${#sources[@]}" -gt 0 ]; then
  # Each file separately, which shows missing includes.
  [ -f build/debug/compile_commands.json ] || cmake --preset debug >/dev/null || exit 1
  printf '%s\0' "${sources[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy-19 -p build/debug --quiet --warnings-as-errors='*' \
    2> >(grep -vE 'warnings? generated|Processing file' >&2) || status=1
fi
shellcheck dev .ci/run tests/*/*.sh .github/actions/*/*.sh generator/package/*.sh || status=1
exit "$status"
