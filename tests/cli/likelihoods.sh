# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Classes, counts and positive numbers through every command that knows them; and what is refused.
number='^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$'

# z = 0.4 + a - b; as if u, from 0 to 1, were random.
write_rows() { # FILE ROWS
  awk -v rows="$2" 'BEGIN {
    print "a,b,years,label,count,cost"
    for (i = 0; i < rows; ++i) {
      a = i * 37 % 101 / 50 - 1; b = i * 53 % 89 / 44 - 1; u = (i * 71 % 97 + 0.5) / 97; years = 1 + i % 3
      z = 0.4 + a - b; p = exp(-years * exp(z)); sum = p; count = 0
      while (u > sum && count < 100) { ++count; p *= years * exp(z) / count; sum += p }
      printf "%.6f,%.6f,%d,%s,%d,%.6f\n", a, b, years, (u < 1 / (1 + exp(-z)) ? "yes" : "no"), count, exp(z) * (0.5 + u)
    }
  }' >"$1"
}
write_rows train.csv 400
write_rows test.csv 90
classes=(--target label --drop "count,cost,years" --likelihood bernoulli)
counts=(--target count --drop "label,cost" --likelihood poisson --exposure years)
costs=(--target cost --drop "label,count,years" --likelihood gamma)

# Every kind of posterior, the same bytes for any number of threads.
for posterior in draws mean-field mixture; do
  for threads in 1 2; do
    flags=(--features linear --posterior "$posterior" --threads "$threads" -q)
    expect 0 direct fit train.csv "${classes[@]}" "${flags[@]}" -o "classes$threads.direct"
    expect 0 direct fit train.csv "${counts[@]}" "${flags[@]}" -o "counts$threads.direct"
    expect 0 direct fit train.csv "${costs[@]}" "${flags[@]}" -o "costs$threads.direct"
  done
  for kind in classes counts costs; do expect_same ${kind}1.direct ${kind}2.direct; done
  expect 0 direct evaluate classes1.direct test.csv --json
  awk -v found="$(json_value "$output" log_loss)" 'BEGIN { exit !(found > 0.3 && found < 0.65) }' || fail "log loss $output"
done
for bound in taylor tilted quadratic; do
  expect 0 direct fit train.csv "${classes[@]}" --features linear --posterior mean-field --bound $bound --json -o bound.direct
  expect_equal "$(json_value "$output" likelihood)" bernoulli
  expect_match "$(json_value "$output" elbo)" "$number"
done
for optimizer in auto best lbfgs adam; do
  expect 0 direct fit train.csv "${counts[@]}" --features linear --posterior mean-field --optimizer $optimizer -q -o optimizer.direct
done

# Fourier features, and the report.
expect 0 direct fit train.csv "${classes[@]}" --num-features 40 -o classes.direct
expect_match "$errors" 'classes +"no" and "yes" of label, bound quadratic'
expect 0 direct fit train.csv "${counts[@]}" --num-features 40 -o counts.direct
expect_match "$errors" 'counts +of count in proportion to years'
expect 0 direct fit train.csv "${costs[@]}" --num-features 40 -o costs.direct
expect_match "$errors" 'dispersion [0-9.]+: the standard deviation of cost is'

# Predictions.
expect 0 direct predict classes.direct test.csv
expect_equal "$(head -n 1 <<<"$output")" "probability,class,entropy,logit_mean,logit_std"
expect_equal "$(wc -l <<<"$output")" 91
tail -n +2 <<<"$output" | awk -F, '{ if (!($1 > 0 && $1 < 1 && $2 == ($1 > 0.5 ? "yes" : "no") && $3 >= 0 && $3 <= 0.6932 && $5 > 0)) exit 1 }' ||
  fail "probabilities: $output"
expect 0 direct predict classes.direct test.csv --interval 0.9 --density
expect_equal "$(head -n 1 <<<"$output")" "probability,class,entropy,logit_mean,logit_std,lower,upper,log_probability"
tail -n +2 <<<"$output" | awk -F, '{ if (!($6 <= $7 && $6 > 0 && $7 < 1 && $8 < 0)) exit 1 }' || fail "intervals: $output"
for kind in counts costs; do
  expect 0 direct predict $kind.direct test.csv --interval 0.9 --quantiles 0.25,0.75 --density
  expect_equal "$(head -n 1 <<<"$output")" "mean,std_model,std_noise,std_total,lower,upper,q0.25,q0.75,log_probability,cdf"
  tail -n +2 <<<"$output" | awk -F, '{ if (!($1 > 0 && $2 > 0 && $3 > 0 && $5 <= $7 && $7 <= $8 && $8 <= $6 && $10 >= 0 && $10 <= 1)) exit 1 }' ||
    fail "$kind: $output"
  expect 0 direct predict $kind.direct test.csv --samples 3
  expect_equal "$(head -n 1 <<<"$output")" "mean,std_model,std_noise,std_total,sample_0,sample_1,sample_2"
