# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Help and version go to stdout and are no error.
expect 0 direct --help
for command in fit predict evaluate sample cv tune calibrate check export prepare accumulate merge update inspect generate; do
  expect_match "$output" "  $command "
done
for command in fit predict evaluate sample cv tune calibrate check export prepare accumulate merge update inspect generate; do
  expect 0 direct "$command" --help
  expect_match "$output" "^[A-Z].*Usage: direct $command .*Examples:"
  expect_equal "$errors" ""
done

# Defaults come from the option structs.
expect 0 direct fit --help
expect_match "$output" '--levels auto\|N +levels of each weight: as many as the uncertainty needs.*\[auto\]'
expect_match "$output" '--num-features auto\|N .*\[auto\]'
expect_match "$output" '--tolerance NATS .*\[1e-06\]'
expect_match "$output" '--posterior mean-field\|mixture\|draws.*\[draws\]'
expect_match "$output" '--components N .*\[1, 5 or 20\]'
expect_match "$output" '--entropy exact\|taylor\|pairwise\|sampled.*\[pairwise\]'
expect_match "$output" '--prior-mixture none\|WEIGHT:FACTOR,\.\.\..*\[none\]'
expect_match "$output" '--prior-bound jensen\|responsibility\|sampled.*\[responsibility\]'
expect_match "$output" '--max-active-features all\|auto\|K.*\[all\]'
expect_match "$output" '--target-sparsity S.*\[0\]'
expect_match "$output" '--likelihood gaussian\|bernoulli\|.*\[gaussian\]'
expect_match "$output" '--bound taylor\|tilted\|quadratic.*\[quadratic\]'
expect_match "$output" '--exposure COLUMN '
expect 0 direct sample --help
expect_match "$output" '--count S +how many draws \[20\]'
expect 0 direct export --help
expect_match "$output" '--draws S .*\[8\]'
expect_match "$output" '--interval LEVEL .*\[0\.9\]'
expect_match "$output" '--encoding auto\|lists\|gap\|dense\|code.*\[auto\]'
expect_match "$output" '--optimize balance\|size\|speed.*\[balance\]'
expect_match "$output" '--chip avr\|cortex-m0\|cortex-m3\|cortex-m4\|rv32.*\[cortex-m3\]'
for command in predict evaluate; do
  expect 0 direct $command --help
  expect_match "$output" '--integer '
  expect_match "$output" '--draws S .*\[8\]'
done

expect 0 direct --version
expect_match "$output" '^direct [0-9]+\.[0-9]+\.[0-9]+$'
expect 0 direct --version --json
expect_equal "$(json_keys "$output")" "schema_version version"
