# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Networks with quadratic activations, through all commands.

# y = (a + b / 2)^2 - b + something that looks like noise
write_squares() { # FILE ROWS
  awk -v rows="$2" 'BEGIN {
    print "a,b,y"
    for (i = 0; i < rows; ++i) {
      a = i * 37 % 101 / 50 - 1; b = i * 53 % 89 / 44 - 1; noise = i * 71 % 97 / 960 - 0.05
      printf "%.6f,%.6f,%.6f\n", a, b, (a + b / 2) ^ 2 - b + noise
    }
  }' >"$1"
}
write_squares train.csv 300
write_squares test.csv 100
network=(--model network --hidden 2)

# A network finds what a linear model cannot.
expect 0 direct fit train.csv "${network[@]}" -o m.direct
expect_match "$errors" 'm.direct: 300 rows, network 2-2-1 of 9 weights, 15 levels'
rmse() {
  expect 0 direct evaluate "$1" test.csv --json
  json_value "$output" rmse
}
direct fit train.csv --features linear -q -o linear.direct
awk -v a="$(rmse m.direct)" -v b="$(rmse linear.direct)" 'BEGIN { exit !(a < 0.5 * b) }' || fail "no better than a line"

# What the commands say of it.
expect 0 direct evaluate m.direct test.csv
expect_match "$output" 'yardstick .* with a polynomial of full precision'
expect 0 direct inspect m.direct
expect_match "$output" 'model +network 2-2-1 of 9 weights'
expect_match "$output" 'features +6 products of up to 2 of 2 inputs'
expect 0 direct inspect m.direct --json
expect_equal "$(json_value "$output" model)" network
expect_equal "$(json_value "$output" hidden)" '[ 2 ]'
expect_equal "$(json_value "$output" num_features)" 9
expect 0 direct predict m.direct test.csv --interval 0.9 --quantiles 0.1,0.5 --moments --density --samples 3
expect_equal "$(head -n 1 <<<"$output")" \
  mean,std_model,std_noise,std_total,skewness,excess_kurtosis,lower,upper,q0.1,q0.5,log_density,cdf,sample_0,sample_1,sample_2
expect_equal "$(wc -l <<<"$output")" 101
[[ $output != *nan* && $output != *inf* ]] || fail "$output"
expect 0 direct sample m.direct --count 5 -q -o draws.safetensors
expect 0 direct predict m.direct test.csv --samples draws.safetensors
expect 0 direct cv train.csv "${network[@]}" --folds 2 --json -q
expect_match "$(json_keys "$output")" 'rmse'
expect 0 direct calibrate m.direct test.csv -q
expect 0 direct predict m.direct test.csv --interval 0.9
expect 0 direct fit train.csv "${network[@]}" --slim -q -o slim.direct
expect 0 direct evaluate slim.direct test.csv

# Posteriors, supports and priors.
expect 0 direct accumulate train.csv "${network[@]}" -q -o one.stats
for options in "--posterior mixture --components 2" "--support=-1:1 --levels 5" "--support pow2" "--support=-1,0,1" \
  "--prior laplace" "--prior spike-slab" "--prior uniform" "--prior-scale 0.5" "--prior-mixture 0.5:1,0.5:0.5" \
  "--noise 0.01" "--optimizer lbfgs" "--optimizer ascent"; do
  read -ra options <<<"$options"
  expect 0 direct fit one.stats --model network --hidden 1 "${options[@]}" -q -o o.direct
  expect 0 direct evaluate o.direct test.csv
done
expect 0 direct fit train.csv --model network --hidden 1 --features given -q -o o.direct
for i in {1..5}; do echo "-1,0,$i"; done >levels.txt
expect 0 direct fit one.stats --model network --hidden 1 --support @levels.txt -q -o o.direct

