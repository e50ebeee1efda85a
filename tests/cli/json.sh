# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The keys of --json are a promise: later versions may add some, none goes away.
write_data train.csv 40

expect 0 direct fit train.csv --num-features 32 -o m.direct --json
expect_equal "$errors" ""
expect_equal "$(json_keys "$output" | tr ' ' '\n' | sort | tr '\n' ' ')" "converged elbo gradient_norm \
hyperparameters iterations notes num_components num_features num_levels num_rows peak_memory_bytes schema_version \
seconds sparsity start stop_reason zero_codes "
# A key of an object inside: string(JSON) lists the keys of an object in its own order.
expect_equal "$(json_keys "$output" hyperparameters)" "noise prior_scale protocol"
expect_equal "$(json_keys "$output" seconds)" "features fit hyperparameters read statistics total"
expect_equal "$(json_value "$output" schema_version)" 1
expect_equal "$(json_value "$output" converged)" ON # as CMake spells true
expect_equal "$(json_value "$output" num_rows)" 40
expect_equal "$(json_value "$output" num_features)" 32
expect_equal "$(json_value "$output" num_levels)" 15
expect_equal "$(json_value "$output" hyperparameters protocol)" evidence

expect 0 direct evaluate m.direct train.csv --json
expect_equal "$(json_keys "$output")" "coverage mae nll num_rows rmse schema_version sparsity yardstick"
expect_equal "$(json_keys "$output" coverage)" "0.5 0.9 0.95"
expect_equal "$(json_keys "$output" yardstick)" "nll rmse"

expect 0 direct cv train.csv --num-features 32 --folds 4 --json
expect_equal "$(json_keys "$output")" "converged coverage folds mae mean nll notes num_folds num_rows rmse \
schema_version seconds sparsity std yardstick"
expect_equal "$(json_keys "$output" folds 3)" "converged coverage elbo iterations mae nll num_rows rmse seconds \
sparsity stop_reason yardstick"
for part in mean std; do
  expect_equal "$(json_keys "$output" $part)" "coverage mae nll rmse sparsity yardstick"
done
expect_equal "$(json_value "$output" rmse)" "$(json_value "$output" mean rmse)"

expect 0 direct inspect m.direct --json
expect_equal "$(json_keys "$output")" "converged elbo features hyperparameters iterations noise num_components \
num_features num_levels num_rows prior schema schema_version seed sparsity statistics stop_reason support \
target_mean target_scale zero_codes"
expect_equal "$(json_value "$output" schema target)" y
expect_equal "$(json_value "$output" schema columns 0 name)" a
expect_equal "$(json_keys "$output" noise)" "probabilities variances"
