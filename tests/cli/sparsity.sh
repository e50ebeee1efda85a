# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Zeros that were asked for, by any way to ask, go through every command, and are the same bytes for any number of
# threads.
direct generate sensor --rows 300 --seed 1 -o train.csv
direct generate sensor --rows 100 --seed 2 -o test.csv
direct accumulate train.csv --num-features 60 -q -o fourier.stats
number='^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$'

# sparse NAME FLAGS...: the model, and what the commands say of it
sparse() {
  local name=$1 key
  shift
  for threads in 1 2; do
    expect 0 direct fit fourier.stats "$@" --json --threads "$threads" -o "$name$threads.direct"
  done
  expect_same "${name}1.direct" "${name}2.direct"
  expect_equal "$(json_keys "$output" price)" "elbo nll rmse"
  for key in elbo nll rmse; do expect_match "$(json_value "$output" price $key)" "$number"; done
  expect_equal "$(json_value "$output" num_features)" 60
  active=$(json_value "$output" num_active_features) zeros=$(json_value "$output" sparsity)
  expect 0 direct inspect "${name}1.direct" --json
  expect_equal "$(json_value "$output" num_active_features)" "$active"
  expect 0 direct inspect "${name}1.direct"
  expect_match "$output" "active +$active of 60 features"
  expect 0 direct evaluate "${name}1.direct" test.csv --json
  expect_equal "$(json_value "$output" num_active_features)" "$active"
  expect_match "$(json_value "$output" rmse)" "$number"
  expect_match "$(json_value "$output" yardstick rmse)" "$number"
  expect 0 direct predict "${name}1.direct" test.csv --interval 0.9
  expect_equal "$(wc -l <<<"$output")" 101
  expect 0 direct check "${name}1.direct" --json
  expect 0 direct sample "${name}1.direct" --count 4 -q
  expect 0 direct update "${name}2.direct" test.csv --json
  expect_equal "$(json_keys "$output" price)" "elbo nll rmse"
}

# active LEAST MOST, zeros LEAST
active() { [[ $active -ge $1 && $active -le $2 ]] || fail "$active active features, expected $1 to $2"; }
zeros() { awk -v found="$zeros" -v least="$1" 'BEGIN { exit !(found >= least) }' || fail "$zeros zeros, expected $1"; }

for posterior in mean-field mixture draws; do
  sparse some --posterior $posterior --max-active-features 20
  active 2 20
  zeros 0.666
  sparse auto --posterior $posterior --max-active-features auto
  active 2 60
  for target in 0.4 0.8; do
    sparse target --support auto --posterior $posterior --target-sparsity $target
    zeros $target
  done
done

# Fourier features come in pairs, of which there is at least one; more than all is all.
sparse pair --max-active-features 1
active 1 2
sparse three --max-active-features 3
active 1 2
sparse many --max-active-features 1000
expect 0 direct fit fourier.stats --json -o plain.direct
expect_equal "$(json_value "$output" sparsity)" "$zeros"

# What the report says.
expect 0 direct fit fourier.stats --max-active-features 20 -o m.direct
expect_match "$errors" 'active +[0-9]+ of 60 features'
expect_match "$errors" 'note: 20 of 60 features are active'
expect_match "$errors" 'note: the zeros cost, on the training rows: elbo [-+].*, rmse [-+].*, nll [-+].* per row'
expect 0 direct fit fourier.stats --support auto --posterior mean-field --target-sparsity 0.8 -o m.direct
expect_match "$errors" 'note: a spike at zero of odds exp\(.*\) leaves [0-9.]+ % of the weights zero, of 80 % asked for'
expect 0 direct inspect m.direct --json
expect_equal "$(json_value "$output" prior)" spike-slab

# What makes no sense is said before any data are read.
fit() { direct fit train.csv -o x.direct "$@"; }
for text in 0 -3 1.5 some; do
  expect_error 2 "--max-active-features: expected all, auto or a whole number from 1, found \"$text\"" \
    fit --max-active-features="$text"
done
expect_error 2 '--target-sparsity: expected a number from 0, which asks for nothing, to below 1, found 1' \
  fit --target-sparsity 1
expect_error 2 '--target-sparsity: decides by itself how many weights are zero; expected no --max-active-features' \
  fit --target-sparsity 0.5 --max-active-features 10
expect_error 2 '--max-active-features: zero is not a level of each weight; expected it in --support, found 15 levels of 1:2' \
  fit --max-active-features 10 --support 1:2
expect_error 2 '--target-sparsity: codes of a learned grid are deviations from centres that are not zero; expected another --support, or --posterior draws' \
  fit --target-sparsity 0.5 --support learned --posterior mean-field
expect_error 2 '--target-sparsity: the prior becomes a spike at zero and a Gaussian slab; expected --prior gaussian or spike-slab, or --posterior draws' \
  fit --target-sparsity 0.5 --support auto --prior laplace --posterior mean-field
