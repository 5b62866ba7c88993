#!/bin/sh
# Builds a site and checks it; errors become annotations on the lines of a change. In the environment:
#   ROOT      the site's folder, from here
#   OUT       where to build, from the site's folder
#   BASE_URL  where it is published; may be empty
#   REPOSITORY  the repository's address, for links on pages; may be empty
#   OPTIONS   more options of `sourcebook build`, with spaces between them; may be empty
#   CHECK     "true" runs `sourcebook check` too
set -eu
said=$(mktemp)
trap 'rm -f "$said"' EXIT
prefix=
if [ "$ROOT" != . ]; then prefix=$(printf '%s/' "${ROOT%/}" | sed 's/[\\&|]/\\&/g'); fi

summary() { if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then printf '%s\n' "$@" >>"$GITHUB_STEP_SUMMARY"; fi; }

# Paths in diagnostics are relative to the site's folder, those in annotations to the repository's.
run() {
  status=0
  sourcebook "$@" --root "$ROOT" --format github 2>"$said" || status=$?
  sed "s|^\(::[a-z]* \)file=|\1file=$prefix|" "$said" >&2
  errors=$(grep -c '^::error' "$said") || true
  warnings=$(grep -c '^::warning' "$said") || true
  summary "- \`sourcebook $1\`: errors: $errors, warnings: $warnings"
  if [ "$errors" -gt 10 ] || [ "$warnings" -gt 10 ]; then
    summary "  GitHub shows ten of each beside the change; all of them are in the step's log."
  fi
  return "$status"
}

# A pull request may contain a forged build cache, which nobody has reviewed.
set -- --no-cache --out "$OUT"
if [ -n "$BASE_URL" ]; then set -- "$@" --base-url "$BASE_URL"; fi
if [ -n "$REPOSITORY" ]; then
  case ${ROOT%/} in
    .) set -- "$@" --repository "$REPOSITORY" ;;
    *[!A-Za-z0-9._/-]*) ;; # would have to be encoded
    *) set -- "$@" --repository "$REPOSITORY/tree/HEAD/${ROOT%/}" ;;
  esac
fi
# shellcheck disable=SC2086  # a list of options
run build "$@" $OPTIONS
if [ "$CHECK" = true ]; then run check; fi
