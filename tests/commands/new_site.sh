#!/bin/bash
# Tests that the program alone creates a site: `new site`, each other `new`, a strict build after each, and `check`.
# usage: tests/commands/new_site.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1 SOURCE_DATE_EPOCH=1782864000 # 2026-07-01
passed=0
failed=0

# expect STATUS COMMAND…: shows the output if the status differs, and if there are warnings.
expect() {
  local wanted=$1 status
  shift
  "$@" >"$work/out" 2>"$work/err"
  status=$?
  if [ "$status" -eq "$wanted" ] && { [ "$wanted" -ne 0 ] || [ ! -s "$work/err" ]; }; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s: ended with %d instead of %d\n' "${*#"$program"}" "$status" "$wanted"
    sed 's/^/  /' "$work/err" "$work/out"
  fi
}

holds() { # FILE TEXT
  if grep -qF -- "$2" "$1"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    printf 'FAILED %s does not hold: %s\n' "${1#"$work/"}" "$2"
  fi
}

# shellcheck disable=SC2016
expect 3 sh -c '"$0" --version >/dev/full' "$program"
site="$work/my site"
expect 0 "$program" new site "$site"
holds "$work/out" "next: cd '$site'"
cd "$site" || exit 1
holds .github/workflows/pages.yml "SOURCEBOOK_RELEASE: v$("$program" --version | cut -d ' ' -f 2)"
holds .gitattributes "data/permalinks.txt merge=union"
if grep -rn vVERSION .github; then failed=$((failed + 1)) && echo 'FAILED a placeholder for the version remains'; fi
# The program does not know its repository, so one line of the site says that it is missing, and the output names it.
holds "$work/out" "replace OWNER/SOURCEBOOK in the files of .github/workflows/"
expect 0 test "$(grep -rc --exclude=README.md OWNER . | grep -v ':0$' | sort | tr '\n' ' ')" = "./.github/workflows/pages.yml:1 ./.github/workflows/review.yml:1 "
holds README.md "replace \`OWNER/SOURCEBOOK\` there"
expect 0 "$program" build --strict
expect 0 "$program" check --strict
holds site/choose/index.html "Will you go to bed soon?"
holds site/lessons/caffeine-in-drinks.html "<svg"
holds site/data/drinks.csv "Filter coffee"
expect 1 "$program" new site "$site" # a second time it fails
holds "$work/err" "README.md already exists"


# The example is emptied by one command, which keeps what the author changed.
expect 0 "$program" new site "$work/emptied" --lang de-AT
echo 'Mehr.' >>"$work/emptied/content/choose/wasser.md"
expect 0 "$program" new site "$work/emptied" --bare
holds "$work/out" "changed $work/emptied/content/index.md"
holds "$work/out" "deleted $work/emptied/data/getraenke.csv"
holds "$work/emptied/data/site.json" '"lang": "de-AT"'
expect 0 test "$(cd "$work/emptied" && find content data -type f | sort | tr '\n' ' ')" = \
  "content/choose/wasser.md content/index.md data/site.json data/unbound.txt "
expect 0 rm -r "$work/emptied/content/choose"
expect 0 "$program" build --strict --root "$work/emptied"
expect 0 "$program" new site "$work/own" -q
echo 'water,Water,200,0' >>"$work/own/data/drinks.csv"
sed -i 's/Caffeine in drinks/Mine/' "$work/own/data/site.json"
expect 0 "$program" new site "$work/own" --bare
holds "$work/out" 'delete the pages of the example from "navigation" in data/site.json'
expect 0 test -f "$work/own/data/datapackage.json" # an own row still has its description and source
expect 0 "$program" new site "$work/empty" --bare --lang pl
holds "$work/empty/data/site.json" '"lang": "pl"'
expect 0 "$program" check --root "$work/empty"
expect 0 test -f "$work/empty/.github/workflows/pages.yml"

