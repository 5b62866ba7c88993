#!/bin/bash
# Tests the steps of the GitHub workflow locally: sites below any path, archived versions, recorded addresses, reports
# of stale data, annotations. git pushes to a local repository, and gh is a script that records its arguments.
set -u
cd "$(dirname "$0")/../.." || exit 2
top=$PWD
actions=$top/.github/actions
program=$(realpath "${SOURCEBOOK:-build/release/sourcebook}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
export NO_COLOR=1 PATH="$work/bin:$PATH" GIT_CONFIG_GLOBAL="$work/gitconfig" GIT_CONFIG_SYSTEM=/dev/null
unset GITHUB_STEP_SUMMARY GITHUB_OUTPUT
mkdir "$work/bin"
ln -s "$program" "$work/bin/sourcebook"
git config --file "$GIT_CONFIG_GLOBAL" user.name Tester
git config --file "$GIT_CONFIG_GLOBAL" user.email tester@example.org
git config --file "$GIT_CONFIG_GLOBAL" init.defaultBranch main

result() { # NAME PROBLEMS
  if [ -z "$2" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s\n%s\n' "$1" "$2"
  fi
}

# works NAME COMMAND…: the command succeeds. fails NAME TEXT COMMAND…: it fails and prints TEXT.
works() {
  local name=$1
  shift
  if "$@" >"$work/said" 2>&1; then result "$name" ''; else result "$name" "$(sed 's/^/  /' "$work/said")"; fi
}
fails() {
  local name=$1 text=$2
  shift 2
  if "$@" >"$work/said" 2>&1; then
    result "$name" "  did not fail"
  elif grep -qF -- "$text" "$work/said"; then
    result "$name" ''
  else
    result "$name" "$(sed 's/^/  said: /' "$work/said")"
  fi
}

# ---- the same site as a user's page, a project's page, with its own domain

mkdir "$work/engines"
cp -R tests/sites/storage-engines/content tests/sites/storage-engines/data "$work/engines/"
echo guide.example.org >"$work/engines/content/CNAME"
sed -i '0,/{/s//{"active": ["CNAME"],/' "$work/engines/data/site.json"
cp -R "$work/engines" "$work/plain" # pictures take a second, and need to be drawn for one address only
python3 - "$work/plain/data/site.json" <<'PLAIN'
import json, sys
site = json.load(open(sys.argv[1])) | {"features": {"images": False}}
json.dump(site, open(sys.argv[1], "w"))
PLAIN
for base in https://owner.github.io/ https://owner.github.io/the-guide/ https://guide.example.org/; do
  out=$work/$(echo "$base" | tr -c 'a-z\n' -)
  site=$work/plain
  if [[ $base == */the-guide/ ]]; then site=$work/engines; fi
  # actions/configure-pages gives the address without a slash at the end.
  works "built for $base" sourcebook build --quiet --root "$site" --out "$out" --base-url "${base%/}"
  works "links below $base" python3 tests/release/publish.py "$out" "$base"
  result "a custom domain" "$(diff "$work/engines/content/CNAME" "$out/CNAME")"
done
project=$work/$(echo https://owner.github.io/the-guide/ | tr -c 'a-z\n' -)

# ---- the build commands of the handbook's recipes for other hosts

mkdir "$work/plain/sourcebook-unpacked"
ln -s "$program" "$work/plain/sourcebook-unpacked/sourcebook"
recipe() { # COMMAND
  rm -rf "$work/plain/site" "$work/plain/public"
  (cd "$work/plain" && CI_PAGES_URL=https://host.example CF_PAGES_URL=https://host.example URL=https://host.example sh -ec "$1") &&
    grep -q 'rel="canonical" href="https://host.example/' "$work"/plain/{site,public}/index.html 2>"$work/ignored" &&
    ls "$work"/plain/*/404.html
}
recipes=0
while read -r command; do
  recipes=$((recipes + 1))
  works "recipe: $command" recipe "$command"
done < <(grep -oh "sourcebook-\*/sourcebook build[^\`']*" content/handbook/publishing.md)
[ "$recipes" -eq 4 ] || result "recipes" "  found $recipes recipes in publishing.md, expected 4"

# ---- versions

git init -q --bare "$work/origin.git"
git init -q "$work/clone"
cd "$work/clone" || exit 2
git remote add origin "$work/origin.git"
mkdir data
cp "$top/generator/cli/starter/.gitattributes" .
echo '*.html text eol=crlf' >>.gitattributes # must not change the stored versions
git add . && git commit -q -m "A site" && git push -q origin main 2>/dev/null
keep() { env SITE="$1" NAME="$2" sh "$actions/versions/keep.sh"; }
assemble() { # in a separate clone, as in each job
  rm -rf "$work/job"
  git clone -q "$work/origin.git" "$work/job" && (cd "$work/job" && env SITE="$1" PUBLISH="$2" sh "$actions/versions/assemble.sh")
}

printf '*\n!.gitignore\n' >"$project/.gitignore" # as repositories may have it, to keep the folder
works "publish without versions" assemble "$project" "$work/first"
result "it is the site" "$(diff -r -x .sourcebook-manifest -x .gitignore "$project" "$work/first")"
works "keep a version" keep "$project" 2026-11
works "keep it again" keep "$project" 2026-11
cp -R "$project" "$work/kept"
sed -i 's/^title: .*/title: Another year/' "$work/engines/content/index.md"
works "build again, over it" sourcebook build --quiet --root "$work/engines" --out "$project" \
  --base-url https://owner.github.io/the-guide/
fails "a version never changes" "with other bytes" keep "$project" 2026-11
fails "no name" "can't be part of an address" keep "$project" "../x"
works "keep another" keep "$project" 2027.1
works "publish with versions" assemble "$project" "$work/second"
result "nothing of the repository" "$(find "$work/second" -name .gitignore -o -name .sourcebook-manifest)"
result "the new site" "$(diff -r -x .sourcebook-manifest -x .gitignore -x v "$project" "$work/second")"
result "the kept one, byte for byte" "$(diff -r -x .sourcebook-manifest -x .gitignore "$work/kept" "$work/second/v/2026-11")"
result "another kept one" "$(diff -r -x .sourcebook-manifest -x .gitignore "$project" "$work/second/v/2027.1")"
works "links of the kept one" python3 "$top/tests/release/publish.py" "$work/second" https://owner.github.io/the-guide/ v/2026-11/
result "the branch of versions has no other files" "$(git ls-tree --name-only "$(git ls-remote origin versions | cut -f 1)" | grep -vx v)"
# Versions that a user keeps in the output folder survive a build.
cp -R "$work/kept" "$project/v"
works "build with versions in the output folder" sourcebook build --quiet --root "$work/engines" --out "$project"
result "a build removes nothing that it did not write" "$(diff -r "$work/kept" "$project/v")"
fails "a site with a folder v" "rename it" assemble "$project" "$work/third"

# ---- addresses that were published

record() { env ROOT=. RECORDED="$work/recorded" sh "$actions/permalinks/record.sh"; }
printf 'a.html\n' >"$work/recorded"
works "record addresses" record
works "record nothing" record
result "nothing is new" "$(grep -qx 'No address is new.' "$work/said" || cat "$work/said")"
git clone -q "$work/origin.git" "$work/other"
(cd "$work/other" && printf 'a.html\nb.html\n' >data/permalinks.txt && git commit -q -a -m "Faster" && git push -q) 2>/dev/null
printf 'a.html\nc.html\n' >"$work/recorded"
works "record while others push" record
result "both are recorded" "$(git fetch -q && git show origin/main:data/permalinks.txt | sort | diff - <(printf 'a.html\nb.html\nc.html\n'))"
printf '#!/bin/sh\nexit 1\n' >"$work/origin.git/hooks/pre-receive"
chmod +x "$work/origin.git/hooks/pre-receive"
printf 'd.html\n' >>"$work/recorded"
fails "a protected branch" "::error title=permalinks::main rejects pushes" record

# ---- stale data

cat >"$work/bin/gh" <<'GH'
#!/bin/sh
# Records its arguments and input; prints the response that the test has prepared.
echo "gh $*" >>"$GH_LOG"
while [ $# -gt 0 ]; do
  case "$1 $2" in
    "issue list") cat "$GH_ANSWERS/list" ;;
    "issue view") cat "$GH_ANSWERS/body" ;;
    "--body-file "*) cat "$2" >>"$GH_LOG" ;;
  esac
  shift
done
GH
chmod +x "$work/bin/gh"
export GH_LOG="$work/asked" GH_ANSWERS="$work/answers"
mkdir "$work/answers"
report() {
  : >"$GH_LOG"
  env ROOT="$work/old" SOURCE_DATE_EPOCH="$1" sh "$actions/stale/report.sh"
}
asked() { result "$1" "$(grep -qF -- "$2" "$GH_LOG" || sed 's/^/  asked: /' "$GH_LOG")"; }
not_asked() { result "$1" "$(! grep -F -- "$2" "$GH_LOG")"; }

mkdir -p "$work/old/content"
printf -- '---\ntitle: Old\nreviewed: 2026-01-01\nreview_after_days: 30\n---\nText.\n' >"$work/old/content/index.md"
: >"$work/answers/list"
works "nothing is old" report 1767312000 # 2026-01-02
not_asked "no issue" "issue c"
works "something is old" report 1782864000 # 2026-07-01
asked "a new issue" "issue create --title Stale: 1 --label stale"
asked "it says where" "content/index.md:3"
grep '^- ' "$GH_LOG" >"$work/answers/body"
echo 7 >"$work/answers/list"
works "still old" report 1782864000
asked "the issue is kept up" "issue edit 7"
not_asked "no second comment" "issue comment"
printf -- '---\ntitle: Old too\nreviewed: 2026-01-01\nreview_after_days: 30\n---\nText.\n' >"$work/old/content/b.md"
works "more is old" report 1782864000
asked "new findings are a comment" "issue comment 7"
works "nothing is old any more" report 1767312000
asked "the issue is closed" "issue close 7"
printf -- '---\ntitle: Old\n---\n[data](https://me:secret@example.org/)\n' >"$work/old/content/b.md"
works "links are not checked by default" report 1767312000
not_asked "no issue for a link" "issue edit"
EXTERNAL=true works "links are looked at" report 1767312000
asked "a link is in the issue" "content/b.md:4"
rm "$work/old/content/index.md"
printf -- 'no front matter' >"$work/old/content/index.md"
works "a broken site reports what it can" report 1782864000

# ---- a comment on a pull request

cat >"$work/bin/gh" <<'GH'
#!/bin/sh
# Records its arguments and the file of a field; prints the ids of comments that the test has prepared.
echo "gh $*" >>"$GH_LOG"
case "$*" in *--jq*) cat "$GH_ANSWERS/comments" ;; esac
for each; do case $each in body=@*) cat "${each#body=@}" >>"$GH_LOG" ;; esac; done
GH
export GH_REPO=owner/the-guide
: >"$GH_ANSWERS/comments"
git init -q --bare "$work/review.git"
git clone -q "$work/review.git" "$work/author" 2>/dev/null
cd "$work/author" || exit 2
cp -R "$top/tests/sites/storage-engines/content" "$top/tests/sites/storage-engines/data" .
git add -A && git commit -q -m "Site" && git push -q origin HEAD:main
sed -i 's/^title: .*/title: Read @everyone <b>now<\/b>/' content/index.md
echo '<!-- sourcebook diff -->' >>content/index.md
sed -i '2s/52000/53000/' data/benchmarks.csv
git commit -q -am "A stranger's page" && git push -q origin HEAD:refs/pull/7/merge
git clone -q --depth=1 --branch main "file://$work/review.git" "$work/reviewer"
cd "$work/reviewer" || exit 2
steps=$(python3 -c 'import sys, yaml
print(*(step["run"] for step in yaml.safe_load(open(sys.argv[1]))["jobs"]["compare"]["steps"] if "run" in step), sep="\n")' \
  "$top/generator/cli/starter/.github/workflows/review.yml")
compare() { env NUMBER="$1" PUBLISHED="${2:-}" PREVIEW="${3:-}" sh -e -c "$steps"; }
comment() {
  : >"$GH_LOG"
  env NUMBER="$1" DIGEST=digest.md PREVIEW="${2:-}" sh "$actions/review/comment.sh"
}
works "what a pull request changes" compare 7
result "only what the program of main reads: the page of the pull request" "$(grep -q 'index.html' digest.md || cat digest.md)"
result "its branch is not checked out" "$(git status --porcelain | grep -v digest.md)"
works "a first comment" comment 7
asked "it is new" "gh api --silent --method POST repos/owner/the-guide/issues/7/comments"
asked "it has a mark" "<!-- sourcebook diff -->"
not_asked "nobody is notified" "@everyone"
echo 55 >"$GH_ANSWERS/comments"
works "with a preview" compare 7 https://guide.example "https://preview.example/{number}"
result "charts that changed, before and after" "$(grep -qE '!\[before\]\(https://guide.example/charts/[a-z-]+.png\) !\[now\]\(https://preview.example/7/charts/' digest.md || cat digest.md)"
works "a later comment" comment 7 "https://preview.example/{number}/"
asked "it replaces the first one" "gh api --silent --method PATCH repos/owner/the-guide/issues/comments/55"
asked "it has the preview" "[Preview of the site](https://preview.example/7/)"
fails "a number that is a path" "is not the number of a pull request" comment "7/../8"
works "a pull request that conflicts" compare 8
result "it says so" "$(grep -q conflicts digest.md || cat digest.md)"

# ---- annotations

mkdir "$work/repository"
cp -R "$work/old" "$work/repository/a|b&c"
cd "$work/repository" || exit 2
build() { # OPTIONS [ROOT]
  env ROOT="${2:-a|b&c}" OUT=site BASE_URL=https://example.org REPOSITORY=https://github.example/o/n OPTIONS="$1" CHECK=true \
    GITHUB_STEP_SUMMARY="$work/summary" sh "$actions/sourcebook/build.sh"
}
fails "mistakes stop the build" '::error file=a|b&c/content/index.md,line=1' build ''
result "the summary counts them" "$(grep -qE 'sourcebook build.: errors: [1-9]' "$work/summary" || cat "$work/summary")"
printf -- '---\ntitle: Fine\n---\nText.\n' >"a|b&c/content/index.md"
works "a site that is fine" build '--drafts --jobs 1'
result "the base address was used" "$(grep -q 'rel="canonical" href="https://example.org/"' "a|b&c/site/index.html" || echo no)"

cp -R "a|b&c" docs
works "a site in a folder" build '' docs
result "readers are led to the repository" "$(grep -q 'href="https://github.example/o/n/blob/HEAD/docs/content/index.md"' docs/site/index.html || echo no)"

# ---- the release that belongs to a checked-out action

git init -q "$work/program"
git -C "$work/program" remote add origin https://github.example/somebody/engine.git
mkdir -p "$work/program/.github/actions"
cp -R "$actions/sourcebook" "$work/program/.github/actions/"
cp "$top/CMakeLists.txt" "$work/program/"
fails "the release is that of the program's repository" "http://127.0.0.1:9/somebody/engine/releases/download/v" \
  env GITHUB_ACTION_PATH="$work/program/.github/actions/sourcebook" GITHUB_REPOSITORY=nobody/else \
  GITHUB_SERVER_URL=http://127.0.0.1:9 sh "$actions/sourcebook/install.sh"

# ---- a release: the steps of the workflow, from a tag that was pushed to a local repository

version=$(sed -n 's/^project(sourcebook VERSION \([0-9.]*\).*/\1/p' "$top/CMakeLists.txt")
git init -q --bare "$work/releases.git"
git init -q "$work/source"
cp -R "$top/CMakeLists.txt" "$top/CHANGELOG.md" "$work/source/"
mkdir -p "$work/source/generator"
cp -R "$top/generator/package" "$work/source/generator/"
cd "$work/source" || exit 2
git add . && git commit -q -m "A version" && git tag "v$version" && git tag v99.0.0
git push -q --tags "$work/releases.git" main
step() { # NAME: prints the script of a step of the workflow
  python3 - "$top/.github/workflows/release.yml" "$1" <<'STEP'
import sys, yaml
jobs = yaml.safe_load(open(sys.argv[1]))["jobs"].values()
print(next(step["run"] for job in jobs for step in job["steps"] if step.get("name") == sys.argv[2]))
STEP
}
release_steps() { # TAG
  cd "$work" && rm -rf tagged
  git clone -q --branch "$1" -c advice.detachedHead=false "$work/releases.git" "$work/tagged" && cd "$work/tagged" || return 1
  GITHUB_REF_NAME=$1 bash -ec "$(step "The tag, the program and the changelog have the same version")" || return 1
  mkdir release && mv notes.md release/ && echo bundle >release/sourcebook.tar.xz && echo sums >release/SHA256SUMS
  GITHUB_REF_NAME=$1 bash -ec "$(step "Publish the release")"
}
: >"$GH_LOG"
fails "a tag of another version is refused" "and the tag is v99.0.0" release_steps v99.0.0
works "a tag of this version is released" release_steps "v$version"
asked "the release is of the tag" "gh release create v$version --verify-tag"
asked "with its bundle and sums" "release/sourcebook.tar.xz release/SHA256SUMS"
result "and the notes of the version" "$(grep -q "^- " "$work/tagged/release/notes.md" || echo no)"

printf 'publish: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
