#!/bin/bash
# `sourcebook diff` between commits of a real repository, its work tree and folders: what it says, keeps, and refuses.
set -u
cd "$(dirname "$0")/.." || exit 2
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
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

# expect NAME STATUS TEXT COMMAND…: it ends so, and says the text somewhere
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

# The site stands in a folder of the repository, as in a team's.
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
expect "what fails is told, not an end" 0 "content/index.md:4:16: the text says 2,850 km, the data 2,860 km" diff first HEAD~1
expect "the work tree, unless said" 0 "first -> work tree: 1 row of data, 1 figure" diff first
expect "nothing" 0 "first -> first: nothing" diff first first
expect "a status on request" 1 "2,860 km" diff first --exit-code
expect "a status of nothing" 0 "nothing" diff HEAD --exit-code
cp -R "$site" "$work/copy"
sed -i 's/2860/2870/' "$work/copy/data/rivers.json"
expect "a folder" 0 "2,860 km -> 2,870 km" diff HEAD "$work/copy"
expect "two folders outside of a repository" 0 "2,860 km -> 2,870 km" "$program" diff --root "$work/copy" "$site" "$work/copy"
sed -i 's/p\. 12/p. 14/' "$work/copy/data/datapackage.json"
expect "a setting of a table" 0 "  locator: p. 12 -> p. 14, of rows without their own" diff HEAD "$work/copy"
expect "Markdown" 0 "| danube | Length | 2,850 km | 2,860 km | +0.351 % |" diff first last --format markdown
expect "JSON" 0 '"before": 2850, "after": 2860, "unit": "km", "percent": 0.350877' diff first last --format json
diff first last --format json | python3 -m json.tool >/dev/null || same "JSON is JSON" yes no
same "the repository is as it was" "$before" "$(git status --porcelain --ignored; git rev-parse HEAD; git for-each-ref)"

expect "an unknown revision" 2 'there is no revision "nowhere"' diff nowhere
expect "a revision that is no commit" 2 'there is no revision' diff 'HEAD:docs/guide/data/rivers.json'
expect "a range of revisions" 2 '"first..last" names more than one revision' diff first..last
expect "what to give in place of a range" 2 'give the two that are to be compared, with a space' diff first...last
expect "what a revision can't reach" 2 'there is no revision "^first"' diff ^first
expect "a revision by the text of its commit" 0 "Length: 2,850 km -> 2,860 km (+0.351 %)" diff first ':/Say so'
expect "an option in the place of a revision" 2 "" diff -- --output=x
expect "a folder without a site" 2 "holds no site" diff ./docs
mkdir -p docs/faq && git branch docs/faq first
expect "a branch that is called like a folder" 0 "docs/faq -> last: 1 row of data" diff docs/faq last
git branch -qD docs/faq
expect "a variable that is not set" 2 'error[usage]: "" names no state of the site' diff ""
expect "the same of the new side" 2 'give a git revision or a folder; is a variable not set?' diff first ""
expect "an address that is none of the web" 2 '"javascript:x" is no address on the web' diff first --before-url javascript:x --after-url https://a.example
expect "an address of pictures" 0 '![before](https://a.example/v/1/charts/lengths.png)' diff first last --format markdown --before-url https://a.example/v/1 --after-url https://a.example/
expect "a revision without the site" 2 "has no site in this folder" "$program" diff --root "$repo" HEAD
expect "no repository" 2 "is not in a git repository" "$program" diff --root "$work/copy" HEAD
expect "no git" 3 "git can't be started" env PATH=/nowhere "$program" diff --root "$site" HEAD
git init -q "$work/other" && git -C "$work/other" commit -q --allow-empty -m Other && git worktree add -q "$work/linked" last
hook() { (cd "$work/other" && GIT_DIR=.git GIT_INDEX_FILE=.git/index "$program" diff --root "$@"); }
expect "a hook of another repository" 0 "first -> last: 1 row of data" hook "$site" first last
expect "a linked worktree" 0 "first -> work tree: 1 row of data" hook "$work/linked/docs/guide" first
git clone -q --bare "$repo" "$work/apart" && git -C "$repo" worktree add -q --detach "$work/pushed" last
sed -i 's/2860/2870/' "$work/pushed/docs/guide/data/rivers.json"
mkdir "$work/quarantine"
pushed=$(cd "$work/pushed" && export GIT_OBJECT_DIRECTORY=$work/quarantine GIT_ALTERNATE_OBJECT_DIRECTORIES=$repo/.git/objects && git add -A && git commit-tree -m New "$(git write-tree)")
git -C "$work/pushed" reset -q --hard 2>/dev/null
expect "a commit that a hook judges" 0 "2,860 km -> 2,870 km" env GIT_OBJECT_DIRECTORY="$work/quarantine" "$program" diff --root "$site" last "$pushed"
git init -q "$work/theme" && echo '{% extends "default/page.html" %}' >"$work/theme/lesson.html" && git -C "$work/theme" add -A && git -C "$work/theme" commit -qm Theme
git worktree add -q -b themed "$work/themed" last
git -C "$work/themed" submodule --quiet add "$work/theme" docs/guide/templates && git -C "$work/themed" commit -qm "Add a theme"
expect "a submodule" 0 "HEAD -> work tree: nothing" "$program" diff --root "$work/themed/docs/guide" HEAD
expect "a submodule that is not there" 2 "templates is a submodule, and its commit" diff themed
git clone -q --depth 1 "file://$repo" "$work/shallow"
expect "a shallow clone" 2 "this clone is shallow" "$program" diff --root "$work/shallow/docs/guide" HEAD~1
git checkout -q -b broken && sed -i 's/2860/"long"/' "$site/data/rivers.json" && git commit -qam "Break" && git checkout -q main
expect "an old side whose data are broken" 1 'the data of "broken" can'"'"'t be loaded' diff broken
expect "a new side whose data are broken" 0 "\"length\" cannot be \"long\"" diff main broken

