#!/bin/sh
# Updates one open issue, labelled "stale", with the stale data that `sourcebook check` reports. An issue can be assigned,
# discussed and closed, unlike a run that fails every week. New findings are added as a comment, which notifies subscribers.
# Environment variables:
#   ROOT  the site's folder
#   EXTERNAL  "true": also dead and moved links to other sites, which are requested
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
# Builds report other errors, and a site that is unreachable today may be back tomorrow.
jq -r 'select(.code | IN("stale-data", "stale-source", "stale-page", "dead-link", "link-certificate", "link-moved",
    "link-private", "link-with-password", "malformed-link")) |
  "- `\(.file // "data")\(if .line then ":\(.line)" else "" end)`: \(.message)"' "$work/said" |
  sort -u >"$work/list"

number=$(gh issue list --state open --label "$label" --limit 1 --json number --jq '.[].number')
if [ ! -s "$work/list" ]; then
  echo "Nothing is stale."
  if [ -n "$number" ]; then gh issue close "$number" --comment "Nothing is stale any more."; fi
  exit 0
fi

links=
if [ "${EXTERNAL:-}" = true ]; then links=", or are dead or moved links to other sites"; fi
{
  # shellcheck disable=SC2016  # Markdown's backticks
  printf 'These are older than `stale_after_days` and `review_after_days` allow%s:\n\n' "$links"
  cat "$work/list"
  cat <<'BODY'

Check each in its source: correct it, or update its date. `sourcebook check` prints this list. The issue is updated every
week, and closed when the list is empty.
BODY
} >"$work/body"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$work/body" >>"$GITHUB_STEP_SUMMARY"; fi

title="Stale: $(wc -l <"$work/list" | tr -d ' ')"
if [ -z "$number" ]; then
  gh label create "$label" --force --description "Due for an update" --color d4c5f9
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
