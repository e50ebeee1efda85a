#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does `direct check` foresee what full precision would do better on rows that neither has seen? Fits of four fifths of each
# UCI set, checked and evaluated on the last fifth; prints Markdown. Needs the UCI sets in $DIRECT_UCI.
#
#   bench/verdict.sh [SET...]
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/verdict.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz" >&2
  exit 1
}
direct=$PWD/build/bench/direct
sets=("$@")
[[ $# -gt 0 ]] || sets=(autompg bike concrete housing kin40k machine parkinsons pol servo wine yacht)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

field() { # FILE KEY [N]: the N-th number of that name
  grep -o "\"$2\": [-0-9][0-9.e+-]*" "$1" | sed -n "${3:-1}p" | cut -d' ' -f2
}

row() { # SET FLAGS...: one fit
  local set=$1
  shift
  "$direct" fit train.csv --posterior mean-field --header no -q -o model.direct "$@" || [[ $? -eq 5 ]]
  "$direct" check model.direct --json >check.json
  "$direct" evaluate model.direct test.csv --header no -q --json >evaluation.json
  echo "$set $(tr ' ' '_' <<<"$*") $(grep -o '"verdict": "[a-z]*' check.json | cut -d'"' -f4)" \
    "$(field check.json mean_difference) $(field check.json std_total_ratio)" \
    "$(field evaluation.json rmse 1) $(field evaluation.json rmse 2)" \
    "$(field evaluation.json nll 1) $(field evaluation.json nll 2) $(field evaluation.json 0.9)" |
    awk '{ printf "| %s | %s | %s | %.3f | %.3f | %.3f | %+.3f | %.3f |\n", $1, $2, $3, $4, $5, $6 / $7, $8 - $9, $10 }'
}

echo "| set | flags | verdict | means differ by | std_total ratio | held-out RMSE ratio | NLL above | in 0.9 interval |"
echo "|---|---|---|--:|--:|--:|--:|--:|"
for set in "${sets[@]}"; do
  zcat "$DIRECT_UCI/$set/data.csv.gz" | shuf --random-source=<(yes) >all.csv
  awk 'NR % 5 != 0' all.csv >train.csv
  awk 'NR % 5 == 0' all.csv >test.csv
  row "$set" --features linear
  for features in 50 500; do
    row "$set" --num-features "$features"
    row "$set" --num-features "$features" --levels 63
  done
  row "$set" --num-features 50 --levels 3
done | tee rows.md

echo
echo "| means differ by | fits | RMSE ratio, geometric mean | largest |"
echo "|---|--:|--:|--:|"
awk -F'|' '
  function band(d) { return d < 0.1 ? 1 : d < 0.2 ? 2 : d < 0.35 ? 3 : d < 0.5 ? 4 : d < 0.7 ? 5 : 6 }
  { b = band($5); ++count[b]; sum[b] += log($7); if ($7 > most[b]) most[b] = $7 }
  END {
    split("below 0.1|0.1 to 0.2|0.2 to 0.35|0.35 to 0.5|0.5 to 0.7|above 0.7", names, "|")
    for (b = 1; b <= 6; ++b)
      if (count[b]) printf "| %s | %d | %.3f | %.3f |\n", names[b], count[b], exp(sum[b] / count[b]), most[b]
  }' rows.md

echo
echo "| verdict | fits | RMSE ratio, geometric mean | largest | NLL above, mean | largest |"
echo "|---|--:|--:|--:|--:|--:|"
for verdict in good fair poor; do
  awk -F'|' -v verdict="$verdict" '
    $4 ~ verdict { ++count; sum += log($7); above += $8; if ($7 > most) most = $7; if ($8 > farthest) farthest = $8 }
    END {
      if (count) printf "| %s | %d | %.3f | %.3f | %.3f | %.3f |\n", verdict, count, exp(sum / count), most, above / count, farthest
    }' rows.md
done
