#!/bin/sh
# Prints what the changelog says of a version; fails when it says nothing. usage: release_notes.sh VERSION
set -eu
cd "$(dirname "$0")/../.."
awk -v version="$1" '
  /^## / { wanted = $2 == version; next }
  wanted && /[^[:space:]]/ { said = 1 }
  wanted && (said || NF) { print }
  END { exit !said }' content/handbook/changelog.md || {
  echo "content/handbook/changelog.md says nothing of version $1" >&2
  exit 1
}
