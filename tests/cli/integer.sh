# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What the chip will say, from the host: predict --integer and evaluate --integer.
direct generate sensor --rows 2000 --seed 1 -o train.csv
direct generate sensor --rows 1500 --seed 2 -o test.csv # several blocks
direct fit train.csv "${integers[@]}" -o m.direct

# Columns, in units of the target.
expect 0 direct predict m.direct test.csv --integer
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total,saturated
expect_equal "$(wc -l <<<"$output")" 1501
expect_equal "$errors" ""
expect 0 direct predict m.direct test.csv --integer --interval 0.9 --quantiles 0.05,0.5 --quantiles 0.95
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total,lower,upper,q0.05,q0.5,q0.95,saturated
awk -F, 'function apart(a, b, by) { return a - b > by || b - a > by }
  NR > 1 {
    if (apart($4 ^ 2, $2 ^ 2 + $3 ^ 2, 1e-3 * $4 ^ 2) || $10 != 0) exit 1
    if (apart($6 - $1, $1 - $5, 1e-9) || ($6 - $5) / $4 / 2 < 1.6447 || ($6 - $5) / $4 / 2 > 1.8597) exit 1
    if (!($7 < $8 && $8 < $9) || apart($5, $7, 0.01 * $4) || apart($6, $9, 0.01 * $4) || apart($1, $8, 0.001 * $4)) exit 1
  }' <<<"$output" || fail "the columns do not agree with each other"

# Near to what the model says in full, of every kind that a chip can hold. On a grid without centres the mean is that of
# the draws, which are few.
compare() { # MODEL DRAWS SHARE: mean and std_total differ by less than a share of std_total, as root mean squares
  paste -d, <(direct predict "$1" test.csv) <(direct predict "$1" test.csv --integer --draws "$2" -q) |
    awk -F, -v share="$3" 'NR > 1 { mean += (($1 - $5) / $4) ^ 2; std += ($8 / $4 - 1) ^ 2 }
      END { n = NR - 1; if (!(sqrt(mean / n) < share && sqrt(std / n) < share)) { print sqrt(mean / n), sqrt(std / n); exit 1 } }' ||
    fail "$1: the chip says something else"
}
compare m.direct 20 0.05
compare m.direct 8 0.1
direct fit train.csv --features linear -q -o linear.direct
compare linear.direct 20 0.002
direct fit train.csv --features linear --levels 3 -q -o ternary.direct
compare ternary.direct 20 0.002
direct fit train.csv --features given --drop site -q -o given.direct
compare given.direct 20 0.002
for support in auto pow2 learned learned-shared; do
  direct fit train.csv "${integers[@]}" --support $support --posterior mean-field -o mean-field.direct
  compare mean-field.direct 64 0.1
done
direct fit train.csv "${integers[@]}" --support auto --posterior mixture --components 2 -o mixture.direct
compare mixture.direct 64 0.1

# Scores: the same table, nearly the same numbers.
without_numbers() { sed 's/[0-9.+-]*[0-9]/N/g'; }
expect_same <(direct evaluate m.direct test.csv | without_numbers) \
  <(direct evaluate m.direct test.csv --integer | without_numbers)
expect 0 direct evaluate m.direct test.csv --json
keys=$(json_keys "$output") rmse=$(json_value "$output" rmse) nll=$(json_value "$output" nll)
expect 0 direct evaluate m.direct test.csv --integer --draws 20 --json
expect_equal "$(json_keys "$output" | tr ' ' '\n' | grep -vx 'integer\|num_draws' | tr '\n' ' ')" "$keys "
expect_equal "$(json_value "$output" integer) $(json_value "$output" num_draws)" "ON 20"
awk -v a="$rmse" -v b="$(json_value "$output" rmse)" -v c="$nll" -v d="$(json_value "$output" nll)" \
  'BEGIN { exit !(b < 1.01 * a && d < c + 0.03) }' || fail "the chip is worse: $output"

# Integers: value = integer / 2^bits, and what the draws say makes mean and std.
expect 0 direct export m.direct --no-measure -o m.h --json
bits=$(json_value "$output" output_bits)
expect 0 direct predict m.direct test.csv --integer --raw
codes=code_0,code_1,code_2,code_3,code_4,code_5,code_6,code_7
expect_equal "$(head -n 1 <<<"$output")" $codes,mean,std_model,std_total,"flags$(printf ',draw_%d' {0..15})"
[[ $(tail -n +2 <<<"$output") != *.* ]] || fail "no integers: $output"
paste -d, - <(direct predict m.direct test.csv --integer) <<<"$output" | awk -F, -v unit="$(awk -v b="$bits" 'BEGIN { print 2 ^ b }')" '
  function apart(a, b, by) { return a - b > by || b - a > by }
  NR > 1 {
    if ($12 != 0 || $33 != 0) exit 1
    if (apart($9 / unit, $29, 1e-9) || apart($10 / unit, $30, 1e-9) || apart($11 / unit, $32, 1e-9)) exit 1
    for (s = 13; s <= 28; s += 2) if ($s + $(s + 1) != 2 * $9) exit 1
    squares = 0; for (s = 13; s <= 28; ++s) squares += ($s - $9) ^ 2
    if (apart(sqrt(squares / 16), $10, 2 + 0.001 * $10)) exit 1
  }' || fail "the integers are not what predict says"
expect_equal "$(direct predict m.direct test.csv --integer --raw --draws 1 | head -n 1)" \
  $codes,mean,std_model,std_total,flags,draw_0,draw_1

