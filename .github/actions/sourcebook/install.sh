#!/bin/sh
# Installs Sourcebook's Debian package. In the environment, each may be empty:
#   PACKAGE  an existing package
#   VERSION  the release to download otherwise (default: the version of this action)
#   SHA256   the expected checksum of the package (default: the one that the release states)
set -eu
fail() {
  printf '::error title=sourcebook::%s\n' "$*"
  exit 1
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# In a subshell, because that file also sets VERSION.
# shellcheck source=/dev/null
system=$(. /etc/os-release && echo "${ID:-} ${VERSION_ID:-}")
[ "$system" = "debian 12" ] ||
  fail "the package is for Debian 12, and this is $system: give the job the line \"container: debian:12\""
export DEBIAN_FRONTEND=noninteractive
as_root apt-get update -qq

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The runner puts an action into …/_actions/OWNER/NAME/REF/PATH.
repository_of_action() {
  case $GITHUB_ACTION_PATH in
    */_actions/*/*/*) printf '%s\n' "${GITHUB_ACTION_PATH#*/_actions/}" | cut -d / -f 1,2 ;;
    *) printf '%s\n' "$GITHUB_REPOSITORY" ;;
  esac
}

if [ -n "${PACKAGE:-}" ]; then
  [ -f "$PACKAGE" ] || fail "there is no file $PACKAGE"
  cp "$PACKAGE" "$work/sourcebook.deb"
else
  source_of_action=$GITHUB_ACTION_PATH/../../..
  if [ -z "${VERSION:-}" ]; then
    VERSION=$(sed -n 's/^project(sourcebook VERSION \([0-9.]*\).*/\1/p' "$source_of_action/CMakeLists.txt")
  fi
  name=sourcebook_${VERSION}_$(dpkg --print-architecture).deb
  release=${GITHUB_SERVER_URL:-https://github.com}/$(repository_of_action)/releases/download/v$VERSION
  as_root apt-get install -y -qq --no-install-recommends ca-certificates curl >/dev/null
  curl -fsSL --retry 3 -o "$work/sourcebook.deb" "$release/$name" ||
    fail "$release/$name can't be fetched: is there a release of that version, with a package for this architecture?"
  if [ -z "${SHA256:-}" ]; then
    curl -fsSL --retry 3 -o "$work/sums" "$release/SHA256SUMS" || fail "$release/SHA256SUMS can't be fetched"
    SHA256=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\$/\1/p" "$work/sums")
    [ -n "$SHA256" ] || fail "SHA256SUMS of the release has no line for $name"
  fi
fi
if [ -n "${SHA256:-}" ]; then
  printf '%s  %s\n' "$SHA256" "$work/sourcebook.deb" | sha256sum --check --status ||
    fail "the package has the SHA-256 $(sha256sum "$work/sourcebook.deb" | cut -d ' ' -f 1), not $SHA256"
fi

chmod 755 "$work" # apt reads it as another user
as_root apt-get install -y -qq --no-install-recommends "$work/sourcebook.deb" >/dev/null
version=$(sourcebook --version)
echo "$version"
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "version=${version#sourcebook }" >>"$GITHUB_OUTPUT"; fi