done

# Scores.
expect 0 direct evaluate classes.direct test.csv --json
for key in log_loss brier accuracy auc calibration_error sparsity; do expect_match "$(json_value "$output" $key)" "$number"; done
expect_equal "$(json_keys "$output" calibration 0)" "lower mean_probability num_rows share upper"
expect_equal "$(json_value "$output" likelihood)" bernoulli
for kind in counts costs; do
  expect 0 direct evaluate $kind.direct test.csv --json
  for key in rmse mae nll deviance; do expect_match "$(json_value "$output" $key)" "$number"; done
  expect_equal "$(json_keys "$output" coverage)" "0.5 0.9 0.95"
  expect 0 direct evaluate $kind.direct test.csv
  expect_match "$output" "deviance"
done
expect 0 direct cv train.csv "${classes[@]}" --features linear --folds 3 --json
expect_match "$(json_value "$output" mean log_loss)" "$number"
expect 0 direct cv train.csv "${counts[@]}" --features linear --folds 3 --per-fold
expect_match "$output" "deviance"

expect 0 direct inspect classes.direct
expect_match "$output" '"no" and "yes"'
expect 0 direct inspect costs.direct
expect_match "$output" dispersion
expect 0 direct sample counts.direct --count 4 -q -o draws.safetensors
expect 0 direct predict counts.direct test.csv --samples draws.safetensors

# Labels may be numbers or truth values.
awk -F, 'NR == 1 { print "a,b,y" } NR > 1 { print $1 "," $2 "," ($4 == "yes" ? "true" : "false") }' train.csv >truth.csv
awk -F, 'NR == 1 { print "a,b,y" } NR > 1 { print $1 "," $2 "," ($4 == "yes" ? 1 : -1) }' train.csv >signs.csv
expect 0 direct fit truth.csv --likelihood bernoulli --features linear -o truth.direct
expect_match "$errors" '"false" and "true"'
expect 0 direct fit signs.csv --likelihood bernoulli --features linear -o signs.direct
expect_match "$errors" '"-1" and "1"'

# Bad targets.
printf 'a,y\n1,no\n2,yes\n3,maybe\n' >three.csv
expect 3 direct fit three.csv --likelihood bernoulli -o bad.direct
expect_match "$errors" '^direct: three.csv:4:2: .*third class.*maybe'
printf 'a,y\n1,no\n2,no\n' >one.csv
expect 3 direct fit one.csv --likelihood bernoulli -o bad.direct
expect_match "$errors" 'one.csv.*"no"'
printf 'a,y\n1,2\n2,-1\n' >negative.csv
expect 3 direct fit negative.csv --likelihood poisson -o bad.direct
expect_match "$errors" '^direct: negative.csv:3:2: .*count'
printf 'a,y\n1,2\n2,1.5\n' >fraction.csv
expect 3 direct fit fraction.csv --likelihood poisson -o bad.direct
expect_match "$errors" '^direct: fraction.csv:3:2: .*count'
for cost in 0 -1; do
  printf 'a,y\n1,2\n2,%s\n' "$cost" >cost.csv
  expect 3 direct fit cost.csv --likelihood gamma -o bad.direct
  expect_match "$errors" '^direct: cost.csv:3:2: .*positive'
done
[[ ! -e bad.direct ]] || fail "a model of bad targets"

# What these models do not have.
direct generate sensor --rows 50 --seed 1 -o sensor.csv
direct accumulate sensor.csv --features linear -q -o sensor.stats
expect 2 direct fit sensor.stats --likelihood poisson -o bad.direct
for command in calibrate check update; do
  arguments=(classes.direct)
  [[ $command == check ]] || arguments+=(test.csv)
  expect 2 direct $command "${arguments[@]}"
  expect_match "$errors" 'gaussian|Gaussian'
done
for flag in --moments "--interval 0.9 --shortest" "--quantiles 0.5"; do
  # shellcheck disable=SC2086
  expect 2 direct predict classes.direct test.csv $flag
done
expect 2 direct fit train.csv "${counts[@]}" --noise 1 -o bad.direct
expect 2 direct fit train.csv "${counts[@]}" --optimizer ascent --posterior mean-field -o bad.direct
