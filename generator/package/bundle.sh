#!/bin/sh
# Makes a bundle for any Linux: the program, all libraries that it loads, the C library and its loader among them, and
# its font, in one folder that can be moved. Needs binutils, a C compiler and icu-devtools.
#   usage: bundle.sh BUILD OUT [TRIPLE [ROOT]]
#     BUILD   a build folder, e.g. build/release
#     OUT     the archive to write, which ends with .tar.xz; its folder has the same name
#     TRIPLE  the machine, e.g. aarch64-linux-gnu; by default this one
#     ROOT    the folder of a Debian with the machine's libraries; by default /
#
#   sourcebook                  starts lib/ld.so with the program
#   bin/sourcebook  lib/*       the program and its libraries
#   share/sourcebook/fonts/     Liberation Sans
#   share/doc/PACKAGE/          the copyright of the Debian package that a file is from
#   share/sourcebook/sbom.spdx.json  those packages and their versions (SPDX 2.3)
#   share/...                   the manual page, the default theme
set -eu
build=$1 out=$2 triple=${3:-$(gcc -dumpmachine)} root=${4:-}
here=$(dirname "$0")
name=$(basename "$out" .tar.xz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bundle=$work/$name

cmake --install "$build" --prefix "$bundle" --strip >/dev/null
mv "$bundle"/lib/sourcebook/* "$bundle/lib/"
rmdir "$bundle/lib/sourcebook"

# Prints a library's path in ROOT.
find_library() {
  for folder in "$root/lib/$triple" "$root/usr/lib/$triple"; do
    if [ -e "$folder/$1" ]; then echo "$folder/$1" && return; fi
  done
  echo "bundle.sh: there is no library $1 for $triple" >&2
  exit 1
}

# Prints the version of a package in ROOT, whose packages may be unpacked without being installed.
version_of() {
  dpkg-query --admindir="$root/var/lib/dpkg" --show --showformat '${Version}\n' "$1" 2>/dev/null | head -n 1 | grep . ||
    zcat "$root/usr/share/doc/$1/changelog.Debian.gz" 2>/dev/null | sed -n '1s/^[^(]*(\([^)]*\)).*/\1/p' | grep . || {
    echo "bundle.sh: the version of $1 is unknown" >&2
    exit 1
  }
}

# Adds the copyright notice of the package that contains a file. This machine has the packages of ROOT, and others for a
# cross compiler:
# libc6-arm64-cross is libc6.
add_copyright() {
  for package in $(dpkg-query --search "*/$1" | sed -E 's/(-[a-z0-9]+-cross)?:.*//'); do
    notice=$root/usr/share/doc/$package/copyright
    [ -e "$notice" ] || continue
    [ -d "$bundle/share/doc/$package" ] || echo "$package $(version_of "$package")" >>"$work/packages"
    mkdir -p "$bundle/share/doc/$package"
    cp -L "$notice" "$bundle/share/doc/$package/"
    return
  done
  echo "bundle.sh: no package has $1" >&2
  exit 1
}