git checkout -q -b unrendered && mkdir -p "$site/templates" && echo '{% if %}' >"$site/templates/page.html" && git add -A && git commit -qm "Break a template" && git checkout -q main
expect "an old side whose templates are broken" 0 "(unrendered can't be rendered because a template is broken; pages" diff unrendered
expect "which is not what readers are told of" 1 'the pages of "unrendered" can'"'"'t be rendered, so there is nothing to compare with' diff unrendered --save
same "nothing is kept of it" 0 "$(git status --porcelain | wc -l)"
expect "nothing is saved of a side that fails" 1 "nothing was saved" diff first HEAD~1 --save
expect "it is saved" 0 "wrote data/changes/2026-03-15.json" diff first last --save
expect "a build shows it" 0 "wrote" bash -c "$program build --root '$site' --out '$work/out' && grep -q '2,850 km' '$work/out/changes/2026-03-15.html' && echo wrote"
python3 - "$site/data/changes/2026-03-15.json" <<'AUTHOR'
import json, sys
text = json.load(open(sys.argv[1]))
text["summary"] = "The Danube was measured again."
text["corrections"] = [{"page": "index.html", "text": "It said 2,850 km."}]
json.dump(text, open(sys.argv[1], "w"))
AUTHOR
expect "it is saved again" 0 "wrote" diff first last --save --date 2026-03-15
expect "what an author wrote is kept" 0 "The Danube was measured again." cat "$site/data/changes/2026-03-15.json"
expect "corrections too" 0 "It said 2,850 km." cat "$site/data/changes/2026-03-15.json"
printf -- '---\ntitle: Lakes\n---\nNone.\n' >"$site/content/lakes.md" && git add "$site/content/lakes.md" && git commit -qm "Add lakes" && git tag lakes
sed -i 's/2860/2861/' "$site/data/rivers.json" && sed -i 's/2,860/2,861/' "$site/content/index.md"
rm "$site/data/changes/2026-03-15.json"
expect "it is saved for the first time" 0 "wrote" diff lakes --save
once=$(cat "$site/data/changes/2026-03-15.json")
cp "$site/data/changes/2026-03-15.json" "$site/data/changes/.sourcebook-1-0-0.tmp"
expect "it is saved for the second time, after one that was killed" 0 "wrote" diff lakes --save
rm -f "$site/data/changes/.sourcebook-1-0-0.tmp"
same "what is kept is the same" "$once" "$(cat "$site/data/changes/2026-03-15.json")"
same "a page that only leads to it now did not change" 0 "$(grep -c lakes "$site/data/changes/2026-03-15.json")"
expect "another day of the same change" 2 'data/changes/2026-03-15.json, which "lakes" lacks, tells of changes already, which would be told again' diff lakes --save --date 2026-03-17
expect "what to do about that" 2 "commit it, and compare with a commit that has it; or give --date 2026-03-15, to tell all of it there" diff lakes --save --date 2026-03-17
same "and nothing is saved" 2026-03-15.json "$(ls "$site/data/changes")"
expect "its address is recorded" 0 "" "$program" fix --permalinks --root "$site"
expect "and is there when it is saved for the third time" 0 "wrote" diff lakes --save
same "what is kept is the same" "$once" "$(cat "$site/data/changes/2026-03-15.json")"
git add -A && git commit -qm "Measure once more" && sed -i 's/2861/2862/' "$site/data/rivers.json" && sed -i 's/2,861/2,862/' "$site/content/index.md"
expect "what was told of the day is not lost" 2 'data/changes/2026-03-15.json of "HEAD" tells of other changes, which would be lost' diff HEAD --save
same "nor changed" "$once" "$(cat "$site/data/changes/2026-03-15.json")"
expect "another day" 0 "wrote data/changes/2026-03-16.json" diff HEAD --save --date 2026-03-16
expect "the day before is no place for what another day tells" 2 'data/changes/2026-03-16.json, which "lakes" lacks, tells of changes already' diff lakes --save
echo '{"corrections": [{"page": "index.html", "text": "It said 2,861 km."}]}' >"$site/data/changes/2026-03-16.json"
expect "all of the day, beside corrections of another" 0 "wrote data/changes/2026-03-15.json" diff lakes --save
same "the other day's page is not told of" 0 "$(grep -cE "lakes|changes/" "$site/data/changes/2026-03-15.json")"
expect "all of the day is told" 0 "2862" cat "$site/data/changes/2026-03-15.json"
echo '{"corrections": [{"page": "index.html", "text": "It said 2,850 km."}]}' >"$site/data/changes/2026-03-15.json" && git commit -qam "Correct" && sed -i 's/2862/2863/' "$site/data/rivers.json" && sed -i 's/2,862/2,863/' "$site/content/index.md"
expect "beside corrections of the day" 0 "wrote data/changes/2026-03-15.json" diff HEAD --save

