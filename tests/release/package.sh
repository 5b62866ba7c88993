#!/bin/bash
# Tests the results of `./dev package`: the bundle in minimal trees of Debian releases, older and newer than the one it
# was made on, without a network and as an unprivileged user; the arm64 bundle under qemu; the npm packages; the action.
# Needs root and Debian's packages, so `./dev package --test` runs it.
# usage: tests/release/package.sh FOLDER
set -eu
cd "$(dirname "$0")/../.."
folder=$(realpath "$1")
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
version=$("$program" --version | cut -d ' ' -f 2)
[ "$(id -u)" -eq 0 ] || { echo "this needs root" >&2; exit 2; }
bundle=$folder/sourcebook-$version-linux-$(uname -m).tar.xz
work=$(mktemp -d)
tree=$work/tree
server=
clean_up() {
  [ -z "$server" ] || kill "$server"
  umount "$tree/proc" 2>/dev/null || true # the tree may be deleted, but not what is mounted in it
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
passed=0
pass() {
  passed=$((passed + 1))
  echo "ok $* ($SECONDS s)"
  SECONDS=0
}
fail() {
  echo "FAILED $*"
  exit 1
}

SECONDS=0
"$program" build --quiet --no-cache --root tests/sites/storage-engines --out "$work/here"
mkdir "$work/bundle"
tar -C "$work/bundle" --strip-components=1 -xf "$bundle"
pass "$(basename "$bundle"): $(du -m "$bundle" | cut -f 1) MB, unpacked $(du -sm "$work/bundle" | cut -f 1) MB"

! "$work/bundle/sourcebook" --version >/dev/full 2>"$work/log" || fail "--version is not written, and nothing says so"
python3 - "$work/bundle" <<'END' || fail "the list of what the bundle contains"
import json, pathlib, re, sys
bundle = pathlib.Path(sys.argv[1])
sbom = json.loads((bundle / "share/sourcebook/sbom.spdx.json").read_text())
listed = {each["name"]: each for each in sbom["packages"]}
noticed = {notice.parent.name for notice in bundle.glob("share/doc/*/copyright")} - {"sourcebook"}
assert len(noticed) > 50 and noticed <= set(listed), noticed - set(listed)
assert all(re.match(r"[0-9]", each["versionInfo"]) for each in listed.values())
contained = {each["relatedSpdxElement"] for each in sbom["relationships"]}
assert contained == {each["SPDXID"] for name, each in listed.items() if name != "sourcebook"}
assert len({each["SPDXID"] for each in listed.values()}) == len(sbom["packages"])
END
pass "what the bundle contains is listed"

mkdir -p build/trees
for suite in bullseye bookworm trixie sid; do
  cached=build/trees/$suite.tar
  if [ ! -f "$cached" ]; then
    # The package lists of sid expire within days, and mirrors may be older.
    mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' "$suite" "$cached.part.tar" \
      http://deb.debian.org/debian
    mv "$cached.part.tar" "$cached"
  fi
  mkdir "$tree"
  tar -C "$tree" -xf "$cached"
  [ "$suite" = sid ] || mount -t proc proc "$tree/proc" # containers may have no /proc
  mkdir -m 777 "$tree/try"
  cp -r "$work/bundle" "$tree/opt/sourcebook"
  ln -s ../../opt/sourcebook/sourcebook "$tree/usr/bin/"
  cp -r tests/sites/storage-engines "$tree/try/site"
  rm -rf "$tree"/usr/lib/*/gconv # the bundle has its own converters of encodings
  cat >"$tree/try/run" <<'END'
set -eu
cd /try
sourcebook build --no-cache --root site --out /try/out
sourcebook new site "my planets"
cd "my planets"
sourcebook build --strict
sourcebook check --strict
mkdir -p ../towns/content ../towns/data
cd ../towns
printf -- '---\ntitle: Towns\n---\n```sql t\nSELECT name FROM t\n```\n\n```table t\ndata: t\ncaption: Towns\n```\n' >content/index.md
printf 'name\nM\374nchen\n' >data/t.csv
echo '{"resources": [{"name": "t", "path": "t.csv", "encoding": "windows-1252", "schema": {"fields": [{"name": "name"}]}}]}' \
  >data/datapackage.json
sourcebook build
grep -q München site/index.html
END
  SECONDS=0
  unshare --net chroot --userspec=nobody "$tree" env -i PATH=/usr/bin:/bin sh /try/run >"$work/log" 2>&1 ||
    { cat "$work/log" && fail "in $suite"; }
  diff -r "$work/here" "$tree/try/out" || fail "other bytes in $suite"
  [ "$suite" = sid ] || umount "$tree/proc"
  rm -rf --one-file-system "$tree"
  pass "in $suite"
done

arm64=$folder/sourcebook-$version-linux-aarch64.tar.xz
if [ -f "$arm64" ] && [ "$(uname -m)" != aarch64 ]; then
  mkdir "$work/arm64"
  tar -C "$work/arm64" --strip-components=1 -xf "$arm64"
  SECONDS=0
  qemu-aarch64-static "$work/arm64/lib/ld.so" --library-path "$work/arm64/lib" --argv0 sourcebook "$work/arm64/bin/sourcebook" \
    build --quiet --no-cache --root tests/sites/storage-engines --out "$work/arm64-out"
  # The libraries that draw pictures use other instructions.
  diff -r --exclude='*.png' --exclude=.sourcebook-manifest "$work/here" "$work/arm64-out" || fail "other bytes on arm64"
  pass "arm64 under qemu: $(diff -rq "$work/here" "$work/arm64-out" | grep -c '\.png') pictures have other bytes"
else
  echo "skipped arm64: \`./dev package arm64\` makes that bundle"
fi

(
  mkdir "$work/npm"
  cd "$work/npm"
  npm init --yes >/dev/null
  # npm refuses to install packages of other machines by name; as optional dependencies it leaves them out.
  npm install --silent --no-audit --no-fund --offline "$folder/sourcebook-$version.tgz" \
    "$folder/sourcebook-linux-$(node -p process.arch)-$version.tgz"
  npx --offline sourcebook new site x >/dev/null
  cd x
  npx --offline sourcebook build --quiet --strict
) || fail "npm"
status=0
(cd "$work/npm" && npx --offline sourcebook bogus 2>"$work/log") || status=$?
if [ "$status" -ne 2 ] || ! grep -q 'no command "bogus"' "$work/log"; then fail "npm: exit code $status"; fi
pass "npx sourcebook new site"

# The action, as a runner starts it, with a local release; then what it refuses.
release=$work/served/somebody/engine/releases/download/v$version
action=$work/_actions/somebody/engine/v$version/.github/actions/sourcebook
mkdir -p "$release" "$action" "$work/workspace"
cp "$folder"/*.tar.xz "$release/"
(cd "$release" && sha256sum -- *.tar.xz >SHA256SUMS)
cp .github/actions/sourcebook/*.sh "$action/"
cp CMakeLists.txt "$work/_actions/somebody/engine/v$version/"
cp -r tests/sites/storage-engines "$work/workspace/site"
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$work/served" >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do
  port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/server.log")
  [ -z "$port" ] || break
  sleep 0.3
done
act() { # SCRIPT NAME=VALUE…
  local script=$1
  shift
  (cd "$work/workspace" && env -i "PATH=$(cat "$work/path" 2>/dev/null):/usr/bin:/bin" RUNNER_TEMP="$work" \
    GITHUB_ACTION_PATH="$action" GITHUB_REPOSITORY=nobody/else GITHUB_SERVER_URL="http://127.0.0.1:$port" \
    GITHUB_OUTPUT="$work/output" GITHUB_PATH="$work/path" "$@" sh "$action/$script")
}
refused() { # TEXT NAME=VALUE…
  local text=$1
  shift
  if act install.sh "$@" >"$work/log" 2>&1 || ! grep -qF -- "$text" "$work/log"; then
    cat "$work/log"
    fail "the action should have printed: $text"
  fi
}
refused "/v99.0.0/sourcebook-99.0.0-linux-$(uname -m).tar.xz can't be downloaded" VERSION=99.0.0
refused "the bundle has the SHA-256" SHA256=0000000000000000000000000000000000000000000000000000000000000000
refused "there is no file none.tar.xz" PACKAGE=none.tar.xz
SECONDS=0
act install.sh
grep -qx "version=$version" "$work/output" || fail "the action's output"
act build.sh ROOT=site OUT=../built BASE_URL= REPOSITORY= OPTIONS= CHECK=true
diff -r "$work/here" "$work/workspace/built" || fail "other bytes by the action"
pass "the action"

echo "package: $passed passed, 0 failed"
