# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A model that learns from more rows is the model that learned from all of them.
direct generate electric --rows 4000 --seed 1 -o all.csv
head -n 2001 all.csv >first.csv
{ head -n 1 all.csv && tail -n +2002 all.csv; } >second.csv
direct prepare all.csv "${integers[@]}" -o map.stats
fit() { direct fit "$@" --like map.stats --levels 7 -q; }
fit all.csv -o whole.direct
fit first.csv -o first.direct

expect 0 direct update first.direct second.csv -o updated.direct
expect_equal "$output" ""
expect_match "$errors" '^updated.direct: 4000 rows, 32 fourier features of 8 bits, 7 levels'
expect_same whole.direct updated.direct
for threads in 1 2 4; do
  direct update first.direct second.csv --threads $threads -q -o updated.direct
  expect_same whole.direct updated.direct
done
direct update first.direct - -q -o updated.direct <second.csv
expect_same whole.direct updated.direct

# Without -o the model is replaced.
cp first.direct model.direct
expect 0 direct update model.direct second.csv -q
expect_equal "$errors" ""
expect_same whole.direct model.direct

# Decay: what was seen before counts less.
expect 0 direct update first.direct second.csv --decay 0.5 --json -o decayed.direct
expect_equal "$(json_value "$output" num_rows)" 3000
expect_equal "$(json_value "$output" exact)" OFF
expect_equal "$(json_value "$(direct inspect decayed.direct --json)" num_rows)" 3000
expect 0 direct update decayed.direct second.csv --decay 0.25 -q -o decayed.direct
expect_equal "$(json_value "$(direct inspect decayed.direct --json)" num_rows)" 2750
direct update first.direct second.csv --decay 1 -q -o updated.direct
expect_same whole.direct updated.direct

expected='expected a number above 0 and at most 1, found'
for decay in 0 -1 1.5 inf; do
  expect_error 2 "--decay: $expected $decay" direct update first.direct second.csv --decay $decay
done
expect_error 2 '--decay: expected a number, found "half"' direct update first.direct second.csv --decay half
expect_error 2 "second.csv: is an input, not overwritten" direct update first.direct second.csv -o second.csv

# Features in floating point can be updated too.
direct fit first.csv "${small[@]}" --feature-bits 0 -o float.direct
direct update float.direct second.csv -q
expect_equal "$(json_value "$(direct inspect float.direct --json)" num_rows)" 4000

# What cannot be updated stays as it is.
fit first.csv --slim -o slim.direct
cp slim.direct kept.direct
expect_error 4 "slim.direct: is slim, it has no statistics to add to; fit it without --slim" \
  direct update slim.direct second.csv
expect_same slim.direct kept.direct
printf '%s\n1,2,3\n' "$(head -n 1 all.csv)" >bad.csv
expect 3 direct update first.direct bad.csv -q -o other.direct
expect_match "$errors" '^direct: bad.csv:2: '
[[ ! -e other.direct ]] || fail "other.direct is there"
expect_error 4 "nowhere.direct: cannot be read: No such file or directory" direct update nowhere.direct second.csv
expect 4 direct update map.stats second.csv -q -o other.direct

# Not converged: written, and said.
direct fit first.csv --like map.stats --posterior mean-field --optimizer lbfgs --max-iterations 1 -q -o weak.direct || true
expect 5 direct update weak.direct second.csv -q
expect_equal "$(json_value "$(direct inspect weak.direct --json)" num_rows)" 4000
