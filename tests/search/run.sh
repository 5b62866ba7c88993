#!/bin/sh
# Tests the search of the built site SITE: its words, and how good its results are. usage: SITE=FOLDER tests/search/run.sh
# [FILE.json], the queries: those of the field guide by default.
set -eu
here=$(dirname "$0")
node --test "$here/words.test.mjs" >/dev/null || { node --test "$here/words.test.mjs"; exit 1; }
exec node "$here/quality.mjs" "$@"
