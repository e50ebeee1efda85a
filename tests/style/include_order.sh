#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Rooms include only rooms before them; the command uses only the public headers; public headers use no library.
# Usage: include_order.sh SOURCE
set -euo pipefail
cd "$1"

order=(algebra optimize laws likelihoods data features statistics models posterior fit predict deploy)
declare -A rank
for i in "${!order[@]}"; do rank[${order[$i]}]=$i; done

# The room of each public header; those of no room may be included everywhere.
declare -A room_of_header=([error]='' [progress]='' [matrix]='' [words]='' [numbers]='' [report]='' [atomic_file]='' [likelihood]=likelihoods [data]=data [schema]=data [synthetic]=data [table]=data [features]=features
  [statistics]=statistics [ranks]=statistics [model]=models [prior]=models [network]=models [posterior]=posterior [fit_options]=posterior [option_values]=posterior [options]=posterior [draws]=posterior [entropy]=posterior [elbo]=posterior
  [fit]=fit [predict]=predict [evaluate]=predict [distribution]=laws [trust]=predict [tune]=predict [deploy]=deploy [integer_model]=deploy [device_form]='' [budget]=deploy)

failures=0
complain() {
  echo "$1"
  failures=$((failures + 1))
}

check_order() { # FILE ROOM INCLUDED_ROOM
  [[ -n $3 ]] || return 0
  if [[ -z ${rank[$3]-} ]]; then
    complain "$1: includes from $3, which is no room"
  elif [[ -z $2 || ${rank[$3]} -gt ${rank[$2]} ]]; then
    complain "$1: ${2:-a header of no room} includes $3, which comes later"
  fi
}

includes() { sed -nE 's/^ *# *include *([<"][^>"]*[>"]).*/\1/p' "$1"; }

check_file() { # FILE ROOM
  local include
  while read -r include; do
    case $include in
      '<direct/direct.h>') complain "$1: includes everything by <direct/direct.h>" ;;
      '<direct/'*)
        local header=${include#<direct/}
        header=${header%.h>}
        if [[ -v room_of_header[$header] ]]; then
          check_order "$1" "$2" "${room_of_header[$header]}"
        else
          complain "$1: $include has no room in tests/style/include_order.sh"
        fi
        ;;
      '"'*/*) check_order "$1" "$2" "$(cut -d/ -f1 <<<"${include#\"}")" ;;
    esac
  done < <(includes "$1")
}

for room in src/*/; do
  room=$(basename "$room")
  [[ -n ${rank[$room]-} ]] || complain "src/$room: not in the order of rooms"
  while read -r file; do check_file "$file" "$room"; done < <(find "src/$room" -name '*.h' -o -name '*.cpp')
done

for file in include/direct/*.h; do
  header=$(basename "$file" .h)
  foreign=$(includes "$file" | grep -E '[./]' | grep -v '^<direct/' || true)
  [[ -z $foreign ]] || complain "$file: a public header includes $foreign"
  [[ $header == direct ]] || check_file "$file" "${room_of_header[$header]-}"
done

for file in cli/*; do
  while read -r include; do
    [[ -f cli/${include//\"/} ]] || complain "$file: the command includes $include, expected <direct/...>"
  done < <(includes "$file" | grep '^"' || true)
done

[[ $failures -eq 0 ]] || exit 1
echo "include order: ok"
