#!/bin/bash
# Tests `sourcebook diff` between commits of a repository, its working tree and folders.
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
guide=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
export NO_COLOR=1 GIT_CONFIG_GLOBAL="$work/gitconfig" GIT_CONFIG_SYSTEM=/dev/null SOURCE_DATE_EPOCH=1773532800
git config --file "$GIT_CONFIG_GLOBAL" user.name Tester
git config --file "$GIT_CONFIG_GLOBAL" user.email tester@example.org
git config --file "$GIT_CONFIG_GLOBAL" init.defaultBranch main
git config --file "$GIT_CONFIG_GLOBAL" protocol.file.allow always
git config --file "$GIT_CONFIG_GLOBAL" core.safecrlf false

# expect NAME STATUS TEXT COMMAND…: the command exits with the status and prints the text
expect() {
  local name=$1 status=$2 text=$3 ended
  shift 3
  "$@" >"$work/said" 2>&1
  ended=$?
  if [ "$ended" -eq "$status" ] && grep -qF -- "$text" "$work/said"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s: ended with %d\n' "$name" "$ended"
    sed 's/^/  said: /' "$work/said"
  fi
}
same() { # NAME EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    printf 'FAILED %s\n  expected: %s\n  actual:   %s\n' "$1" "$2" "$3"
  fi
}

# The site is in a folder of the repository.
repo=$work/repo
site=$repo/docs/guide
mkdir -p "$site/content" "$site/data/sources"
cd "$repo" || exit 2
git init -q
cat >"$site/content/index.md" <<'PAGE'
---
title: Rivers
---
The Danube is [2,850 km](fig:rivers/danube/length) long.

```chart lengths
data: rivers
title: Lengths
mark: bar
encoding: {x: {field: length}, y: {field: id}}
```
PAGE
cat >"$site/data/datapackage.json" <<'DATA'
{"name": "rivers", "resources": [{"name": "rivers", "path": "rivers.json", "title": "Rivers", "source": "atlas", "locator": "p. 12",
 "schema": {"primaryKey": ["id"], "fields": [{"name": "id", "type": "string"}, {"name": "length", "title": "Length", "type": "number", "unit": "km"}]}}]}
DATA
echo '{"title": "Rivers"}' >"$site/data/site.json"
echo '[{"id": "atlas", "type": "book", "title": "An atlas of rivers", "publisher": "Example Press"}]' >"$site/data/sources/all.json"
printf '[\n{"id": "danube", "length": 2850}\n]\n' >"$site/data/rivers.json"
printf '*.json text eol=crlf\ndata/rivers.json export-ignore\n' >"$site/.gitattributes" # neither changes what is compared
git add -A && git commit -qm "Begin" && git tag first
sed -i 's/2850/2860/' "$site/data/rivers.json"
git commit -qam "Measure again"
sed -i 's/2,850/2,860/' "$site/content/index.md"
git commit -qam "Say so" && git tag last
before=$(git status --porcelain --ignored; git rev-parse HEAD; git for-each-ref)

diff() { "$program" diff --root "$site" "$@"; }
expect "two revisions" 0 "Length: 2,850 km -> 2,860 km (+0.351 %)" diff first last
expect "errors of the new side are listed in the report" 0 "content/index.md:4:16: the text says 2,850 km, the data 2,860 km" diff first HEAD~1
expect "the working tree by default" 0 "first -> working tree: 1 row of data, 1 figure" diff first
expect "nothing" 0 "first -> first: nothing" diff first first
expect "--exit-code with differences" 1 "2,860 km" diff first --exit-code
expect "--exit-code without differences" 0 "nothing" diff HEAD --exit-code
cp -R "$site" "$work/copy"
sed -i 's/2860/2870/' "$work/copy/data/rivers.json"
expect "a folder" 0 "2,860 km -> 2,870 km" diff HEAD "$work/copy"
expect "two folders outside a repository" 0 "2,860 km -> 2,870 km" "$program" diff --root "$work/copy" "$site" "$work/copy"
sed -i 's/p\. 12/p. 14/' "$work/copy/data/datapackage.json"
expect "a setting of a table" 0 "  locator: p. 12 -> p. 14 (for rows without their own)" diff HEAD "$work/copy"
expect "Markdown" 0 "- Length: 2,850 km → 2,860 km (+0.351 %)" diff first last --format markdown
same "the repository does not change" "$before" "$(git status --porcelain --ignored; git rev-parse HEAD; git for-each-ref)"

