#!/bin/bash
# Writes templates/assets/fonts/: Inter and Noto Serif (SIL Open Font License 1.1) for Latin text, less than 60 KB.
# Run it to change the fonts or their letters; what it writes is committed, so that a build needs no tools for fonts.
# Needs Debian's packages: libharfbuzz-bin woff2 fonts-inter-variable fonts-noto-core
set -eu
cd "$(dirname "$0")/../.."
fonts=/usr/share/fonts/truetype
letters=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2032,U+2039-203A
letters+=,U+20AC,U+2190-2193,U+2212,U+2248,U+2264-2265
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

subset() { # NAME FILE FEATURES
  hb-subset "$2" --unicodes="$letters" --layout-features="$3" --no-hinting --drop-tables+=STAT,meta,DSIG,GDEF \
    --output-file="$work/$1.ttf"
  woff2_compress "$work/$1.ttf" 2>/dev/null
  mv "$work/$1.woff2" "templates/assets/fonts/$1.woff2"
}

mkdir -p templates/assets/fonts
subset sans "$fonts/inter-vf/Inter-roman.var.ttf" tnum
subset serif "$fonts/noto/NotoSerif-Regular.ttf" kern,tnum,lnum
subset serif-bold "$fonts/noto/NotoSerif-Bold.ttf" kern,tnum,lnum
subset serif-italic "$fonts/noto/NotoSerif-Italic.ttf" kern,tnum,lnum
