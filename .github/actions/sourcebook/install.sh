#!/bin/sh
# Unpacks a bundle of Sourcebook and puts it on the path of later steps. In the environment, each may be empty:
#   PACKAGE  an existing bundle
#   VERSION  the release to download otherwise (default: the version of this action)
#   SHA256   the expected checksum of the bundle (default: the one that the release states)
set -eu
fail() {
  printf '::error title=sourcebook::%s\n' "$*"
  exit 1
}

[ "$(uname -s)" = Linux ] || fail "Sourcebook runs on Linux, and this is $(uname -s): give the job \"runs-on: ubuntu-latest\""
for tool in curl tar xz sha256sum; do
  command -v "$tool" >/dev/null || fail "the system has no \"$tool\": install it in an earlier step"
done
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/sourcebook.XXXXXX")
bundle=$folder/bundle.tar.xz

# The runner puts an action into …/_actions/OWNER/NAME/REF/PATH, unless a workflow checked out its repository.
repository_of_action() {
  case $GITHUB_ACTION_PATH in
    */_actions/*/*/*) printf '%s\n' "${GITHUB_ACTION_PATH#*/_actions/}" | cut -d / -f 1,2 ;;
    *) git -C "$GITHUB_ACTION_PATH" config remote.origin.url | sed 's|^.*[/:]\([^/]*/[^/]*\)$|\1|; s|\.git$||' ;;
  esac
}

if [ -n "${PACKAGE:-}" ]; then
  [ -f "$PACKAGE" ] || fail "there is no file $PACKAGE"
  cp "$PACKAGE" "$bundle"
else
  source_of_action=$GITHUB_ACTION_PATH/../../..
  if [ -z "${VERSION:-}" ]; then
    VERSION=$(sed -n 's/^project(sourcebook VERSION \([0-9.]*\).*/\1/p' "$source_of_action/CMakeLists.txt")
  fi
  name=sourcebook-$VERSION-linux-$(uname -m).tar.xz
  release=${GITHUB_SERVER_URL:-https://github.com}/$(repository_of_action)/releases/download/v$VERSION
  curl -fsSL --retry 3 -o "$bundle" "$release/$name" ||
    fail "$release/$name can't be downloaded: is there a release of that version, with a bundle for this machine?"
  if [ -z "${SHA256:-}" ]; then
    curl -fsSL --retry 3 -o "$folder/sums" "$release/SHA256SUMS" || fail "$release/SHA256SUMS can't be downloaded"
    SHA256=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\$/\1/p" "$folder/sums")
    [ -n "$SHA256" ] || fail "SHA256SUMS of the release has no line for $name"
  fi
fi
if [ -n "${SHA256:-}" ]; then
  printf '%s  %s\n' "$SHA256" "$bundle" | sha256sum --check --status ||
    fail "the bundle has the SHA-256 $(sha256sum "$bundle" | cut -d ' ' -f 1), not $SHA256"
fi

tar -C "$folder" --strip-components=1 -xf "$bundle"
rm "$bundle"
version=$("$folder/sourcebook" --version)
echo "$version"
if [ -n "${GITHUB_PATH:-}" ]; then echo "$folder" >>"$GITHUB_PATH"; fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "version=${version#sourcebook }" >>"$GITHUB_OUTPUT"; fi