expect "an unknown revision" 2 'there is no revision "nowhere"' diff nowhere
expect "a revision that is not a commit" 2 'there is no revision' diff 'HEAD:docs/guide/data/rivers.json'
expect "a range of revisions" 2 '"first..last" is more than one revision' diff first..last
expect "the help for a range" 2 'give the two revisions to compare, separated by a space' diff first...last
expect "an exclusion" 2 'there is no revision "^first"' diff ^first
expect "a revision by the text of its commit" 0 "Length: 2,850 km -> 2,860 km (+0.351 %)" diff first ':/Say so'
expect "an option instead of a revision" 2 "" diff -- --output=x
expect "a folder without a site" 2 "does not contain a site" diff ./docs
mkdir -p docs/faq && git branch docs/faq first
expect "a branch with the name of a folder" 0 "docs/faq -> last: 1 row of data" diff docs/faq last
git branch -qD docs/faq
expect "an empty revision" 2 'error[usage]: "" is not a version of the site' diff ""
expect "an empty new revision" 2 'give a git revision or a folder; is a variable empty?' diff first ""
expect "a URL that is not on the web" 2 '"javascript:x" is not a URL' diff first --before-url javascript:x --after-url https://a.example
expect "URLs of pictures" 0 '![before](https://a.example/v/1/charts/lengths.png)' diff first last --format markdown --before-url https://a.example/v/1 --after-url https://a.example/
expect "a revision without the site" 2 "has no site in this folder" "$program" diff --root "$repo" HEAD
expect "no repository" 2 "is not in a git repository" "$program" diff --root "$work/copy" HEAD
expect "no git" 3 "git can't be started" env PATH=/nowhere "$program" diff --root "$site" HEAD
git init -q "$work/other" && git -C "$work/other" commit -q --allow-empty -m Other && git worktree add -q "$work/linked" last
hook() { (cd "$work/other" && GIT_DIR=.git GIT_INDEX_FILE=.git/index "$program" diff --root "$@"); }
expect "a hook of another repository" 0 "first -> last: 1 row of data" hook "$site" first last
expect "a linked worktree" 0 "first -> working tree: 1 row of data" hook "$work/linked/docs/guide" first
git clone -q --bare "$repo" "$work/apart" && git -C "$repo" worktree add -q --detach "$work/pushed" last
sed -i 's/2860/2870/' "$work/pushed/docs/guide/data/rivers.json"
mkdir "$work/quarantine"
pushed=$(cd "$work/pushed" && export GIT_OBJECT_DIRECTORY=$work/quarantine GIT_ALTERNATE_OBJECT_DIRECTORIES=$repo/.git/objects && git add -A && git commit-tree -m New "$(git write-tree)")
git -C "$work/pushed" reset -q --hard 2>/dev/null
expect "a commit in a hook's quarantine" 0 "2,860 km -> 2,870 km" env GIT_OBJECT_DIRECTORY="$work/quarantine" "$program" diff --root "$site" last "$pushed"
git init -q "$work/theme" && echo '{% extends "default/page.html" %}' >"$work/theme/lesson.html" && git -C "$work/theme" add -A && git -C "$work/theme" commit -qm Theme
git worktree add -q -b themed "$work/themed" last
git -C "$work/themed" submodule --quiet add "$work/theme" docs/guide/templates && git -C "$work/themed" commit -qm "Add a theme"
expect "a submodule" 0 "HEAD -> working tree: nothing" "$program" diff --root "$work/themed/docs/guide" HEAD
expect "a submodule that is missing" 2 "templates is a submodule, and its commit" diff themed
git clone -q --depth 1 "file://$repo" "$work/shallow"
expect "a shallow clone" 2 "this clone is shallow" "$program" diff --root "$work/shallow/docs/guide" HEAD~1
git checkout -q -b broken && sed -i 's/2860/"long"/' "$site/data/rivers.json" && git commit -qam "Break" && git checkout -q main
expect "an old side whose data are broken" 1 'the data of "broken" can'"'"'t be loaded' diff broken
expect "a new side whose data are broken" 0 "\"length\" cannot be \"long\"" diff main broken