# Several hidden layers.
expect 0 direct fit train.csv --model network --hidden 2,1 -q -o deep.direct
expect 0 direct evaluate deep.direct test.csv
expect 0 direct predict deep.direct test.csv --interval 0.9
expect_error 2 "--moments: networks of several hidden layers have mean and std only; leave it out" \
  direct predict deep.direct test.csv --moments

# Statistics: of parts, for any width, updated, and the same for any number of threads.
expect 0 direct prepare train.csv "${network[@]}" -q -o map.stats
expect 0 direct accumulate train.csv --like map.stats -q -o like.stats
expect_same one.stats like.stats
expect 0 direct accumulate test.csv --like map.stats -q -o two.stats
expect 0 direct merge one.stats two.stats -q -o both.stats
expect 0 direct inspect both.stats
expect_match "$output" 'features +6 products of up to 2 of 2 inputs'
expect 0 direct fit both.stats --model network --hidden 3 -q -o both.direct
expect 0 direct update m.direct test.csv -q -o more.direct
expect 0 direct inspect more.direct --json
expect_equal "$(json_value "$output" num_rows)" 400
for threads in 1 2; do direct fit one.stats "${network[@]}" --threads $threads -q -o "t$threads.direct"; done
expect_same t1.direct t2.direct
expect_error 2 "--model: the statistics are those of a network; expected --model network and --hidden" \
  direct fit one.stats -o x.direct
expect_match "$(direct fit one.stats --model network --hidden 2,2 -o x.direct 2>&1)" 'hidden layers as they were made for, which is 1; found 2'
direct accumulate train.csv --num-features 8 -q -o fourier.stats
expect_error 2 "--model network: the statistics are those of a linear model; expected ones made with --model network" \
  direct fit fourier.stats "${network[@]}" -o x.direct

# What a network cannot do.
fit=(direct fit train.csv -o x.direct --model network)
for hidden in 0 -1 2,0 '2,' x; do
  expect_error 2 "--hidden: expected the neurons of each hidden layer, from 1, as in 8 or 8,4; found \"$hidden\"" \
    "${fit[@]}" "--hidden=$hidden"
done
expect_error 2 "--hidden: a network has hidden layers; expected their widths, as in 8 or 8,4" "${fit[@]}"
expect_error 2 "--hidden: is that of a network; expected --model network" direct fit train.csv --hidden 2 -o x.direct
expect_error 2 "--hidden: expected at most 6 layers, found 7" "${fit[@]}" --hidden 1,1,1,1,1,1,1
expect_error 2 "--model network: is for Gaussian noise; expected --likelihood gaussian" \
  "${fit[@]}" --hidden 2 --likelihood poisson
expect_error 2 "--model network: sees the inputs themselves; expected --features linear (standardised) or given" \
  "${fit[@]}" --hidden 2 --features fourier
expect_error 2 "--num-features: is that of Fourier features, which a network has none of; leave it out" \
  "${fit[@]}" --hidden 2 --num-features 10
expect_error 2 "--model network: has fixed levels; expected another --support than learned" \
  "${fit[@]}" --hidden 2 --support learned
expect_error 2 "--model network: has no full-precision posterior to draw from; expected --posterior mean-field or mixture" \
  "${fit[@]}" --hidden 2 --posterior draws
expect_error 2 "--memory: is that of a network; expected --model network" direct fit train.csv --memory 1GB -o x.direct
expect_error 2 "--memory: expected a size from 1MB to 1000TB such as 500MB or 4GB, found \"lots\"" \
  "${fit[@]}" --hidden 2 --memory lots
expect 6 "${fit[@]}" --hidden 32,32
expect_match "$errors" '^direct: a network of 2-32-32-1 has up to [0-9.e+]+ terms and would take .*; --memory allows 4.0 GB$'
expect_error 2 "check: is for linear models; found a network" direct check m.direct
expect_error 2 "tune: is for linear models; found a network" direct tune train.csv "${network[@]}"
expect_error 2 "--hidden: columns and features come from map.stats; leave it out" \
  direct accumulate train.csv --like map.stats --hidden 2 -o x.stats
