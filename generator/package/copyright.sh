#!/bin/sh
# Prints the copyright notice of the package: the file copyright, then the license of the fonts in the same form.
set -eu
cd "$(dirname "$0")"
cat copyright
printf '\nLicense: OFL-1.1\n'
sed -e '1,/^They are licensed/d' ../../templates/assets/fonts/LICENSE | sed -e '1d; s/^$/./; s/^/ /'
