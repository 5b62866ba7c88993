#!/bin/sh
# Prints the help of the program and of each command as one text, from which help2man makes the manual page.
# usage: SOURCEBOOK=PROGRAM [EMULATOR=COMMAND] all_help.sh --help | --version
set -eu
# shellcheck disable=SC2086  # a command and its options
run() { ${EMULATOR:-} "$SOURCEBOOK" "$@"; }
if [ "$1" = --version ]; then run --version && exit; fi

commands() { run "$@" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z-]*\) .*/\1/p'; }
section() { # help2man makes a heading of a line that ends with a colon
  run "$@" --help-all | awk 'NR == 1 { title = $0; next }
    /^Usage: / { print substr($0, 8) ":\n  " title; next }
    !/^[A-Z].*:$/'
}

run --help | sed '1d; /^Subcommands:/,$d'
for command in $(commands); do
  below=$(commands "$command")
  [ -n "$below" ] || section "$command"
  for each in $below; do section "$command" "$each"; done
done
