#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What integers cost in quality: the chip's predictions against those of doubles, fold 0 of six UCI sets in $DIRECT_UCI.
# DIRECT is the command, build/bench/direct if it is not set.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/device_uci.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
direct=$(realpath "${DIRECT:-build/bench/direct}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

part() { # NAME WHICH: the rows of fold 0 to train on (0) or to test on (1)
  paste -d' ' <(zcat "$DIRECT_UCI/$1/test_mask.csv.gz" | cut -d, -f1) <(zcat "$DIRECT_UCI/$1/data.csv.gz") |
    awk -v which="$2" '$1 == which { print $2 }'
}

# rmse, nll, coverage at 0.9, and rmse and nll of the yardstick
scores() {
  "$direct" evaluate model.direct test.csv -q "$@" | awk '
    $1 == "rmse" { rmse = $2 } $1 == "nll" { nll = $2 } $1 == "interval" && $2 == "0.9" { inside = $4 + 0 }
    $1 == "yardstick" { print rmse, nll, inside, $2, $4 }'
}

row() { # NAME FIT_FLAGS
  local flags
  read -ra flags <<<"$2"
  "$direct" fit train.csv --num-features 512 "${flags[@]}" -q -o model.direct
  local zeros distortion
  "$direct" export model.direct -o model.h --draws 20 --no-measure >report.txt 2>&1
  zeros=$(sed -nE 's/^ *codes +([0-9.]+) %.*/\1/p' report.txt)
  distortion=$(sed -nE 's/^ *distortion +([^ ]+) .*/\1/p' report.txt)
  paste -d' ' <(scores) <(scores --integer --draws 8) <(scores --integer --draws 20) |
    awk -v name="$1" -v zeros="$zeros" -v distortion="$distortion" '{
      printf "| %s | %s | %s | %.5g | %.4f | %.4f | %.4f | %+.4f | %+.4f | %.3f | %.3f | %.3f | %.5g | %.4f |\n",
        name, zeros, distortion, $1, $6 / $1, $11 / $1, $2, $7 - $2, $12 - $2, $3, $8, $13, $4, $5 }'
}

table() { # TITLE FIT_FLAGS
  echo
  echo "$1"
  echo
  echo "| set | zero codes, % | distortion | RMSE of doubles | 8 / doubles | 20 / doubles | NLL of doubles | 8 - doubles | 20 - doubles | inside 0.9: doubles | 8 | 20 | yardstick RMSE | NLL |"
  echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
  local name
  for name in autompg concrete housing kin40k pol wine; do
    part "$name" 0 >train.csv
    part "$name" 1 >test.csv
    row "$name" "$2"
  done
}

table "A centre and 20 deviations (the default), 512 features:" ""
table "20 draws, as in the first edition:" "--law mixture --components 10 --levels 15"
table "A centre and 20 deviations, 3 levels:" "--levels 3"
table "Mean field, 15 levels on one grid with a zero (draws are samples):" "--support auto --posterior mean-field"
