# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The CSV of predict: columns, units, pipes, files.
write_model m.direct
write_data new.csv 2500 # several blocks
cut -d, -f1,2 new.csv >inputs.csv

expect 0 direct predict m.direct new.csv
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total
expect_equal "$(wc -l <<<"$output")" 2501
expect 0 direct predict m.direct new.csv --interval 0.9
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total,lower,upper
awk -F, 'NR > 1 {
  if ($4 < $2 || $4 < $3 || !($5 < $1 && $1 < $6)) exit 1
  width = ($6 - $5) / $4 / 2 / 1.6448536; if (width < 0.95 || width > 1.05) exit 1
}' <<<"$output" || fail "the columns do not agree with each other"

# Every column, in its order. The interval is that of its quantiles; the shortest is no longer.
expect 0 direct predict m.direct new.csv --interval 0.9 --quantiles 0.05,0.5 --quantiles 0.95 --moments --density --samples 2
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total,skewness,excess_kurtosis,lower,upper,\
q0.05,q0.5,q0.95,log_density,cdf,sample_0,sample_1
expect_equal "$errors" ""
awk -F, 'function apart(a, b) { return a - b > 1e-9 || b - a > 1e-9 }
  NR > 1 { if (apart($7, $9) || apart($8, $11) || !($9 < $10 && $10 < $11) || $13 < 0 || $13 > 1) exit 1 }' <<<"$output" ||
  fail "the quantiles do not agree with the interval"
expect 0 direct predict m.direct new.csv --interval 0.9 --shortest
paste -d, <(direct predict m.direct new.csv --interval 0.9) - <<<"$output" |
  awk -F, 'NR > 1 { if ($12 - $11 > ($6 - $5) * 1.000001) exit 1 }' || fail "a shortest interval is longer"
# Predictions of draws: the same from a file of direct sample with the same seed, for any number of threads.
direct sample m.direct --count 3 --seed 7 -o draws.safetensors -q
direct predict m.direct new.csv --samples 3 --seed 7 --threads 1 >from_count.csv
direct predict m.direct new.csv --samples draws.safetensors >from_file.csv
cmp from_count.csv from_file.csv
direct predict m.direct new.csv --interval 0.9 --threads 1 >one.csv
direct predict m.direct new.csv --interval 0.9 --threads 2 | cmp - one.csv

# The model is y = 2 a - b + 1.
paste -d, <(cut -d, -f3 new.csv) <(direct predict m.direct new.csv | cut -d, -f1) |
  awk -F, 'NR > 1 { d = $1 - $2; sum += d * d } END { exit !(sqrt(sum / (NR - 1)) < 0.1) }' || fail "bad predictions"

# A reader that leaves early is no error.
expect_equal "$(direct predict m.direct new.csv 2>errors.txt | head -n 1)" mean,std_model,std_noise,std_total
expect_equal "$(<errors.txt)" ""

# -o writes the same bytes; the target column and the order of columns do not matter; an extra column is a warning.
direct predict m.direct new.csv >stdout.csv
direct predict m.direct new.csv -o file.csv
cmp stdout.csv file.csv
awk -F, -v OFS=, '{ print $2, NR == 1 ? "extra" : 7, $1 }' new.csv >shuffled.csv
expect 0 direct predict m.direct shuffled.csv -o file.csv
cmp stdout.csv file.csv
expect_match "$errors" '^direct: warning: .*"extra"'
expect 0 direct predict m.direct shuffled.csv -o file.csv -q
expect_equal "$errors" ""

for level in 90 0 1 -0.5 1e-12 nan; do
  for flag in interval quantiles; do
    expect_error 2 "--$flag: expected a number between 0 and 1 (1e-9 away from both at least), found $level" \
      direct predict m.direct new.csv "--$flag=$level"
  done
done
expect_error 2 '--quantiles: expected a number, found "median"' direct predict m.direct new.csv --quantiles 0.1,median
expect_error 2 "--shortest: which interval? give its level, as in --interval 0.9" \
  direct predict m.direct new.csv --shortest
expect_error 2 "--samples: expected at least 1 draw, found 0" direct predict m.direct new.csv --samples 0
expect_error 2 '--samples: expected a number of draws or a file of them, found "1.5"' direct predict m.direct new.csv --samples 1.5
expect_error 2 '--interval: expected a number, found ""' direct predict m.direct new.csv --interval ""
direct fit new.csv --num-features 16 --seed 5 -o other.direct -q
direct fit new.csv --num-features 16 --seed 6 -o another.direct -q
direct sample other.direct --count 2 -o other.safetensors -q
expect_error 4 "other.safetensors: the draws are from another model than another.direct" \
  direct predict another.direct new.csv --samples other.safetensors

# Glitches: targets any number of deviations away have a log density.
printf 'a,b,y\n1,2,1\n1,2,9999\n1,2,-1e9\n1,2,1e100\n1,2,-1e300\n' >glitches.csv
expect 0 direct predict m.direct glitches.csv --density
awk -F, 'NR > 1 { if ($5 !~ /^-?[0-9.e+-]+$/ || $6 < 0 || $6 > 1 || (NR > 2 && $5 > -20)) exit 1 }' <<<"$output" ||
  fail "a log density of a far target is not one"
expect 0 direct evaluate m.direct glitches.csv --json
[[ $output != *null* ]] || fail "a score of far targets is not finite"
expect_error 3 'inputs.csv: column "y" is missing; found: a, b' direct predict m.direct inputs.csv --density
expect_error 4 "m.direct: is not a file of direct draws, but of \"direct model\"" \
  direct predict m.direct new.csv --samples m.direct
expect_error 2 '--interval: expected a number, found "high"' direct predict m.direct new.csv --interval high
expect_error 2 "m.direct: is an input, not overwritten" direct predict m.direct new.csv -o m.direct
expect_error 2 "nowhere/p.csv: there is no directory nowhere" direct predict m.direct new.csv -o nowhere/p.csv
