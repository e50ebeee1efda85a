# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# check: the verdict, what it rests on, and what is missing.
write_data train.csv 300
check_keys="companion companion_effective_weights converged effective_weights evidence feature_codes findings importance interval_warnings levels missing \
nonzero_weights saturation schema_version verdict"

# A good model: the verdict comes first, and one sentence says what was looked at.
awk -F, -v OFS=, 'NR > 1 { $3 += NR * 71 % 97 / 24 - 2 } { print }' train.csv >noisy.csv
direct fit noisy.csv --features linear --levels 63 --posterior mean-field -q -o good.direct
expect 0 direct check good.direct
expect_match "$output" '^verdict +good
findings +The fit converged and agrees with full precision on 300 pilot rows'
for name in converged means std_model std_total elbo weights ends 'pareto k'; do
  expect_match "$output" $'\n'"$name "
done
expect_equal "$errors" ""

expect 0 direct check good.direct --json
expect_equal "$(json_keys "$output")" "$check_keys"
expect_equal "$(json_keys "$output" companion)" "mean_difference num_rows std_model_ratio std_total_ratio worst_difference"
expect_equal "$(json_keys "$output" evidence)" "elbo gap_per_row log_evidence"
expect_equal "$(json_keys "$output" saturation)" "mass_at_ends num_saturated prior_mass_at_ends"
expect_equal "$(json_keys "$output" importance)" "num_draws pareto_k"
expect_equal "$(json_value "$output" schema_version)" 1
expect_equal "$(json_value "$output" verdict)" good
expect_equal "$(json_value "$output" converged)" ON # as CMake spells true
expect_equal "$(json_value "$output" companion num_rows)" 300
expect_equal "$(json_value "$output" importance num_draws)" 4000
expect_equal "$(json_value "$output" missing)" "[]"

# The same bytes for any number of threads; the seed moves the draws only.
expect 0 direct check good.direct --threads 1 --json -q
alone=$output
expect 0 direct check good.direct --threads 4 --json
expect_equal "$output" "$alone"
expect 0 direct check good.direct --seed 7 --json
[[ $(json_value "$output" importance pareto_k) != "$(json_value "$alone" importance pareto_k)" ]] || fail "the seed is idle"
expect_equal "$(json_value "$output" evidence elbo)" "$(json_value "$alone" evidence elbo)"

# What the codes of the features cost is shown of integer features, and known of none in floating point.
direct fit train.csv "${small[@]}" -o integer.direct
expect 0 direct check integer.direct
expect_match "$output" $'\ncodes +of features [+-][0-9.]+ nats per row, rmse x [0-9.]+ \\(each of 300 pilot rows predicted from the others'
expect 0 direct check integer.direct --json
expect_equal "$(json_keys "$output" feature_codes)" "nll pilot_rows rmse_ratio"
direct fit train.csv "${small[@]}" --feature-bits 0 -o float.direct
expect 0 direct check float.direct --json
expect_match "$output" '"feature_codes": null'

# A slim model says what it lacks, and no number is made up.
direct fit train.csv "${small[@]}" --slim -o slim.direct
expect 0 direct check slim.direct
expect_match "$output" '^verdict +unknown'
expect_match "$output" $'\nmissing .*the model is slim.*without --slim'
expect 0 direct check slim.direct --json
expect_equal "$(json_keys "$output")" "$check_keys"
for key in companion evidence feature_codes companion_effective_weights importance; do
  expect_match "$output" "\"$key\": null"
done

# Three levels for many rows are too few, and what to do is said.
direct generate sensor --rows 600 --seed 1 -o sensor.csv
direct fit sensor.csv --num-features 40 --levels 3 --support auto -q -o coarse.direct
expect 0 direct check coarse.direct
expect_match "$output" '^WARNING: the levels do not hold all draws .*
verdict +(fair|poor)
findings +The means differ from full precision by .*raise --levels or lower --num-features'
expect_match "$output" $'\nmissing +Importance ratios: most weights are all but certain'

# More features than rows.
write_data few.csv 20
direct fit few.csv --num-features 64 --posterior mean-field -q -o few.direct
expect 0 direct check few.direct
expect_match "$output" 'more features \(64\) than rows \(20\)'
expect_match "$output" 'at most 50 weights, and there are 64'

# Not converged: it is said, and it is no error of this command.
expect 5 direct fit sensor.csv --num-features 40 --posterior mean-field --optimizer lbfgs --max-iterations 2 -q -o early.direct
expect 0 direct check early.direct
expect_match "$output" $'\nconverged +no'
expect_match "$output" 'did not converge .*--max-iterations'

# Degenerate data give numbers, never nan or inf.
awk 'BEGIN { print "a,y"; for (i = 0; i < 30; ++i) print i "," 7 }' >constant.csv
printf 'a,y\n1,2\n' >one.csv
for file in constant one; do
  for features in "fourier --num-features 20" linear given; do
    # shellcheck disable=SC2086
    direct fit $file.csv --features $features -q -o m.direct 2>/dev/null
    expect 0 direct check m.direct
    [[ ! $output =~ [^a-z](nan|inf)[^a-z] ]] || fail "$file, $features: $output"
  done
done

# Wrong files.
direct accumulate train.csv "${small[@]}" -o all.stats
expect_error 4 'all.stats: is not a file of direct model, but of "direct statistics"' direct check all.stats
expect 4 direct check train.csv
expect 4 direct check nothing.direct
expect_error 2 '--seed: expected a whole number, not negative, found "x"' direct check good.direct --seed x
