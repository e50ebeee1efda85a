#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files of a folder are compiled together, so a name in an anonymous namespace is that of one file, and of no header: another
# file's name would hide the header's in silence. Usage: unique_names.sh SOURCE; exit code 77: no ctags.
set -euo pipefail
cd "$1"

command -v ctags >/dev/null || { echo "no ctags here"; exit 77; }

# "NAME FILE SCOPE" of the functions, variables and types of files, but for members of classes.
names() {
  ctags -f - --language-force=C++ --c++-kinds=cefgpsuv --fields=+sk --extras=-q "$@" |
    awk -F '\t' '!/\t(class|struct|enum|union|function):/ { print $1, $2, ($0 ~ /namespace:[^\t]*__anon/ ? "anonymous" : "shared") }' |
    grep --invert-match '^operator\|^to_json ' | sort --unique
}

scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
failures=0
mapfile -t headers < <(find include src cli -name '*.h')
names "${headers[@]}" | awk '$3 == "shared" { print $1 }' | sort --unique >"$scratch"
while read -r folder; do
  mapfile -t files < <(grep --files-without-match hwy/foreach_target "$folder"/*.cpp 2>/dev/null)
  [[ ${#files[@]} -gt 0 ]] || continue
  found=$(names "${files[@]}" | awk '$3 == "anonymous" { print $1, $2 }' | sort --unique)
  in_headers=$(cut -d ' ' -f 1 <<<"$found" | sort --unique | comm -12 - "$scratch")
  [[ $folder == src* || $folder == cli* ]] || in_headers=  # studies and oracles have namespaces of their own
  for name in $(cut -d ' ' -f 1 <<<"$found" | uniq --repeated) $in_headers; do
    echo "$name: in $(awk -v name="$name" '$1 == name { printf "%s ", $2 }' <<<"$found")$(grep --quiet --line-regexp "$name" "$scratch" && echo "and in a header")"
    failures=$((failures + 1))
  done
done < <(find src cli studies/* tests/oracle -type d)
[[ $failures -eq 0 ]] || exit 1
