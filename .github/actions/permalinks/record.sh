#!/bin/sh
# Commits and pushes data/permalinks.txt as the build recorded it. In the environment:
#   ROOT      the site's folder
#   RECORDED  the file as the build wrote it
# If someone else pushes meanwhile, lines are merged by `data/permalinks.txt merge=union` in .gitattributes.
set -eu
cp "$RECORDED" "$ROOT/data/permalinks.txt"
git add "$ROOT/data/permalinks.txt"
if git diff --cached --quiet; then
  echo "No address is new."
  exit 0
fi
branch=$(git symbolic-ref --short HEAD)
git config user.name >/dev/null || git config user.name "github-actions[bot]"
git config user.email >/dev/null || git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
git commit -q -m "Record the addresses that were published [skip ci]" # the site itself does not change
for attempt in 1 2 3 4 5; do
  if git push -q origin "HEAD:refs/heads/$branch"; then exit 0; fi
  echo "Try $attempt: somebody else was faster."
  git pull -q --rebase origin "$branch"
done
printf '::error title=permalinks::%s\n' "$branch rejects pushes of this workflow: allow them, or run \"sourcebook fix --permalinks\" \
in a pull request. What is not recorded may break later without a word."
exit 1
