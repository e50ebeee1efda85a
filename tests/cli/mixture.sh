# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Posteriors beyond mean field go through every command, and are the same bytes for any number of threads.
direct generate sensor --rows 300 --seed 1 -o train.csv
direct generate sensor --rows 100 --seed 2 -o test.csv
direct accumulate train.csv --features linear -q -o linear.stats
direct accumulate train.csv --num-features 40 -q -o fourier.stats
number='^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$'

# fit NAME STATISTICS FLAGS...: with both numbers of threads
fit() {
  local name=$1 threads
  shift
  for threads in 1 2; do
    expect 0 direct fit "$@" -q --threads $threads -o "$name$threads.direct" --trace "$name$threads.csv"
  done
  expect_same "${name}1.direct" "${name}2.direct"
  expect_same "${name}1.csv" "${name}2.csv"
}

# through NAME POSTERIOR COMPONENTS: what every command says of the model
through() {
  local model=$1.direct
  cp "${1}1.direct" "$model"
  expect 0 direct inspect "$model" --json
  expect_equal "$(json_value "$output" posterior) $(json_value "$output" num_components)" "$2 $3"
  expect_match "$(json_value "$output" elbo)" "$number"
  expect 0 direct evaluate "$model" test.csv --json
  expect_match "$(json_value "$output" nll)" "$number"
  expect_match "$(json_value "$output" rmse)" "$number"
  expect 0 direct predict "$model" test.csv --interval 0.9
  expect_equal "$(wc -l <<<"$output")" 101
  awk -F, 'NR > 1 && !($5 < $1 && $1 < $6 && $2 >= 0 && $3 > 0) { exit 1 }' <<<"$output" || fail "$1: $output"
  expect_same <(direct predict "$model" test.csv --interval 0.9 --threads 1) <(echo "$output")
  expect 0 direct sample "$model" --count 50 -q
  expect_equal "$(wc -l <<<"$output")" 51
  expect_same <(direct sample "$model" --count 50 -q --threads 1) <(echo "$output")
  expect 0 direct check "$model" --json
  expect_match "$(json_value "$output" verdict)" '^(good|unknown|fair|poor)$'
  expect 0 direct update "$model" test.csv --json
  expect_equal "$(json_value "$output" posterior) $(json_value "$output" num_components)" "$2 $3"
  expect_equal "$(json_value "$output" num_rows)" 400
}

for statistics in linear.stats fourier.stats; do
  fit draws $statistics --levels 255 --posterior draws # so many that the grid holds them
  through draws draws 20
  for entropy in pairwise taylor sampled; do
    fit $entropy $statistics --posterior mixture --entropy $entropy --components 3
    through $entropy mixture 3
    expect 0 direct inspect $entropy.direct
    expect_match "$output" "posterior +mixture of 3, entropy $entropy"
  done
done

# Folds.
for posterior in "draws --components 4" "mixture --components 3 --entropy pairwise"; do
  read -ra posterior <<<"$posterior"
  expect 0 direct cv train.csv --num-features 40 --folds 2 -q --threads 1 --posterior "${posterior[@]}"
  one=$output
  expect 0 direct cv train.csv --num-features 40 --folds 2 -q --threads 2 --posterior "${posterior[@]}"
  expect_equal "$output" "$one"
  [[ $output != *nan* && $output != *inf* ]] || fail "cv: $output"
done

# What is said of draws. A grid that holds none of them leaves mean field, and says so.
six=(--posterior draws --components 6)
expect 0 direct fit fourier.stats --levels 255 "${six[@]}" -o m.direct
expect_match "$errors" 'posterior +6 deviations about a centre, 8 bits \(255 levels\), expected to cost [0-9.e-]+ nats'
expect 0 direct inspect m.direct
expect_match "$output" 'posterior +6 deviations about a centre'
expect 0 direct fit fourier.stats --levels 255 "${six[@]}" -o m.direct --json
fates=0
for fate in kept refined replaced; do fates=$((fates + $(json_value "$output" draws $fate))); done
expect_equal "$fates" 6
expect_match "$(json_value "$output" draws distortions 5)" "$number"
expect 0 direct fit fourier.stats --levels 255 "${six[@]}" --seed 1 -q -o other.direct
! cmp --silent m.direct other.direct || fail "--seed 1 gave the same draws as --seed 0"
expect 0 direct fit fourier.stats --levels 3 --support auto "${six[@]}" -o m.direct
expect_match "$errors" '0 as rounded, 0 refined, 6 replaced by mean field.*note: 6 of 6 draws do not fit'
direct fit fourier.stats --levels 3 --support auto -q -o mean_field.direct
expect_same <(direct predict m.direct test.csv) <(direct predict mean_field.direct test.csv)

# One component is mean field, whatever it is called.
direct fit fourier.stats --posterior mean-field -q -o mean_field.direct
expect 0 direct fit fourier.stats --posterior mixture --components 1 --entropy exact -q -o one.direct
paste -d, <(direct predict one.direct test.csv) <(direct predict mean_field.direct test.csv) |
  awk -F, 'NR > 1 && !(($1 - $5) ^ 2 < 1e-6 * $8 ^ 2) { exit 1 }' || fail "one component is not mean field"

# Mixture priors, with both kinds of posterior; the responsibilities are probabilities.
for bound in jensen responsibility sampled; do
  for posterior in mean-field mixture draws; do
    fit prior linear.stats --prior-mixture 0.7:1,0.3:0.2 --prior-bound $bound --posterior $posterior
    expect 0 direct inspect prior1.direct --json
    expect_match "$(json_value "$output" elbo)" "$number"
    expect_equal "$(json_value "$output" posterior)" "$posterior"
    awk -v a="$(json_value "$output" prior_mixture responsibilities 0)" \
      -v b="$(json_value "$output" prior_mixture responsibilities 1)" \
      'BEGIN { exit !(a >= 0 && b >= 0 && (a + b - 1) ^ 2 < 1e-20) }' || fail "$bound: $output"
    awk -v a="$(json_value "$output" prior_mixture scales 0)" -v b="$(json_value "$output" prior_mixture scales 1)" \
      'BEGIN { exit !((b / a - 0.2) ^ 2 < 1e-20) }' || fail "$bound: $output"
  done
done
cp prior1.direct prior.direct
expect 0 direct update prior.direct test.csv --json
expect_match "$(json_value "$output" prior_responsibilities 1)" "$number"
expect 0 direct inspect prior.direct
expect_match "$output" 'mixture +scale [0-9.e-]+ with probability 0.700, [01]\.[0-9]{3} by the posterior'
expect 0 direct evaluate prior.direct test.csv
