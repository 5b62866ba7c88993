#!/bin/sh
# Makes the folder to publish: a built site, and below v/ the versions that were kept on the branch "versions". In the
# environment:
#   SITE     the folder with the built site
#   PUBLISH  the folder to make
set -eu
fail() {
  printf '::error title=versions::%s\n' "$*"
  exit 1
}
[ -f "$SITE/index.html" ] || fail "there is no built site in $SITE"
[ ! -e "$PUBLISH" ] || fail "$PUBLISH is there already"
cp -R "$SITE" "$PUBLISH"
rm -f "$PUBLISH/.sourcebook-manifest" "$PUBLISH/.gitignore" # the next build's, and the repository's
git ls-remote --exit-code --heads origin versions >/dev/null || exit 0

[ ! -e "$PUBLISH/v" ] || fail "the site has a folder v/ of its own, where kept versions are published: name it otherwise"
attributes=$(git rev-parse --git-path info/attributes)
mkdir -p "$(dirname "$attributes")"
echo '* -text -ident -filter -working-tree-encoding' >>"$attributes"
index=$(mktemp -u)
trap 'rm -f "$index"' EXIT
git fetch -q --depth 1 origin versions
GIT_INDEX_FILE=$index git read-tree FETCH_HEAD
GIT_INDEX_FILE=$index git checkout-index --all --prefix="$(realpath "$PUBLISH")/"
