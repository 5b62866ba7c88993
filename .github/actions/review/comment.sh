#!/bin/sh
# Writes a digest into one comment of a pull request: a new one, or that of an earlier run.
# Environment variables:
#   NUMBER  of the pull request
#   DIGEST  a file of Markdown
#   PREVIEW  the address of a preview, in which {number} is replaced; may be empty
#   GH_TOKEN, GH_REPO  for gh
set -eu
case $NUMBER in
'' | *[!0-9]*)
  echo "::error::\"$NUMBER\" is not the number of a pull request"
  exit 1
  ;;
esac
mark='<!-- sourcebook diff -->'
preview=$(printf %s "${PREVIEW:-}" | sed "s/{number}/$NUMBER/")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
  printf '%s\n' "$mark"
  if [ -n "$preview" ]; then printf '[Preview of the site](%s)\n\n' "$preview"; fi
  # GitHub's limit is 65,536 characters; `diff` writes fewer, but the mark and the preview are added.
  head -c 65000 "$DIGEST" | iconv -c -f UTF-8 -t UTF-8
} >"$work/body"

comments="repos/$GH_REPO/issues/$NUMBER/comments"
# Only a comment of the workflow is changed: anybody can write the mark.
comment=$(gh api --paginate "$comments" --jq \
  ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$mark\"))) | .id" | head -n 1)
if [ -n "$comment" ]; then
  gh api --silent --method PATCH "repos/$GH_REPO/issues/comments/$comment" --field "body=@$work/body"
else
  gh api --silent --method POST "$comments" --field "body=@$work/body"
fi
