# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Models that earlier versions wrote go on loading, and predict what they did: tests/golden/make.sh wrote both.
golden=$here/../golden

# Numbers may differ in the last digits, by the CPU.
expect_close() { # FOUND EXPECTED
  paste -d '\n' "$1" "$2" | awk -F, -v name="$2" '
    NR % 2 { split($0, found, ","); columns = NF; next }
    {
      if (NF != columns) { print name ": other columns"; exit 1 }
      for (i = 1; i <= NF; ++i) {
        difference = found[i] - $i; size = $i < 0 ? -$i : $i
        if (NR > 2 && difference * difference <= 1e-16 * size * size + 1e-24) continue
        if (found[i] != $i) { print name ", line " NR / 2 ": " found[i] ", expected " $i; exit 1 }
      }
    }
    END { if (NR % 2) { print name ": other rows"; exit 1 } }' || fail "predictions differ"
}

count=0
for expected in "$golden"/version_*/*.predictions.csv; do
  model=${expected%.predictions.csv}.direct
  name=$(basename "$model" .direct)
  rows=$(dirname "$model")/${name%%_*}.csv
  flags=(--interval 0.9 --quantiles "0.25,0.75")
  [[ $name != *classes ]] || flags=(--interval 0.9)
  expect 0 direct predict "$model" "$rows" "${flags[@]}" --density -q -o found.csv
  expect_close found.csv "$expected"
  expect 0 direct inspect "$model"
  expect 0 direct evaluate "$model" "$rows"
  expect 0 direct sample "$model" --count 3 -o draws.safetensors
  count=$((count + 1))
done
for expected in "$golden"/version_*/*.integer.csv; do
  model=${expected%.integer.csv}.direct
  expect 0 direct predict "$model" "$(dirname "$model")/sensor.csv" --integer --draws 4 --raw -q -o found.csv
  expect_close found.csv "$expected"
  expect 0 direct export "$model" -q --draws 4 --no-measure -o model.h
done
[[ $count -ge 35 ]] || fail "expected at least 35 models, found $count"
