# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# calibrate: scales in the model, used by intervals until they are declined or the model changes.
write_data train.csv 60
write_data test.csv 400
# Held-out targets that are far noisier than what the model has learned.
awk -F, -v OFS=, 'NR == 1 { print; next } { print $1, $2, $3 + (NR % 2 ? 1 : -1) * NR / 100 }' test.csv >held_out.csv
direct fit train.csv --num-features 16 -o m.direct -q
cp m.direct plain.direct

expect 0 direct calibrate m.direct held_out.csv -o calibrated.direct
expect_match "$errors" "^calibrated on 400 rows"
expect_equal "$output" ""
cmp m.direct plain.direct
expect 0 direct inspect calibrated.direct
expect_match "$output" "calibrated  on 400 rows; an interval at 0.9 is mean -\\+ "
expect 0 direct calibrate m.direct held_out.csv --json
expect_equal "$(json_keys "$output")" "interval_warnings max_level num_rows scales schema_version trained_on_these_rows"
expect_equal "$(json_value "$output" num_rows)" 400
expect_equal "$(json_value "$output" max_level)" 0.997
cmp m.direct calibrated.direct # replaced in place, the same bytes

# Intervals use the scale; quantiles, mean and std stay.
expect 0 direct predict m.direct test.csv --interval 0.9 --quantiles 0.5
expect_equal "$errors" "direct: note: the intervals are calibrated on 400 held-out rows"
direct predict plain.direct test.csv --interval 0.9 --quantiles 0.5 >exact.csv
direct predict m.direct test.csv --interval 0.9 --quantiles 0.5 --no-calibration 2>notes.txt | cmp - exact.csv
expect_equal "$(<notes.txt)" ""
paste -d, exact.csv - <<<"$output" | awk -F, 'NR > 1 {
  if ($1 != $8 || $4 != $11 || $7 != $14 || $13 - $12 <= $6 - $5) exit 1
}' || fail "calibration changed more than the interval, or did not widen it"
scale=$(json_value "$(direct inspect m.direct --json)" calibration scales 0.9)
awk -F, -v scale="$scale" 'NR > 1 { d = ($6 - $1) / $4 / scale; if (d < 0.999999 || d > 1.000001) exit 1 }' <<<"$output" ||
  fail "the interval is not mean -+ scale * std_total"

# On rows like the held-out ones the intervals hold at least their share.
expect 0 direct evaluate m.direct held_out.csv --json
expect_equal "$(json_value "$output" calibrated 0.95)" ON
for level in 0.5 0.9 0.95; do
  awk -v level=$level -v found="$(json_value "$output" coverage $level)" 'BEGIN { exit !(found >= level && found < level + 0.01) }' ||
    fail "coverage at $level"
done
expect 0 direct evaluate m.direct held_out.csv --json --no-calibration
expect_equal "$(json_value "$output" calibrated 0.95)" OFF

# Rows that the model was trained on are no held-out rows; a few that are the same are nothing unusual.
expect 0 direct calibrate plain.direct train.csv -o wrong.direct
expect_match "$errors" '^WARNING: the intervals are calibrated on rows that the model was trained on'
expect 0 direct predict wrong.direct held_out.csv --interval 0.9
expect_match "$errors" '^WARNING: the intervals are calibrated on rows'
expect 0 direct predict wrong.direct held_out.csv --interval 0.9 --no-calibration
[[ $errors != *WARNING* ]] || fail "without the calibration there is nothing to warn of: $errors"
expect 0 direct evaluate wrong.direct held_out.csv
expect_match "$output" '^WARNING: the intervals are calibrated on rows'
head -n 12 train.csv >some.csv
expect 0 direct calibrate plain.direct some.csv -o wrong.direct
expect_match "$errors" '^WARNING: the intervals are calibrated on rows'
expect 0 direct calibrate plain.direct train.csv -o wrong.direct --json -q
expect_equal "$(json_value "$output" trained_on_these_rows)" ON
{ cat held_out.csv && sed -n 2,9p train.csv; } >nearly.csv
expect 0 direct calibrate plain.direct nearly.csv -o nearly.direct
[[ $errors != *WARNING* ]] || fail "a few rows in common: $errors"

# A slim model can be calibrated; an update ends it.
direct fit train.csv --num-features 16 --slim -o slim.direct -q
expect 0 direct calibrate slim.direct held_out.csv -q
expect_equal "$errors" ""
expect 0 direct predict slim.direct test.csv --interval 0.5
expect 0 direct update m.direct train.csv
expect_match "$errors" "the calibration was that of the old model and is gone"
expect_equal "$(json_value "$(direct inspect m.direct --json)" calibration)" ""

expect_error 2 "interval: a calibration on 400 rows reaches up to level 0.997, found 0.999; --no-calibration has no such limit" \
  direct predict calibrated.direct test.csv --interval 0.999
expect_error 2 "--shortest: the intervals of a calibrated model are central; add --no-calibration" \
  direct predict calibrated.direct test.csv --interval 0.9 --shortest

# Few rows reach less far: what is beyond stays as it was, and says so.
head -n 11 held_out.csv >few.csv
expect 0 direct calibrate plain.direct few.csv -o few.direct
expect_match "$errors" "^calibrated on 10 rows, for levels up to 0.909"
expect 0 direct evaluate few.direct test.csv
expect_match "$errors" "warning: intervals beyond a level of 0.909 are not calibrated: there were only 10 held-out rows"
expect_match "$output" "interval  0.9  covers [^ ]*, width [^ ]*, winkler [^ ]*, calibrated"
expect_match "$output" "interval  0.95 covers [^ ]*, width [^ ]*, winkler [0-9.e+]*, not calibrated: too few held-out rows for this level"$'\n'"pinball"
expect 0 direct inspect few.direct

cut -d, -f1,2 test.csv >inputs.csv
expect_error 3 'inputs.csv: column "y" is missing; found: a, b' direct calibrate plain.direct inputs.csv
expect_error 2 "DATA is missing; see direct calibrate --help" direct calibrate plain.direct
expect_error 2 "held_out.csv: is an input, not overwritten" direct calibrate plain.direct held_out.csv -o held_out.csv
expect_error 4 "train.csv: is damaged or of another kind: it does not start like one" direct calibrate train.csv held_out.csv
