#!/bin/sh
# Prints the section of a version in the changelog; fails if there is none. usage: release_notes.sh VERSION
set -eu
cd "$(dirname "$0")/../.."
awk -v version="$1" '
  /^## / { wanted = $2 == version; next }
  wanted && /[^[:space:]]/ { found = 1 }
  wanted && (found || NF) { print }
  END { exit !found }' content/handbook/changelog.md || {
  echo "content/handbook/changelog.md has no section for version $1" >&2
  exit 1
}
