# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Statistics that do not share a map are not merged, and the message says what differs: exit code 3.
direct generate sensor --rows 300 --seed 1 -o train.csv
direct accumulate train.csv "${integers[@]}" -o one.stats

refused() { # WHAT_DIFFERS ACCUMULATE_ARGUMENT...
  direct accumulate "${@:2}" -q -o other.stats
  expect 3 direct merge one.stats other.stats -o sum.stats
  expect_match "$errors" "^direct: other.stats: [^"$'\n'"]*$1[^"$'\n'"]*\$"
  expect_equal "$output" ""
  [[ ! -e sum.stats ]] || fail "sum.stats is there"
  expect 3 direct fit one.stats other.stats -o m.direct
  [[ ! -e m.direct ]] || fail "m.direct is there"
}

refused "--seed" train.csv "${integers[@]}" --seed 1
refused "32 features, in the other 64" train.csv --num-features 64
refused "feature-bits" train.csv --num-features 32 --feature-bits 0
refused "kind" train.csv --features linear
refused "the target is \"gas_ppm\", in the other \"airflow\"" train.csv "${integers[@]}" --target airflow
refused "input columns" train.csv "${integers[@]}" --drop voltage
refused "weight" train.csv "${integers[@]}" --weight age_days
sed 's/,voltage,/,volts,/' train.csv >renamed.csv
refused "column \"voltage\" where the other has \"volts\"" renamed.csv "${integers[@]}"
sed 's/park/forest/' train.csv >levels.csv
refused "column \"site\" has the levels" levels.csv "${integers[@]}"
direct generate sensor --rows 300 --seed 2 -o scaled.csv
refused "scaling" scaled.csv "${integers[@]}"

# In either order, and whoever is first names the other.
expect 3 direct merge other.stats one.stats -o sum.stats
expect_match "$errors" '^direct: one.stats: '

# Without rows there is nothing to fit.
direct prepare train.csv "${integers[@]}" -o map.stats
expect_error 3 "map.stats: holds no rows; direct accumulate --like map.stats adds some" direct fit map.stats -o m.direct
expect 0 direct fit map.stats one.stats -q -o m.direct
