#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Do memory and fit time depend on the number of rows? `direct fit` of "electric" (11 inputs, 2000 integer features) at several
# sizes, in 1.5 GB of address space; prints Markdown.
#
#   bench/scale.sh [ROWS...]
set -euo pipefail
cd "$(dirname "$0")/.."

direct=$PWD/build/bench/direct
sizes=("$@")
[[ $# -gt 0 ]] || sizes=(10000 200000 2049280)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

field() { # the number of a key in the report
  grep -o "\"$1\": [0-9][0-9.e+-]*" report.json | head -n 1 | cut -d' ' -f2
}

within() { # value, factor, reference: is value <= factor * reference?
  awk -v value="$1" -v factor="$2" -v reference="$3" 'BEGIN { print (value <= factor * reference) ? "holds" : "FALLS SHORT" }'
}

echo "| rows | read s | features s | sums s | hyperparameters s | fit s | sweeps | total s | peak memory MB |"
echo "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
declare -A memory after
for rows in "${sizes[@]}"; do
  "$direct" generate electric --rows "$rows" --seed 1 -o data.csv
  (ulimit -v 1500000 && "$direct" fit data.csv -q --json -o model.direct >report.json)
  memory[$rows]=$(field peak_memory_bytes)
  after[$rows]=$(awk -v h="$(field hyperparameters)" -v f="$(field fit)" 'BEGIN { printf "%.2f", h + f }')
  awk -v n="$rows" -v r="$(field read)" -v f="$(field features)" -v s="$(field statistics)" -v h="$(field hyperparameters)" \
    -v t="$(field fit)" -v i="$(field iterations)" -v all="$(field total)" -v m="${memory[$rows]}" \
    'BEGIN { printf "| %d | %.2f | %.2f | %.2f | %.2f | %.2f | %d | %.2f | %.0f |\n", n, r, f, s, h, t, i, all, m / 1e6 }'
done
first=${sizes[0]} last=${sizes[-1]} middle=${sizes[$((${#sizes[@]} / 2))]}
echo
echo "- peak memory at $last rows: $((memory[$last] / 1000000)) MB (bar 400): $(within "${memory[$last]}" 1 400000000)"
echo "- against $middle rows: $(awk -v a="${memory[$last]}" -v b="${memory[$middle]}" 'BEGIN { printf "%.3f", a / b }') times (bar 1.05): $(within "${memory[$last]}" 1.05 "${memory[$middle]}")"
echo "- seconds after the statistics (hyperparameters and fit): ${after[$first]} at $first rows, ${after[$last]} at $last; a sweep costs the same, the number of sweeps depends on the posterior"