git checkout -q -b unrendered && mkdir -p "$site/templates" && echo '{% if %}{% endif %}' >"$site/templates/page.html" && git add -A && git commit -qm "Break a template" && git checkout -q main
expect "an old side whose templates are broken" 0 "(unrendered can't be rendered because a template is broken; pages" diff unrendered
expect "which cannot be saved" 1 'the pages of "unrendered" can'"'"'t be rendered, so there is nothing to compare with' diff unrendered --save
same "and nothing is written" 0 "$(git status --porcelain | wc -l)"
expect "a new side with errors is not saved" 1 "nothing was saved" diff first HEAD~1 --save
expect "it is saved" 0 "wrote data/changes/2026-03-15.json" diff first last --save
expect "a build publishes it" 0 "wrote" bash -c "$program build --root '$site' --out '$work/out' && grep -q '2,850 km' '$work/out/changes/2026-03-15.html' && echo wrote"
python3 - "$site/data/changes/2026-03-15.json" <<'AUTHOR'
import json, sys
text = json.load(open(sys.argv[1]))
text["summary"] = "The Danube was measured again."
text["corrections"] = [{"page": "index.html", "text": "It said 2,850 km."}]
json.dump(text, open(sys.argv[1], "w"))
AUTHOR
expect "it is saved again" 0 "wrote" diff first last --save --date 2026-03-15
expect "the author's summary is kept" 0 "The Danube was measured again." cat "$site/data/changes/2026-03-15.json"
expect "and corrections" 0 "It said 2,850 km." cat "$site/data/changes/2026-03-15.json"
printf -- '---\ntitle: Lakes\n---\nNone.\n' >"$site/content/lakes.md" && git add "$site/content/lakes.md" && git commit -qm "Add lakes" && git tag lakes
sed -i 's/2860/2861/' "$site/data/rivers.json" && sed -i 's/2,860/2,861/' "$site/content/index.md"
rm "$site/data/changes/2026-03-15.json"
expect "it is saved for the first time" 0 "wrote" diff lakes --save
once=$(cat "$site/data/changes/2026-03-15.json")
cp "$site/data/changes/2026-03-15.json" "$site/data/changes/.sourcebook-1-0-0.tmp"
expect "it is saved again, after a killed run" 0 "wrote" diff lakes --save
rm -f "$site/data/changes/.sourcebook-1-0-0.tmp"
same "the saved file is the same" "$once" "$(cat "$site/data/changes/2026-03-15.json")"
same "a page that now links to it is not a change" 0 "$(grep -c lakes "$site/data/changes/2026-03-15.json")"
expect "the same changes with another date" 2 'data/changes/2026-03-15.json, which is not in "lakes", already lists some of these changes' diff lakes --save --date 2026-03-17
expect "the help for that" 2 "commit it, and compare with a commit that includes it; or list all changes there: --date 2026-03-15" diff lakes --save --date 2026-03-17
same "nothing is saved" 2026-03-15.json "$(ls "$site/data/changes")"
expect "its address is recorded" 0 "" "$program" fix --permalinks --root "$site"
expect "and does not matter when it is saved again" 0 "wrote" diff lakes --save
same "the saved file is the same" "$once" "$(cat "$site/data/changes/2026-03-15.json")"
git add -A && git commit -qm "Measure once more" && sed -i 's/2861/2862/' "$site/data/rivers.json" && sed -i 's/2,861/2,862/' "$site/content/index.md"
expect "other changes of the date are not lost" 2 'data/changes/2026-03-15.json of "HEAD" lists other changes, which would be lost' diff HEAD --save
same "and do not change" "$once" "$(cat "$site/data/changes/2026-03-15.json")"
expect "another date" 0 "wrote data/changes/2026-03-16.json" diff HEAD --save --date 2026-03-16
expect "changes that another file lists are refused" 2 'data/changes/2026-03-16.json, which is not in "lakes", already lists some of these changes' diff lakes --save
echo '{"corrections": [{"page": "index.html", "text": "It said 2,861 km."}]}' >"$site/data/changes/2026-03-16.json"
expect "all changes of the day, with corrections in another file" 0 "wrote data/changes/2026-03-15.json" diff lakes --save
same "the page of the other day is not listed" 0 "$(grep -cE "lakes|changes/" "$site/data/changes/2026-03-15.json")"
expect "all changes of the date are listed" 0 "2862" cat "$site/data/changes/2026-03-15.json"
echo '{"corrections": [{"page": "index.html", "text": "It said 2,850 km."}]}' >"$site/data/changes/2026-03-15.json" && git commit -qam "Correct" && sed -i 's/2862/2863/' "$site/data/rivers.json" && sed -i 's/2,862/2,863/' "$site/content/index.md"
expect "with corrections of the date" 0 "wrote data/changes/2026-03-15.json" diff HEAD --save

