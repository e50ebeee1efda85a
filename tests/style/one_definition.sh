#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No two headers define a type of the same name: all of it is one namespace, and the linker would merge the two.
# Usage: one_definition.sh SOURCE
set -euo pipefail
cd "$1"

definitions=$(grep --recursive --no-filename --only-matching --extended-regexp --include='*.h' \
  '^(struct|class|enum class) [A-Za-z]+( final)?( :.*)? *\{' include src cli | awk '{print $1 == "enum" ? $3 : $2}')
repeated=$(sort <<<"$definitions" | uniq --repeated)
if [[ -n $repeated ]]; then
  echo "defined in more than one header: $repeated"
  exit 1
fi
[[ $(wc -l <<<"$definitions") -gt 50 ]] # the pattern still finds them
