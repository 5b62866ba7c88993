#!/bin/sh
# The search of the built site that SITE names: its words, and how well it answers. usage: SITE=FOLDER tests/search/run.sh
# [FILE.json], the queries: those of the field guide by default.
set -eu
here=$(dirname "$0")
node --test "$here/words.test.mjs" >/dev/null || { node --test "$here/words.test.mjs"; exit 1; }
exec node "$here/quality.mjs" "$@"
