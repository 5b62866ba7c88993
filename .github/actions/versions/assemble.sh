#!/bin/sh
# Creates the folder to publish: a built site, and in v/ the versions that are archived on the branch "versions". In the
# environment:
#   SITE     the folder with the built site
#   PUBLISH  the folder to create
set -eu
fail() {
  printf '::error title=versions::%s\n' "$*"
  exit 1
}
[ -f "$SITE/index.html" ] || fail "there is no built site in $SITE"
[ ! -e "$PUBLISH" ] || fail "$PUBLISH already exists"
cp -R "$SITE" "$PUBLISH"
rm -f "$PUBLISH/.sourcebook-manifest" "$PUBLISH/.gitignore" # files of the next build and of the repository
git ls-remote --exit-code --heads origin versions >/dev/null || exit 0

[ ! -e "$PUBLISH/v" ] || fail "the site has a folder v/, where archived versions are published: rename it"
attributes=$(git rev-parse --git-path info/attributes)
mkdir -p "$(dirname "$attributes")"
echo '* -text -ident -filter -working-tree-encoding' >>"$attributes"
index=$(mktemp -u)
trap 'rm -f "$index"' EXIT
git fetch -q --depth 1 origin versions
GIT_INDEX_FILE=$index git read-tree FETCH_HEAD
GIT_INDEX_FILE=$index git checkout-index --all --prefix="$(realpath "$PUBLISH")/"
