#!/bin/sh
# Tests that a folder of generator/ includes itself and lower layers only (generator/README.md).
set -eu
cd "$(dirname "$0")/../.."
# CMakeLists.txt links folders by the same table.
table=$(sed -n 's/^set(layer_\([0-9]*\) \(.*\))$/\1 \2/p' CMakeLists.txt)
grep -rnoE '^ *# *include +"[a-z_]+/' --include='*.h' --include='*.cc' --include='*.in' generator | awk -v table="$table" '
  BEGIN {
    n = split(table, line, "\n")
    for (i = 1; i <= n; ++i) {
      m = split(line[i], cell, " ")
      for (j = 2; j <= m; ++j) layer[cell[j]] = cell[1]
    }
  }
  {
    split($0, part, ":")
    split(part[1], path, "/")
    from = path[2]
    to = part[3]
    sub(/^.*"/, "", to)
    sub(/\/$/, "", to)
    ++checked
    if (!(from in layer)) bad(part[1], part[2], "generator/" from "/ has no layer")
    else if (!(to in layer)) bad(part[1], part[2], to "/ has no layer")
    else if (from != to && layer[to] + 0 >= layer[from] + 0)
      bad(part[1], part[2], from "/ (layer " layer[from] ") includes " to "/ (layer " layer[to] ")")
  }
  function bad(file, line, why) { printf "%s:%s: %s\n", file, line, why; ++failed }
  END {
    if (!checked) { print "no includes found"; ++failed }
    printf "layers: %d passed, %d failed\n", failed ? 0 : 1, failed
    exit failed > 0
  }'