# Adds the libraries that a file needs, and what they need.
add_needs() {
  for needed in $(readelf --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'); do add_library "$needed"; done
}
add_library() {
  [ ! -e "$bundle/lib/$1" ] || return 0
  found=$(find_library "$1")
  cp -L "$found" "$bundle/lib/$1"
  add_copyright "$1"
  add_needs "$bundle/lib/$1"
}

add_needs "$bundle/bin/sourcebook"
add_needs "$bundle/lib/libsourcebook_highlight.so"
# Loaded when needed: pictures, flows, requests to other sites, workbooks.
for library in librsvg-2.so.2 libgvc.so.6 libcurl.so.4 libzip.so.4; do add_library "$library"; done
mkdir "$bundle/lib/graphviz"
for plugin in libgvplugin_core.so.6 libgvplugin_dot_layout.so.6; do
  cp -L "$(find_library graphviz/$plugin)" "$bundle/lib/graphviz/"
  add_needs "$bundle/lib/graphviz/$plugin"
done
# The C library loads converters for encodings of data; of its 250, the bundle contains those for common encodings.
mkdir "$bundle/lib/gconv"
converters=$(dirname "$(find_library gconv/ISO8859-1.so)")
cp -rL "$converters"/gconv-modules "$converters"/gconv-modules.d "$converters"/lib*.so "$bundle/lib/gconv/"
for kind in CP125 ISO8859- KOI8- UTF- MACINTOSH IBM437 IBM85 SJIS CP932 EUC-JP EUC-KR EUC-CN GBK GB18030 UHC BIG5; do
  cp -L "$converters/$kind"*.so "$bundle/lib/gconv/"
done
# Graphviz's plugins for the layout of flows, in the form that `dot -c` writes; the name is Debian's.
cat >"$bundle/lib/graphviz/config6a" <<'END'
libgvplugin_core.so.6 core {
  device {
    json0:json 1
  }
  render {
    json 1
  }
}
libgvplugin_dot_layout.so.6 dot_layout {
  layout {
    dot 0
  }
}
END

# Locale data: 30 MB that Qt and librsvg load but never read.
for data in "$bundle"/lib/libicudata.so.*; do
  version=${data##*.}
  icupkg new "$work/icu.dat"
  echo ".section .rodata
    .balign 16
    .global icudt${version}_dat
    icudt${version}_dat: .incbin \"$work/icu.dat\"" |
    "$triple-gcc" -shared -nostdlib -Wl,-soname,"libicudata.so.$version" -x assembler - -o "$data"
done

loader=$(readelf --program-headers "$bundle/bin/sourcebook" | sed -n 's/.*program interpreter: .*\/\(.*\)\]$/\1/p')
[ -e "$bundle/lib/$loader" ] || cp -L "$(find_library "$loader")" "$bundle/lib/$loader"
mv "$bundle/lib/$loader" "$bundle/lib/ld.so"
cp "$here/bundle_start.sh" "$bundle/sourcebook"

mkdir -p "$bundle/share/sourcebook/fonts"
for font in LiberationSans-Regular.ttf LiberationSans-Bold.ttf; do
  cp -L "$root/usr/share/fonts/truetype/liberation/$font" "$bundle/share/sourcebook/fonts/"
done
add_copyright truetype/liberation/LiberationSans-Regular.ttf

# Headers of these are compiled in.
for package in nlohmann-json3-dev libcli11-dev; do echo "$package $(version_of "$package")" >>"$work/packages"; done
{
  version=${name#sourcebook-} version=${version%%-linux-*}
  printf '{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "%s",\n' "$name"
  printf '"documentNamespace": "https://spdx.org/spdxdocs/%s",\n' "$name"
  printf '"creationInfo": {"created": "%s", "creators": ["Tool: bundle.sh"]},\n' \
    "$(date --utc --date "@${SOURCE_DATE_EPOCH:-0}" +%Y-%m-%dT%H:%M:%SZ)"
  printf '"documentDescribes": ["SPDXRef-sourcebook"],\n"packages": [\n'
  printf '{"name": "sourcebook", "SPDXID": "SPDXRef-sourcebook", "versionInfo": "%s", "downloadLocation": "NOASSERTION"}' \
    "$version"
  LC_ALL=C sort -u "$work/packages" | while read -r package version; do
    printf ',\n{"name": "%s", "SPDXID": "SPDXRef-%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION",\n' \
      "$package" "$(echo "$package" | tr + p)" "$version"
    printf ' "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",\n'
    printf '  "referenceLocator": "pkg:deb/debian/%s@%s?arch=%s"}]}' "$package" "$version" "${triple%%-*}"
  done
  printf '],\n"relationships": ['
  LC_ALL=C sort -u "$work/packages" | while read -r package version; do
    printf '%s\n{"spdxElementId": "SPDXRef-sourcebook", "relationshipType": "CONTAINS", "relatedSpdxElement": "SPDXRef-%s"}' \
      "${comma-}" "$(echo "$package" | tr + p)"
    comma=,
  done
  printf ']}\n'
} >"$bundle/share/sourcebook/sbom.spdx.json"

# The same files give the same bytes.
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" -cf - "$name" |
  xz -T1 -6 >"$out"
