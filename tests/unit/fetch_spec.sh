#!/bin/sh
# Extracts GFM's specification with its examples from Debian's source package of cmark-gfm. usage: fetch.sh OUT
# Source lists are derived from the machine's own and kept in OUT/apt; nothing in /etc is touched.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
spec="$out/gfm-spec.txt"
[ ! -s "$spec" ] || exit 0
command -v apt-get >/dev/null || { echo "fetch.sh: there is no apt-get here" >&2; exit 1; }

apt="$out/apt"
rm -rf "$apt"
mkdir -p "$apt/parts" "$apt/state/lists/partial" "$apt/cache/archives/partial" "$apt/source"
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  if [ -f "$file" ]; then sed -n 's/^deb /deb-src /p' "$file" >"$apt/parts/$(basename "$file" .list).list"; fi
done
for file in /etc/apt/sources.list.d/*.sources; do
  if [ -f "$file" ]; then sed 's/^Types:.*/Types: deb-src/' "$file" >"$apt/parts/$(basename "$file")"; fi
done
set -- -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" -o Dir::State::lists="$apt/state/lists" \
  -o Dir::Cache="$apt/cache" -o APT::Sandbox::User= -o Acquire::Languages=none
# A list without sources (of some third party) does not matter as long as Debian's are there.
apt-get "$@" update >"$apt/log" 2>&1 || true
(cd "$apt/source" && apt-get "$@" source --download-only cmark-gfm) >>"$apt/log" 2>&1 || { cat "$apt/log" >&2; exit 1; }
tar -xOf "$apt/source"/cmark-gfm_*.orig.tar.* --wildcards '*/test/spec.txt' >"$spec.new"
mv "$spec.new" "$spec"
rm -rf "$apt"
