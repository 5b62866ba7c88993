#!/bin/sh
# Keeps one open issue, labelled "stale", with what `sourcebook check` finds to be older than it may be. An issue can be
# assigned, discussed and closed, which a run that fails every week can't. What is new in it is told in a comment, so that
# those who follow it hear of it. In the environment:
#   ROOT  the site's folder
#   EXTERNAL  "true": links to other sites too that lead nowhere, or elsewhere; these are asked for
#   GH_TOKEN, GH_REPO  for gh
set -eu
label=stale
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

set -- --root "$ROOT" --format json
if [ "${EXTERNAL:-}" = true ]; then set -- "$@" --external --time-limit 30; fi
status=0
sourcebook check "$@" >"$work/out" 2>"$work/said" || status=$?
if [ "$status" -gt 1 ]; then
  cat "$work/said" >&2
  exit "$status"
fi
# A mistake of another kind is the build's to report, and a site that is out of reach today may be back tomorrow.
jq -r 'select(.code | IN("stale-data", "stale-source", "stale-page", "dead-link", "link-certificate", "link-moved",
    "link-part", "link-private", "link-with-password", "malformed-link")) |
  "- `\(.file // "data")\(if .line then ":\(.line)" else "" end)`: \(.message)"' "$work/said" |
  sort -u >"$work/list"

number=$(gh issue list --state open --label "$label" --limit 1 --json number --jq '.[].number')
if [ ! -s "$work/list" ]; then
  echo "Nothing is older than it may be."
  if [ -n "$number" ]; then gh issue close "$number" --comment "Nothing is older than it may be any more."; fi
  exit 0
fi

links=
if [ "${EXTERNAL:-}" = true ]; then links=", or are links to other sites that lead nowhere or elsewhere"; fi
{
  # shellcheck disable=SC2016  # Markdown's backticks
  printf 'These are older than `stale_after_days` and `review_after_days` allow%s:\n\n' "$links"
  cat "$work/list"
  cat <<'BODY'

Look each up in its source: correct it, or write the day on which it was true. `sourcebook check` shows this list. The
issue follows it every week, and closes when the list is empty.
BODY
} >"$work/body"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$work/body" >>"$GITHUB_STEP_SUMMARY"; fi

title="Grown old: $(wc -l <"$work/list" | tr -d ' ')"
if [ -z "$number" ]; then
  gh label create "$label" --force --description "Older than it may be" --color d4c5f9
  gh issue create --title "$title" --label "$label" --body-file "$work/body"
  exit 0
fi
gh issue view "$number" --json body --jq .body | tr -d '\r' | grep '^- ' | sort -u >"$work/before" || true
gh issue edit "$number" --title "$title" --body-file "$work/body"
comm -13 "$work/before" "$work/list" >"$work/new"
if [ -s "$work/new" ]; then
  {
    printf 'New:\n\n'
    cat "$work/new"
  } >"$work/comment"
  gh issue comment "$number" --body-file "$work/comment"
fi
