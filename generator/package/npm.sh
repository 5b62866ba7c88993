#!/bin/sh
# Makes npm packages of bundles: sourcebook-linux-x64 and sourcebook-linux-arm64, each with one bundle, and sourcebook,
# which depends on the one for the user's system and starts its program. Needs npm.
# usage: npm.sh OUT BUNDLE…     a bundle is named sourcebook-VERSION-linux-MACHINE.tar.xz
set -eu
here=$(dirname "$(readlink -f "$0")")
out=$(readlink -f "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# manifest NAME REST: writes package.json in the current folder.
manifest() {
  cat >package.json <<END
{
  "name": "$1",
  "version": "$version",
  "description": "Static site generator in which every number has a source",
  "homepage": "https://github.com/${GITHUB_REPOSITORY:-OWNER/SOURCEBOOK}",
  "repository": "github:${GITHUB_REPOSITORY:-OWNER/SOURCEBOOK}",
  "license": "Apache-2.0",
  $2
}
END
}

platforms=
for bundle in "$@"; do
  name=$(basename "$bundle" .tar.xz)
  version=${name#sourcebook-}
  version=${version%%-linux-*}
  case $name in
    *-x86_64) cpu=x64 ;;
    *-aarch64) cpu=arm64 ;;
    *) echo "npm.sh: $bundle is not a bundle" >&2 && exit 1 ;;
  esac
  tar -C "$work" -xf "$bundle"
  cd "$work/$name"
  manifest "sourcebook-linux-$cpu" "\"os\": [\"linux\"], \"cpu\": [\"$cpu\"]"
  npm pack --silent --pack-destination "$out"
  cd "$OLDPWD"
  platforms="$platforms${platforms:+, }\"sourcebook-linux-$cpu\": \"$version\""
done

mkdir "$work/sourcebook"
cd "$work/sourcebook"
cp "$here/npm/start.js" "$here/npm/README.md" .
"$here/copyright.sh" >copyright
manifest sourcebook "\"type\": \"module\", \"bin\": \"start.js\", \"engines\": {\"node\": \">=18\"},
  \"optionalDependencies\": {$platforms}"
npm pack --silent --pack-destination "$out"
