#!/bin/sh
# Checks a contribution to a commons: commons-ci.sh FOLDER [BASE]
# BASE is the commit to which the contribution is to be added; without one, all entries are checked.
set -eu
folder=${1:?"usage: commons-ci.sh FOLDER [BASE]"}
base=${2:-}

# What is built does not belong into git: it would be believed.
if git -C "$folder" ls-files --error-unmatch rendered site >/dev/null 2>&1 ||
  [ -n "$(git -C "$folder" ls-files rendered site)" ]; then
  echo "rendered/ and site/ must not be in git: git rm -r --cached rendered site" >&2
  exit 1
fi

changed=
if [ -n "$base" ]; then
  changed=$(git -C "$folder" diff --relative --name-only --diff-filter=AMRT "$base"...HEAD -- entries |
    sed -n 's|^entries/\([a-z0-9][a-z0-9_-]*\)\.json$|\1|p')
  # Files are named by their hashes, so none may change.
  if [ -n "$(git -C "$folder" diff --relative --name-only --diff-filter=MDT "$base"...HEAD -- files)" ]; then
    echo "a file in files/ has been changed or deleted: add a new one" >&2
    exit 1
  fi
fi

tactus commons build "$folder"
if [ -z "$base" ] || [ -n "$changed" ]; then
  # shellcheck disable=SC2086 # Names have no blanks.
  tactus commons verify "$folder" $changed
fi
