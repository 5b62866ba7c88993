#!/bin/sh
# Starts Sourcebook with the libraries of this folder, regardless of those of the system.
here=$(dirname "$(readlink -f "$0")")
export GCONV_PATH="$here/lib/gconv"
export GVBINDIR="$here/lib/graphviz"  # otherwise Graphviz looks for its folder in /proc
exec "$here/lib/ld.so" --library-path "$here/lib" --argv0 "$0" "$here/bin/sourcebook" "$@"