# Somebody who edits the day's file without a pause, and a command that takes its time before each look at it.
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
  expect "is not lost" 0 '{"summary": "Draft ' cat "$site/data/changes/2026-03-15.json"
else
  echo "strace can't be used here: edits while a command saves are not tried"
fi
# A value that changes and a date that does not.
git checkout -q -- . && sed -i 's/"name": "rivers", "path"/"as_of": "2026-01", "name": "rivers", "path"/' "$site/data/datapackage.json" && git commit -qam "Date the rivers"
length=$(grep -oE '"length": [0-9]+' "$site/data/rivers.json" | head -1 | grep -oE '[0-9]+')
sed -i "s/$length/$((length + 1))/" "$site/data/rivers.json"
expect "a value under the date of the old one" 0 "length changed, and the row is of 2026-01 as before" diff HEAD
sed -i 's/"as_of": "2026-01"/"as_of": "2026-02"/' "$site/data/datapackage.json"
expect "a value with a new date" 0 "as_of: 2026-01 -> 2026-02" diff HEAD
same "is no doubt" 0 "$(grep -c "To review" "$work/said")"
git checkout -q -- .
expect "a day that is none" 2 "is no day of the calendar" diff first --save --date 2026-02-30
expect "a day for nothing" 2 "" diff first --date 2026-02-03
printf 'diff: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
