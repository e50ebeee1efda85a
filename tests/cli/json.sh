# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The keys of --json are a promise: later versions may add some, none goes away.
write_data train.csv 40

expect 0 direct fit train.csv --num-features 32 --posterior mean-field -o m.direct --json
expect_equal "$errors" ""
expect_equal "$(json_keys "$output" | tr ' ' '\n' | sort | tr '\n' ' ')" "classes converged elbo exact \
feature_bits gradient_norm hidden hyperparameters interval_warnings iterations law levels likelihood model notes num_active_features num_components num_features num_levels num_rows peak_memory_bytes posterior \
schema_version seconds sparsity start stop_reason zero_codes "
# A key of an object inside: string(JSON) lists the keys of an object in its own order.
expect_equal "$(json_keys "$output" hyperparameters)" "noise prior_scale protocol"
expect_equal "$(json_keys "$output" seconds)" "features fit hyperparameters read statistics total"
expect_equal "$(json_value "$output" schema_version)" 1
expect_equal "$(json_value "$output" converged)" ON # as CMake spells true
expect_equal "$(json_value "$output" num_rows)" 40
expect_equal "$(json_value "$output" num_features)" 32
expect_equal "$(json_value "$output" num_levels)" 15
expect_equal "$(json_value "$output" hyperparameters protocol)" evidence
expect_equal "$(json_value "$output" posterior)" mean-field

expect 0 direct evaluate m.direct train.csv --json
expect_equal "$(json_keys "$output")" "calibrated codes coverage crps interval_warnings levels mae nll num_active_features num_rows pinball pit_histogram reliability \
rmse schema_version sparsity width winkler yardstick"
for key in calibrated coverage width winkler; do expect_equal "$(json_keys "$output" $key)" "0.5 0.9 0.95"; done
expect_equal "$(json_keys "$output" pinball)" "0.05 0.25 0.5 0.75 0.95"
expect_equal "$(json_keys "$output" reliability 9)" "coverage level"
expect_equal "$(json_keys "$output" yardstick)" "crps nll rmse"
expect_equal "$(json_keys "$output" codes)" "features weights"
expect_equal "$(json_keys "$output" codes weights)" "nll rmse_ratio"
expect_equal "$(json_keys "$output" codes features)" "nll pilot_rows rmse_ratio"
expect_equal "$(json_value "$output" codes features pilot_rows)" 40

expect 0 direct cv train.csv --num-features 32 --folds 4 --json
expect_equal "$(json_keys "$output")" "calibrated converged coverage crps folds interval_warnings leakage mae mean nll notes num_folds num_rows \
pinball pit_histogram reliability rmse schema_version seconds sparsity std warnings width winkler yardstick"
expect_equal "$(json_keys "$output" folds 3)" "calibrated converged coverage crps elbo interval_warnings iterations levels mae nll num_rows pinball \
pit_histogram reliability rmse seconds sparsity stop_reason width winkler yardstick"
for part in mean std; do
  expect_equal "$(json_keys "$output" $part)" "calibrated coverage crps mae nll pinball pit_histogram reliability rmse \
sparsity width winkler yardstick"
done
expect_equal "$(json_value "$output" rmse)" "$(json_value "$output" mean rmse)"

expect 0 direct inspect m.direct --json
expect_equal "$(json_keys "$output")" "calibration classes converged elbo entropy exact feature_bits features hidden hyperparameters \
interval_warnings iterations kind law learned levels likelihood metric model noise num_active_features num_components num_features num_levels num_rows posterior prior prior_mixture schema schema_version seed shared_levels sparsity spike statistics stop_reason support \
target_mean target_scale zero_codes"
expect_equal "$(json_value "$output" schema target)" y
expect_equal "$(json_value "$output" schema columns 0 name)" a
expect_equal "$(json_keys "$output" noise)" "probabilities variances"
expect_equal "$(json_value "$output" kind)" model
expect_equal "$(json_value "$output" feature_bits)" 12
expect_match "$output" '"entropy": null'
expect_match "$output" '"prior_mixture": null'

# What only some posteriors and priors have.
expect 0 direct fit train.csv --num-features 32 --levels 255 --posterior draws --components 4 \
  --prior-mixture 0.5:1,0.5:0.3 -o d.direct --json
expect_equal "$(json_value "$output" posterior) $(json_value "$output" num_components)" "draws 4"
expect_equal "$(json_keys "$output" draws)" "distortions kept refined replaced"
expect_match "$(json_value "$output" draws distortions 3)" '^[0-9]'
expect_match "$(json_value "$output" prior_responsibilities 1)" '^[0-9]'
expect 0 direct inspect d.direct --json
expect_equal "$(json_value "$output" posterior) $(json_value "$output" num_components)" "draws 4"
expect_equal "$(json_keys "$output" prior_mixture)" "probabilities responsibilities scales"
expect_equal "$(json_value "$output" prior_mixture probabilities 1)" 0.5

statistics_keys="degree exact feature_bits notes num_features num_rows peak_memory_bytes schema_version seconds"
statistics() { # NUM_ROWS: what $output says of statistics
  expect_equal "$errors" ""
  expect_equal "$(json_keys "$output")" "$statistics_keys"
  expect_equal "$(json_keys "$output" seconds)" "features fit hyperparameters read statistics total"
  expect_equal "$(json_value "$output" num_rows)" "$1"
  expect_equal "$(json_value "$output" num_features)" 32
  expect_equal "$(json_value "$output" feature_bits)" 8
  expect_equal "$(json_value "$output" exact)" ON
}
expect 0 direct prepare train.csv --num-features 32 --feature-bits 8 -o map.stats --json
statistics 0
expect 0 direct accumulate train.csv --like map.stats -o all.stats --json
statistics 40
expect 0 direct merge all.stats all.stats map.stats -o twice.stats --json
statistics 80

expect 0 direct fit all.stats -o m.direct --json
fit_keys=$(json_keys "$output")
expect_equal "$(json_value "$output" exact)" ON
expect 0 direct update m.direct train.csv --json
expect_equal "$(json_keys "$output")" "$fit_keys"
expect_equal "$(json_value "$output" num_rows)" 80
expect_match "$output" '"num_rows": 80,'
expect 0 direct fit all.stats --slim -o m.direct --json
expect_match "$output" '"exact": null'

expect 0 direct inspect all.stats --json
expect_equal "$(json_keys "$output")" "degree exact feature_bits features kind num_features num_rows pilot schema \
schema_version target_mean target_scale"
expect_equal "$(json_value "$output" kind)" statistics
expect_equal "$(json_value "$output" schema target)" y
expect_equal "$(json_keys "$output" pilot)" "noise prior_scale"
