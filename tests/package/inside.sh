#!/bin/sh
# Installs the package into the current system, which should be a clean Debian 12, and tests it: the program alone, a new
# site, a site with all kinds of pages. usage: inside.sh PACKAGE.deb SITE [OUT]; OUT is where the built SITE is stored
set -eu
package=$(realpath "$1")
site=$(realpath "$2")
work=$(mktemp -d)
out=${3:-$work/out}
trap 'rm -rf "$work"' EXIT
export DEBIAN_FRONTEND=noninteractive
say() { printf '== %s\n' "$*"; }
fail() {
  printf 'FAILED %s\n' "$*"
  exit 1
}

say "install"
apt-get update -qq
if command -v sourcebook >/dev/null; then fail "sourcebook is already installed: this is not a clean system"; fi
chmod 755 "$work"
cp "$package" "$work/sourcebook.deb"
apt-get install -y -qq --no-install-recommends "$work/sourcebook.deb" >"$work/log" 2>&1 || {
  cat "$work/log"
  fail "the package can't be installed"
}
[ "$(sourcebook --version)" = "sourcebook $(dpkg-deb -f "$package" Version)" ] || fail "not the version of the package"

say "libraries"
for file in /usr/bin/sourcebook /usr/lib/sourcebook/libsourcebook_highlight.so; do
  if ldd "$file" | grep 'not found'; then fail "$file lacks a library"; fi
done
dpkg -L sourcebook >"$work/files"
for file in /usr/share/man/man1/sourcebook.1.gz /usr/share/bash-completion/completions/sourcebook \
  /usr/share/zsh/vendor-completions/_sourcebook /usr/share/fish/vendor_completions.d/sourcebook.fish \
  /usr/share/sourcebook/templates/base.html /usr/share/doc/sourcebook/copyright; do
  grep -qx "$file" "$work/files" || fail "the package lacks $file"
done

say "a new site, as somebody who is not root"
mkdir "$work/home"
chown nobody "$work/home"
cat >"$work/try" <<'END_TRY'
set -eu
cd "$1"
sourcebook new site "my planets"
cd "my planets"
sourcebook build --strict
sourcebook check --strict
test -s site/index.html
test "$(od -An -tx1 -N4 site/charts/*.png | tr -d ' \n')" = 89504e47
END_TRY
chmod 755 "$work/try"
setpriv --reuid nobody --clear-groups env -i PATH=/usr/bin:/bin sh "$work/try" "$work/home" || fail "a new site"

say "a site with all kinds of pages"
env -i PATH=/usr/bin:/bin sourcebook build --root "$site" --out "$out" || fail "building $site"

say "take it away"
apt-get purge -y -qq sourcebook >"$work/log" 2>&1 || fail "the package can't be removed"
for left in /usr/bin/sourcebook /usr/lib/sourcebook /usr/share/sourcebook; do
  if [ -e "$left" ]; then fail "$left is left behind"; fi
done
echo "package: all well"
