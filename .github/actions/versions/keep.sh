#!/bin/sh
# Archives a built site as v/NAME/ on the branch "versions": its files unchanged, except the manifest and .gitignore,
# which are left out. An existing version is never changed. In the environment:
#   SITE  the folder with the built site
#   NAME  such as 2026-11
set -eu
fail() {
  printf '::error title=versions::%s\n' "$*"
  exit 1
}
case $NAME in
  '' | [!0-9A-Za-z]* | *[!0-9A-Za-z._-]*) fail "\"$NAME\" can't be part of an address: use letters, digits, dots, _ and -" ;;
esac
[ -f "$SITE/index.html" ] || fail "there is no built site in $SITE"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree/v"
cp -R "$SITE" "$work/tree/v/$NAME"
rm -f "$work/tree/v/$NAME/.sourcebook-manifest" "$work/tree/v/$NAME/.gitignore"

# Line ends must not change, whatever .gitattributes says.
attributes=$(git rev-parse --git-path info/attributes)
mkdir -p "$(dirname "$attributes")"
echo '* -text -ident -filter -working-tree-encoding' >>"$attributes"

export GIT_INDEX_FILE="$work/index"
parent=
if git ls-remote --exit-code --heads origin versions >/dev/null; then
  git fetch -q --depth 1 origin versions
  parent=$(git rev-parse FETCH_HEAD)
  git read-tree "$parent"
fi
GIT_DIR=$(git rev-parse --absolute-git-dir) git -C "$work/tree" --work-tree . add --force "v/$NAME"
tree=$(git write-tree)
if [ -n "$parent" ] && kept=$(git rev-parse -q --verify "$parent:v/$NAME"); then
  if [ "$kept" = "$(git rev-parse "$tree:v/$NAME")" ]; then
    echo "v/$NAME/ is kept already, with these bytes."
    exit 0
  fi
  fail "v/$NAME/ is kept already, with other bytes, and a version never changes: choose another name"
fi
export GIT_AUTHOR_NAME="github-actions[bot]" GIT_COMMITTER_NAME="github-actions[bot]"
export GIT_AUTHOR_EMAIL="41898282+github-actions[bot]@users.noreply.github.com"
export GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"
# shellcheck disable=SC2086  # an option, or none
commit=$(git commit-tree "$tree" ${parent:+-p $parent} -m "Keep v/$NAME/, built from $(git rev-parse HEAD)")
git push -q origin "$commit:refs/heads/versions"
echo "v/$NAME/ is kept."