printf 'Mountain;Country;Height (m);First climbed (year)\r\nOne;A;1.234,5;1901\r\nTwo;B;2.000;1950\r\n' >"$work/High ones.csv"
expect 0 "$program" new source https://example.org/list/heights --title "Heights" --publisher Example
expect 0 "$program" build --strict
expect 0 "$program" new resource "$work/High ones.csv" --source example-list-heights --locator "table 1" --as-of 2026
holds data/high_ones.csv "One,A,1234.5,1901"
expect 0 "$program" build --strict
expect 0 "$program" new lesson "How high is high?"
expect 0 "$program" new faq "Which one is higher?"
expect 0 "$program" new question "Do you climb?"
expect 0 "$program" new outcome "Stay at home"
expect 0 "$program" build --strict
expect 0 "$program" check --strict
expect 1 "$program" new lesson "How high is high?"
expect 2 "$program" new outcome "???"
expect 2 "$program" new resource "$work/none.csv"
expect 0 "$program" new resource "$work/High ones.csv" --name other --source example-list-heights --dry-run
holds "$work/out" '"name": "other"'
if [ -e data/other.csv ]; then failed=$((failed + 1)) && echo 'FAILED --dry-run wrote data/other.csv'; fi
for name in front-matter table chart estimate site import; do
  expect 0 "$program" schema "$name"
  holds "$work/out" "https://json-schema.org/draft/2020-12/schema"
done

# Importing a file again must change nothing but the date.
again() { # FILE OPTION…
  local name
  name=$(basename "${1%.*}")
  expect 0 "$program" new resource "$1" --source example-list-heights --as-of 2025 "${@:2}"
  cp "data/$name.csv" "$work/before"
  expect 0 "$program" import "$1" --as-of 2026
  expect 0 cmp "data/$name.csv" "$work/before"
}
printf ',ms,ms,kind\na,1,2,n/a\nb,3,n/a,x\n' >"$work/heads.csv"
printf 'kind,ms\na,1\nskip,2\na,1\n' >"$work/rows.csv"
printf '|a|b|\n|-|-|\n|x|1|\n\n## Large\n\n|c|d|\n|-|-|\n|x|1|\n|y|no run|\n|z|1|\n|v|1|\n|w|1|\n' >"$work/page.md"
printf 'A title, with a comma\nname,of,it\nid,ms,kind\na,1,x\n' >"$work/odd.csv"
again "$work/heads.csv"
again "$work/rows.csv" --without skip
again "$work/page.md"
again "$work/odd.csv" --header 3
holds data/odd.csv "a,1,x"

# A unit that is a column only in part is refused, not left out.
printf 'bar,price,currency\nOne,3,EUR\n' >"$work/bars.csv"
expect 2 "$program" new resource "$work/bars.csv" --name bars --source example-list-heights --unit 'price={currency}/kg'
holds "$work/err" 'write {COLUMN} alone'

# Columns of numbers without a unit are a warning until it is given; answers that are not a unit are asked again.
printf 'peak,steps,rest\nOne,400,3\nTwo,900,4\n' >"$work/steps.csv"
expect 0 "$program" new resource "$work/steps.csv" --name climbs --source example-list-heights --locator "table 3" --as-of 2026
"$program" check --quiet >"$work/out" 2>&1
holds "$work/out" 'the numbers of "steps" in "climbs" have no unit'
printf 'furlongs\n1\n' >"$work/answers"
expect 0 "$program" fix --units --dry-run <"$work/answers"
if grep -q '"steps", "unit"' data/datapackage.json; then failed=$((failed + 1)) && echo 'FAILED fix --units --dry-run wrote'; fi
while "$program" fix --units <"$work/answers" | tee "$work/out" | grep -q 'unit added of'; do :; done
holds data/datapackage.json '{"name": "steps", "unit": "1"'
holds data/datapackage.json '{"name": "rest", "unit": "1"'
"$program" check --quiet >"$work/out" 2>&1
expect 1 grep -q "have no unit" "$work/out"

