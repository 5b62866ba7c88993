#!/bin/bash
# Measures clean builds of a synthetic site, with and without data, against a minimal build and, if installed, other
# generators; incremental builds (no change, one body, one row, one template); and how the cost grows. A clean build of
# "ours" does not write a cache, like the other generators; one with a cache is listed as "beside".
# usage: tests/bench/bench.sh [--pages "2000"] [--runs 3] [--tree DIR]
#   --pages: one or more sizes; "100 1000 10000 100000" is the whole table, which takes an hour
#   --tree: where setup.sh put the peers (default: $PEERS_TREE, else ~/.cache/peers); without it the floor alone
# Prints wall time, CPU time, memory, and ratios. Only ratios within one run are meaningful.
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
    *) sed -n '2,8s/^# //p' "$0"; exit 2 ;;
  esac
done

program=${SOURCEBOOK:-$PWD/build/release/sourcebook}
work=$PWD/build/bench
mkdir -p "$work"
if [ ! -x "$work/floor" ] || [ tests/bench/floor.cc -nt "$work/floor" ]; then
  g++ -O2 -std=c++20 tests/bench/floor.cc -o "$work/floor" -lcmark-gfm -lcmark-gfm-extensions -pthread
fi
if [ ! -x "$work/walk" ] || [ tests/bench/walk.cc -nt "$work/walk" ]; then
  g++ -O2 -std=c++20 tests/bench/walk.cc -o "$work/walk"
fi
mkdir -p "$tree"
# A corpus of an older corpus.py is created again.
find "$tree/shm" -maxdepth 1 -name 'corpus-*' ! -newer tests/bench/corpus.py -exec rm -rf {} + 2>/dev/null || true

# Peers are skipped at sizes where they need minutes or all memory.
peers_at() {
  [ -d "$tree/peers/node_modules" ] || { echo floor; return; }
  if [ "$1" -le 2000 ]; then echo zola,hugo,eleventy,mdbook,floor
  elif [ "$1" -le 10000 ]; then echo zola,hugo,floor
  else echo zola,floor
  fi
}

for size in $pages; do
  times=$runs
  [ "$size" -le 10000 ] || times=1
  for data in "" --data; do
    [ -z "$data" ] || [ "$size" -le 10000 ] || continue
    for jobs in 1 2; do
      echo
      echo "== $size pages ${data#--}, $jobs thread(s)"
      # The peers choose their number of threads; we use two.
      peers=floor
      [ "$jobs" = 1 ] || peers=$(peers_at "$size")
      # shellcheck disable=SC2086  # nothing, or one option
      tests/bench/compare.py --ours "$program build --quiet --no-cache --jobs $jobs" \
        --beside "$program build --quiet --jobs $jobs" --pages "$size" --runs "$times" --tree "$tree" \
        --floor "$work/floor" --peers "$peers" $data
      # shellcheck disable=SC2086
      tests/bench/increment.py "$program" --pages "$size" --runs 1 --jobs "$jobs" --walk "$work/walk" $data
    done
    rm -rf "$tree/shm/corpus-$size${data:+-data}"
  done
done
echo
tests/bench/grow.py "$program"