# The same for any number of threads, and with -o; samples of a posterior that is no set of draws depend on the seed.
for command in "predict m.direct test.csv --integer --quantiles 0.5" "predict m.direct test.csv --integer --raw" \
  "evaluate m.direct test.csv --integer --json"; do
  for threads in 1 2 2000000000; do
    # shellcheck disable=SC2086
    direct $command --threads $threads >"t$threads.txt"
  done
  expect_same t1.txt t2.txt
  expect_same t1.txt t2000000000.txt
done
direct predict m.direct test.csv --integer -o file.csv
expect_same file.csv <(direct predict m.direct test.csv --integer)
expect_same <(direct predict m.direct test.csv --integer) <(direct predict m.direct test.csv --integer --seed 5)
for command in "predict mean-field.direct test.csv --integer --raw" "evaluate mean-field.direct test.csv --integer"; do
  # shellcheck disable=SC2086
  ! cmp --silent <(direct $command) <(direct $command --seed 1) || fail "--seed 1 gave what --seed 0 gives: $command"
done

# Beyond the range of the training rows.
awk -F, -v OFS=, 'NR == 3 { $1 = 1e9 } NR == 4 { $2 = -1e300 } NR <= 4' test.csv >far.csv
expect 0 direct predict m.direct far.csv --integer
expect_equal "$(cut -d, -f5 <<<"$output" | tr '\n' ' ')" "saturated 0 1 1 "
expect_match "$errors" '^direct: warning: 2 of 3 rows have an input beyond the range of the chip'
expect 0 direct predict m.direct far.csv --integer --raw -q
expect_equal "$errors" ""
expect_equal "$(cut -d, -f12 <<<"$output" | tr '\n' ' ')" "flags 0 1 1 "
raw=$output
expect 0 direct export m.direct --no-measure -o m.h --json
expect_equal "$(sed -n 3p <<<"$raw" | cut -d, -f1) $(sed -n 4p <<<"$raw" | cut -d, -f2)" \
  "$(json_value "$output" inputs 0 most_code) $(json_value "$output" inputs 1 least_code)"

# Calibrated intervals, and without.
direct calibrate m.direct test.csv -o calibrated.direct -q
expect 0 direct inspect calibrated.direct --json
scale=$(json_value "$output" calibration scales 0.9)
expect 0 direct predict calibrated.direct test.csv --integer --interval 0.9
expect_equal "$(head -n 1 <<<"$errors")" "direct: note: the intervals are calibrated on 1500 held-out rows"
expect_match "$errors" "warning: the interval was calibrated with the whole posterior, and may hold less with 8 deviations"
awk -F, -v scale="$scale" 'NR > 1 { d = ($6 - $5) / 2 / $4 / scale - 1; if (d > 1e-3 || d < -1e-3) exit 1 }' <<<"$output" ||
  fail "not the calibrated interval"
expect_same <(direct predict calibrated.direct test.csv --integer --interval 0.9 --no-calibration) \
  <(direct predict m.direct test.csv --integer --interval 0.9)
expect 0 direct evaluate calibrated.direct test.csv --integer --json
expect_equal "$(json_value "$output" calibrated 0.9)" ON
expect_same <(direct evaluate calibrated.direct test.csv --integer --no-calibration) \
  <(direct evaluate m.direct test.csv --integer)
head -n 5 test.csv >few.csv
direct calibrate m.direct few.csv -o few.direct -q
expect 0 direct predict few.direct test.csv --integer
expect 0 direct evaluate few.direct test.csv --integer
expect_error 2 "interval: a calibration on 4 rows reaches up to level 0.8, found 0.9; --no-calibration has no such limit" \
  direct predict few.direct test.csv --integer --interval 0.9

# What there is not.
chip=(direct predict m.direct test.csv --integer)
expect_error 2 "--moments: a chip has mean and std only; leave out --moments or --integer" "${chip[@]}" --moments
expect_error 2 "--density: a chip sees no targets; expected direct evaluate --integer, which scores densities" \
  "${chip[@]}" --density
expect_error 2 "--shortest: the interval of a chip is mean -+ scale * std_total; leave it out" \
  "${chip[@]}" --interval 0.9 --shortest
expect_error 2 "--samples: the draws of a chip are in its header; expected --integer --raw, which prints them" \
  "${chip[@]}" --samples 3
for flag in "--interval 0.9" "--quantiles 0.5"; do
  read -ra words <<<"$flag"
  expect_error 2 "--raw: prints codes, mean, std and draws as integers; leave out ${words[0]}" "${chip[@]}" --raw "${words[@]}"
done
for p in 1e-06 0.999999; do
  expect_error 2 "--quantiles: a chip counts in 1/65536; expected 0.00002 to 0.99998, found $p" "${chip[@]}" --quantiles $p
done
for flag in "--raw" "--draws 4"; do
  read -ra words <<<"$flag"
  expect_error 2 "${words[0]}: is that of --integer; expected both" direct predict m.direct test.csv "${words[@]}"
done
for flag in "--seed 1" "--draws 4"; do
  read -ra words <<<"$flag"
  expect_error 2 "${words[0]}: is that of --integer; expected both" direct evaluate m.direct test.csv "${words[@]}"
done
for command in predict evaluate; do
  expect_error 2 "expected 1 to 64 draws, found 0" direct $command m.direct test.csv --integer --draws 0
  expect_error 2 "expected 1 to 64 draws, found 65" direct $command m.direct test.csv --integer --draws 65
  expect_error 2 "the posterior is an ensemble of 20 deviations, found 21: export fewer, or fit with --components 21" \
    direct $command m.direct test.csv --integer --draws 21
  expect_error 2 '--draws: expected a whole number, not negative, found "few"' \
    direct $command m.direct test.csv --integer --draws few
done