# Figures follow a table that was edited by hand, and fix names the import that will undo the edit.
printf -- '---\ntitle: Steps\n---\nTo One, it is [400](fig:climbs/One/steps).\n' >content/lessons/steps.md
sed -i 's/^One,400/One,410/' data/climbs.csv
expect 0 "$program" fix
holds content/lessons/steps.md "[410]"
holds "$work/out" "data/imports/climbs.yaml imports climbs: if its rows were edited by hand"
rm content/lessons/steps.md

# A table without units and without a source is not published, and one step gives it a source.
holds data/unbound.txt "The list may only shrink."
printf 'Algorithm,Threads,Recall@10\nhnsw,4,0.95\nivf,8,0.9\n' >"$work/ann.csv"
expect 0 "$program" new resource "$work/ann.csv"
holds "$work/out" "the source of"
expect 1 "$program" build
holds "$work/err" "error[missing-source]: the numbers of \"ann\" have no source"
expect 0 "$program" new source https://example.org/ann
sed -i 's/"title": "Ann",/&\n      "source": "example-ann", "locator": "table 2",/' data/datapackage.json
expect 1 "$program" build --strict # the title of the source is missing
holds "$work/err" "error[incomplete-source]: the source \"example-ann\" lacks: title, publisher"
expect 0 "$program" new resource "$work/ann.csv" --name more --source https://example.org/more --locator "table 3"
holds data/datapackage.json '"source": "example-more"'
if ! "$program" build --quiet 2>"$work/err"; then
  failed=$((failed + 1))
  sed 's/^/FAILED /' "$work/err"
fi

# Two sites share data: an edition lands once, and `fix` corrects the sentences of both, in the form of each language.
cd "$work" || exit 1
mkdir -p shared/data/sources shared/en/content shared/en/data shared/de/content shared/de/data
printf '[{"id": "atlas", "type": "book", "title": "Atlas", "publisher": "Press"}]' >shared/data/sources/atlas.json
printf 'id,length\nrhine,1232.7\n' >shared/data/rivers.csv
cat >shared/data/datapackage.json <<'EOT'
{"name": "rivers", "resources": [{"name": "rivers", "title": "Rivers", "path": "rivers.csv", "source": "atlas",
  "locator": "p. 1", "schema": {"primaryKey": "id", "fields": [{"name": "id", "type": "string"},
    {"name": "length", "title": "Length", "type": "number", "unit": "km"}]}}]}
EOT
printf '{"title": "Rivers", "data": "../data"}' >shared/en/data/site.json
printf '{"title": "Rivers", "lang": "de", "data": "../data"}' >shared/de/data/site.json
printf -- '---\ntitle: Rivers\n---\nThe Rhine has [1,232.7 km](fig:rivers/rhine/length).\n' >shared/en/content/index.md
printf -- '---\ntitle: Rivers\n---\nDer Rhein hat [1.232,7 km](fig:rivers/rhine/length).\n' >shared/de/content/index.md
for lang in en de; do expect 0 "$program" build --strict --root shared/$lang; done
printf 'id,length\nrhine,1239.5\n' >shared/data/rivers.csv
for lang in en de; do
  expect 1 "$program" build --root shared/$lang
  expect 0 "$program" fix --root shared/$lang
  expect 0 "$program" build --strict --root shared/$lang
done
holds shared/en/content/index.md "[1,239.5 km](fig:rivers/rhine/length)"
holds shared/de/content/index.md "[1.239,5 km](fig:rivers/rhine/length)"
expect 0 "$program" new source https://example.org/map --title Map --publisher Press --root shared/de
[ -f shared/de/data/sources/example-map.json ] || { failed=$((failed + 1)) && echo "FAILED: a new file is the site's own"; }
printf '{"title": "Rivers", "data": "../../../etc"}' >shared/en/data/site.json
expect 2 "$program" build --root shared/en
holds "$work/err" 'must be a folder outside the site and below'
printf '{"title": "Rivers", "data": "../nothing"}' >shared/en/data/site.json
expect 2 "$program" build --root shared/en
holds "$work/err" 'does not exist'

printf 'new: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
