#!/bin/sh
# Prints the section of a version in the changelog; fails if there is none. usage: release_notes.sh VERSION
set -eu
cd "$(dirname "$0")/../.."
notes=$(awk -v version="$1" '
  /^## / { wanted = $2 == version; next }
  wanted && /[^[:space:]]/ { found = 1 }
  wanted && (found || NF) { print }
  END { exit !found }' CHANGELOG.md) || {
  echo "CHANGELOG.md has no section for version $1" >&2
  exit 1
}
# Links to files of the repository lead nowhere from the page of a release.
printf '%s\n' "$notes" | sed 's/\[\([^]]*\)\](content[^)]*)/\1/g'