# A script that edits the file constantly, and a command that is slowed down before it reads it.
while_edited() {
  local n=0 editor ended
  (while :; do echo "{\"summary\": \"Draft $((++n)).\"}" >"$work/edit" && mv "$work/edit" "$site/data/changes/2026-03-15.json"; done) &
  editor=$!
  strace -f -qq -o "$work/calls" -P "$site/data/changes/2026-03-15.json" -e trace=openat,openat2 -e inject=openat,openat2:delay_enter=200000 "$@"
  ended=$?
  kill $editor && wait $editor 2>/dev/null
  return $ended
}
if strace -qq -o /dev/null -e inject=openat2:delay_enter=1 true 2>/dev/null; then
  expect "an edit while it is saved" 1 "data/changes/2026-03-15.json has changed since it was read" while_edited "$program" diff --root "$site" lakes --save
  expect "is kept" 0 '{"summary": "Draft ' cat "$site/data/changes/2026-03-15.json"
else
  echo "strace can't be used here: edits while a command saves are not tried"
fi
# A value changes and its date does not.
git checkout -q -- . && sed -i 's/"name": "rivers", "path"/"as_of": "2026-01", "name": "rivers", "path"/' "$site/data/datapackage.json" && git commit -qam "Date the rivers"
length=$(grep -oE '"length": [0-9]+' "$site/data/rivers.json" | head -1 | grep -oE '[0-9]+')
sed -i "s/$length/$((length + 1))/" "$site/data/rivers.json"
expect "a value with the date of the old one" 0 "length changed, and the row is dated 2026-01 as before" diff HEAD
sed -i 's/"as_of": "2026-01"/"as_of": "2026-02"/' "$site/data/datapackage.json"
expect "a value with a new date" 0 "as_of: 2026-01 -> 2026-02" diff HEAD
same "is not reported" 0 "$(grep -c "To review" "$work/said")"
git checkout -q -- .
expect "an invalid date" 2 "is not a date" diff first --save --date 2026-02-30
expect "--date without --save" 2 "" diff first --date 2026-02-03
# A large site: one page of the field guide changes.
cp -r "$guide/content" "$guide/data" "$guide/templates" "$work/"
mkdir "$work/edited" && cp -r "$work/content" "$work/data" "$work/templates" "$work/edited/"
printf '\nOne more paragraph.\n' >>"$work/edited/content/lessons/cost.md"
expect "a large site" 0 "~ lessons/cost.html" "$program" diff "$work" "$work/edited"
same "has no errors" 0 "$(grep -c "Errors in the new version" "$work/said")"
printf 'diff: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
