#!/bin/bash
# Tests the Debian package in a clean Debian 12, which debootstrap makes in build/package (once, some 200 MB). Takes
# minutes and needs root and Debian's packages, so it is not part of `./dev test`: `./dev package --test` runs it.
# usage: tests/package.sh PACKAGE.deb
set -eu
cd "$(dirname "$0")/.."
package=$(realpath "$1")
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
[ "$(id -u)" -eq 0 ] || { echo "this needs root" >&2; exit 2; }

mkdir -p build/package
if [ ! -f build/package/debian.tar ]; then
  debootstrap --variant=minbase bookworm build/package/debian >build/package/debootstrap.log
  tar -C build/package/debian -cf build/package/debian.tar.part .
  mv build/package/debian.tar.part build/package/debian.tar
  rm -rf build/package/debian
fi

tree=$(mktemp -d)
# The tree may be deleted; mounts that remain in it must not be.
trap 'umount "$tree/proc" 2>/dev/null || true; rm -rf --one-file-system "$tree"' EXIT
tar -C "$tree" -xf build/package/debian.tar
# The same updates as on this machine, so that the same libraries draw the pictures.
if [ -f /etc/apt/sources.list.d/debian.sources ]; then
  rm -f "$tree/etc/apt/sources.list"
  cp /etc/apt/sources.list.d/debian.sources "$tree/etc/apt/sources.list.d/"
fi
cp /etc/resolv.conf "$tree/etc/resolv.conf"
mount -t proc proc "$tree/proc"
mkdir "$tree/try"
cp "$package" "$tree/try/package.deb"
cp -R tests/sites/storage-engines "$tree/try/site"
cp tests/package/inside.sh "$tree/try/"
chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh /try/inside.sh /try/package.deb /try/site /try/out

# The action, as a runner would start it, with a local release; then what it refuses.
version=$("$program" --version | cut -d ' ' -f 2)
release=$tree/served/somebody/engine/releases/download/v$version
action=/_actions/somebody/engine/v$version/.github/actions/sourcebook
mkdir -p "$release" "$tree$action"
cp "$package" "$release/"
(cd "$release" && sha256sum -- *.deb >SHA256SUMS)
cp .github/actions/sourcebook/*.sh "$tree$action/"
cp CMakeLists.txt "$tree/_actions/somebody/engine/v$version/"
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$tree/served" >"$tree/try/server.log" 2>&1 &
server=$!
trap 'kill "$server"; umount "$tree/proc" 2>/dev/null || true; rm -rf --one-file-system "$tree"' EXIT
for _ in $(seq 100); do
  port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$tree/try/server.log")
  [ -z "$port" ] || break
  sleep 0.3
done
act() { # SCRIPT NAME=VALUE…
  local script=$1
  shift
  chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin GITHUB_ACTION_PATH="$action" GITHUB_REPOSITORY=nobody/else \
    GITHUB_SERVER_URL="http://127.0.0.1:$port" GITHUB_OUTPUT=/try/output "$@" sh -c "cd /try && sh $action/$script"
}
refused() { # TEXT NAME=VALUE…
  local text=$1
  shift
  if act install.sh "$@" >"$tree/try/said" 2>&1 || ! grep -qF -- "$text" "$tree/try/said"; then
    cat "$tree/try/said"
    echo "FAILED the action should have said: $text"
    exit 1
  fi
}
refused "/v99.0.0/sourcebook_99.0.0_$(dpkg --print-architecture).deb can't be fetched" VERSION=99.0.0
refused "the package has the SHA-256" SHA256=0000000000000000000000000000000000000000000000000000000000000000
refused "there is no file none.deb" PACKAGE=none.deb
act install.sh
grep -qx "version=$version" "$tree/try/output"
act build.sh ROOT=site OUT=../built BASE_URL= OPTIONS= CHECK=true
diff -r "$tree/try/out" "$tree/try/built"
sed -i 's/^VERSION_ID=.*/VERSION_ID="13"/' "$tree/etc/os-release"
refused 'container: debian:12' VERSION="$version"
echo "package: the action installs, builds and refuses"

"$program" build --quiet --root tests/sites/storage-engines --out "$tree/try/here"
diff -r "$tree/try/here" "$tree/try/out"
echo "package: the same bytes as here"
