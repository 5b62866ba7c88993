#!/bin/bash
# Tests the files of `cmake --install`, and that the program works in any folder. usage: tests/release/install.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
build=$(realpath "${SOURCEBOOK_BUILD:-build/release}")
site=$(realpath tests/sites/storage-engines)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
version=$(sed -n 's/^project(sourcebook VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

result() { # NAME PROBLEMS
  if [ -z "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$2"
  fi
}

installed() { env -i PATH=/usr/bin:/bin NO_COLOR=1 "$prefix/bin/sourcebook" "$@" 2>&1; }

if ! DESTDIR="$work/stage" cmake --install "$build" --prefix /usr >"$work/log" 2>&1; then
  result "cmake --install" "$(cat "$work/log")"
  exit 1
fi
prefix=$work/stage/usr
result "the files" "$(diff - <(cd "$prefix" && find . -type f ! -path './share/sourcebook/*' | sort) <<'FILES'
./bin/sourcebook
./lib/sourcebook/libsourcebook_highlight.so
./share/doc/sourcebook/NEWS.gz
./share/doc/sourcebook/copyright
./share/man/man1/sourcebook.1.gz
FILES
)"
result "the theme" "$(diff -r templates "$prefix/share/sourcebook/templates")"

cd / || exit 2
result "the version" "$(diff <(installed --version) <(echo "sourcebook $version"))"
result "a site, from another folder" "$(installed build --quiet --root "$site" --out "$work/one")"
result "an unknown command" "$(diff <(installed biuld; echo "$?") - <<'SAID'
error[usage]: sourcebook has no command "biuld"
   = help: did you mean "build"?
2
SAID
)"
result "a command unlike any other" "$(diff <(installed sell) - <<'SAID'
error[usage]: sourcebook has no command "sell"
   = help: expected "build", "serve", "fix", "check", "new", "import", "diff", "load", "schema" or "explain"
SAID
)"
result "an unknown option" "$(diff <(installed import table --rot=x a.csv; echo "$?") - <<'SAID'
error[usage]: sourcebook import table has no option "--rot"
   = help: did you mean "--root"?
2
SAID
)"
result "an unknown option of the program" "$(diff <(installed --vresion) - <<'SAID'
error[usage]: sourcebook has no option "--vresion"
   = help: did you mean "--version"?
SAID
)"
result "a missing command" "$(diff <(installed import; echo "$?") - <<'SAID'
error[usage]: no file was given
   = help: give a table, or name an importer: `sourcebook import --help`
2
SAID
)"
result "a similar option" "$(diff <(installed build --output=x) - <<'SAID'
error[usage]: sourcebook build has no option "--output"
   = help: did you mean "--out"?
SAID
)"
result "no command" "$(diff <(installed) <(installed --help))"
result "an option unlike any other" "$(diff <(installed load --zz) - <<'SAID'
error[usage]: sourcebook load has no option "--zz"
   = help: expected "--help", "--help-all", "--root", "--jobs", "--format", "--quiet", "--verbose", "--work", "--env", "--timeout", "--max-size", "--allow-loss" or "--dry-run"
SAID
)"
result "an option before its command" "$(diff <(installed --root=x import --dry-run table a.csv; installed -q build; echo "$?") - <<'SAID'
error[usage]: the option "--root" must follow "sourcebook import table"
   = help: `sourcebook import table --help` shows the usage
error[usage]: the option "-q" must follow "sourcebook build"
   = help: `sourcebook build --help` shows the usage
2
SAID
)"
result "an unknown importer" "$(diff <(installed import tabel a.csv) - <<'SAID'
error[usage]: tabel is not a file or folder
   = help: did you mean "table"?
SAID
)"
result "an extra argument" "$(diff <(installed explain a b; echo "$?") - <<'SAID'
error[usage]: unexpected argument "b"
   = help: `sourcebook explain --help` shows the usage
2
SAID
)"
mv "$work/stage/usr" "$work/moved"
prefix=$work/moved
result "a site, after the program was moved" "$(installed build --quiet --root "$site" --out "$work/two")"
result "the same bytes" "$(diff -r "$work/one" "$work/two")"
# The program uses its own plugin to highlight code, not one in another folder.
mv "$prefix/lib/sourcebook/libsourcebook_highlight.so" "$work/"
said=$(installed build --quiet --root "$site" --out "$work/three")
result "without the plugin there is no site" "$([ $? -eq 3 ] || echo "$said")"
mv "$work/libsourcebook_highlight.so" "$prefix/lib/sourcebook/"
mkdir "$work/own"
cp -R "$site/content" "$site/data" "$work/own/"
cp -R "$prefix/share/sourcebook/templates" "$work/own/"
result "the theme's files make the same site" \
  "$(installed build --quiet --root "$work/own" --out "$work/four" && diff -r "$work/one" "$work/four" 2>&1 | head -n 20)"

# The site is the working folder, and may contain anything.
mkdir "$work/hostile"
cd "$work/hostile" || exit 2
for library in $(ldd "$prefix/bin/sourcebook" | awk '/=> \//{print $1}') libsourcebook_highlight.so; do
  echo "no library" >"$library"
done
result "no library is loaded from the working folder" "$("$prefix/bin/sourcebook" --version 2>&1 >/dev/null)"
result "also before it is installed" "$("$build/sourcebook" --version 2>&1 >/dev/null)"
result "and no plugin" "$(installed build --quiet --root "$site" --out "$work/five" && diff -r "$work/one" "$work/five")"

cd "$root" || exit 2
changes=$(generator/package/release_notes.sh "$version" 2>&1) || result "the changelog" "$changes"
result "the changelog, installed" "$(gzip -dc "$prefix/share/doc/sourcebook/NEWS.gz" | grep -qF "## $version" || echo "lacks $version")"

# The manual page has each command and option of the help, and no troff errors.
gzip -dc "$prefix/share/man/man1/sourcebook.1.gz" | sed 's/\\-/-/g; s/\\f[BIRP]//g' >"$work/man"
commands() { installed "$@" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z]*\) .*/\1/p'; }
leaves=()
for command in $(commands); do
  below=$(commands "$command")
  for leaf in ${below:-""}; do leaves+=("$command${leaf:+ $leaf}"); done
done
lacking=
for leaf in "${leaves[@]}"; do
  grep -q "^.SS \"sourcebook $leaf " "$work/man" || lacking+="no section on sourcebook $leaf"$'\n'
  # shellcheck disable=SC2086
  for option in $(installed $leaf --help | grep -oE '^  (-[a-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
    sed -n "/^.SS \"sourcebook $leaf /,/^.S[SH]/p" "$work/man" | grep -qE -- "(^|,)$option( |$)" ||
      lacking+="no $option in the section on sourcebook $leaf"$'\n'
  done
done
[ "${#leaves[@]}" -gt 8 ] || lacking+="only ${#leaves[@]} commands were found"
result "the manual page" "$lacking"
if command -v groff >/dev/null; then
  result "the manual page's troff" "$(gzip -dc "$prefix/share/man/man1/sourcebook.1.gz" | groff -man -Tutf8 -ww -z 2>&1)"
fi

printf 'install: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
