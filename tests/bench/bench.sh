#!/bin/bash
# Measures builds of a synthetic site, with and without data, against the floor and, where they are, the peers.
# usage: tests/bench/bench.sh [--pages 2000] [--runs 3] [--tree DIR]
#   --tree: where setup.sh put Zola and Hugo (default: $PEERS_TREE, else ~/.cache/peers); without it the floor alone
# Prints wall and CPU time, memory a page, and ratios. Only ratios of one run mean something.
set -eu
cd "$(dirname "$0")/../.."
pages=2000
runs=3
tree=${PEERS_TREE:-$HOME/.cache/peers}
while [ $# -gt 0 ]; do
  case $1 in
    --pages) pages=$2; shift 2 ;;
    --runs) runs=$2; shift 2 ;;
    --tree) tree=$2; shift 2 ;;
    *) sed -n '2,5s/^# //p' "$0"; exit 2 ;;
  esac
done

program=${SOURCEBOOK:-$PWD/build/release/sourcebook}
work=$PWD/build/bench
mkdir -p "$work"
if [ ! -x "$work/floor" ] || [ tests/bench/floor.cc -nt "$work/floor" ]; then
  g++ -O2 -std=c++20 tests/bench/floor.cc -o "$work/floor" -lcmark-gfm -lcmark-gfm-extensions -pthread
fi
peers=floor
if [ -d "$tree/peers/node_modules" ]; then peers=zola,hugo,floor; fi
mkdir -p "$tree"
# A corpus of an older corpus.py is made again.
find "$tree/shm" -maxdepth 1 -name 'corpus-*' ! -newer tests/bench/corpus.py -exec rm -rf {} + 2>/dev/null || true
for data in "" --data; do
  # shellcheck disable=SC2086  # nothing, or one option
  tests/bench/compare.py --ours "$program build --quiet --jobs 2" --pages "$pages" --runs "$runs" --tree "$tree" \
    --floor "$work/floor" --peers "$peers" $data
done
