#!/bin/bash
# Tries the Debian package in a clean Debian 12, which debootstrap makes in build/package (once, some 200 MB). Takes
# minutes and needs root and Debian's packages, so it is no part of `./dev test`: `./dev package --test` runs it.
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
# What lies in the tree is this script's own; a mount that is still there is not.
trap 'umount "$tree/proc" 2>/dev/null || true; rm -rf --one-file-system "$tree"' EXIT
tar -C "$tree" -xf build/package/debian.tar
# The same updates as here, so that the same libraries draw the pictures.
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

"$program" build --quiet --root tests/sites/storage-engines --out "$tree/try/here"
diff -r "$tree/try/here" "$tree/try/out"
echo "package: the same bytes as here"
