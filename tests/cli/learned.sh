# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Learned supports with every prior and posterior, through all commands.
direct generate sensor --rows 400 --seed 1 -o train.csv
direct generate sensor --rows 100 --seed 2 -o test.csv
direct accumulate train.csv --num-features 40 -q -o fourier.stats
direct accumulate train.csv --features linear -q -o linear.stats

# works MODEL: the commands know what to do with it
works() {
  expect 0 direct predict "$1" test.csv --interval 0.9
  expect_equal "$(wc -l <<<"$output")" 101
  expect 0 direct sample "$1" --count 10 -q
  expect 0 direct check "$1"
  expect 0 direct inspect "$1"
  [[ $output != *nan* && $output != *inf* ]] || fail "$1: $output"
  expect 0 direct evaluate "$1" test.csv --json
}

for support in learned learned-shared; do
  for prior in gaussian uniform laplace "spike-slab --spike 0.5"; do
    read -ra prior <<<"$prior"
    for posterior in mean-field mixture draws; do
      expect 0 direct fit fourier.stats --support $support --prior "${prior[@]}" --posterior $posterior -q -o m.direct
      works m.direct
    done
  done
  for levels in 3 16 255 65535; do
    expect 0 direct fit linear.stats --support $support --levels $levels -q -o m.direct
    works m.direct
  done
  expect 0 direct fit fourier.stats --support $support --prior-mixture 0.5:1,0.5:0.3 -q -o m.direct
  works m.direct
done

# The mean of 4 bits is that of full precision.
expect 0 direct fit fourier.stats --support learned --posterior mean-field -q -o m.direct
expect 0 direct evaluate m.direct test.csv --json
awk -v a="$(json_value "$output" rmse)" -v b="$(json_value "$output" yardstick rmse)" \
  'BEGIN { exit !(a < 1.01 * b && b < 1.01 * a) }' || fail "RMSE: $output"

# What is said of it.
expect 0 direct inspect m.direct
expect_match "$output" 'levels +15, learned: of each weight a centre and a step, at most [0-9.e-]+'
expect 0 direct inspect m.direct --json
expect_match "$output" '"support": null,.*"learned": [{].*"centres"'

# The same bytes for any number of threads, an update refits, and few features are left where few are asked for.
for posterior in mean-field draws; do
  expect 0 direct fit fourier.stats --support learned --posterior $posterior --threads 1 -q -o one.direct
  expect 0 direct fit fourier.stats --support learned --posterior $posterior --threads 2 -q -o two.direct
  cmp one.direct two.direct || fail "threads change the bytes of $posterior"
done
expect 0 direct update one.direct test.csv -q
works one.direct
expect 0 direct fit fourier.stats --support learned --max-active-features 10 --json -q -o few.direct
expect_equal "$(json_value "$output" num_active_features)" 10
works few.direct

# A price is that of predictions.
expect 0 direct fit fourier.stats -q -o plain.direct
expect 0 direct evaluate plain.direct train.csv --json
plain=$(json_value "$output" nll)
expect 0 direct fit fourier.stats --max-active-features 10 --json -q -o few.direct
price=$(json_value "$output" price nll)
expect 0 direct evaluate few.direct train.csv --json
awk -v price="$price" -v few="$(json_value "$output" nll)" -v plain="$plain" \
  'BEGIN { d = price - (few - plain); exit !(price > 0 && d < 0.1 && d > -0.1) }' || fail "price $price"

# Two levels have no middle for a deviation of nothing.
expect_error 2 "--levels: expected 3 to 65535, found 2" direct fit linear.stats --support learned --levels 2 -o x.direct

# The levels are said once.
expect_error 2 "--levels: the levels are those that --support lists; expected one of the two" \
  direct fit fourier.stats --support=-1,0,1 --levels 5 -o x.direct
