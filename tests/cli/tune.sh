# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A grid of models, cross-validated: a table or an object, the same bytes for any number of threads.
direct generate sensor --rows 300 --seed 1 -o train.csv
tune() {
  # shellcheck disable=SC2054
  local features=(--try-features 16,32)
  [[ " $* " != *" --try-features "* ]] || features=()
  direct tune train.csv --target gas_ppm "${features[@]}" "$@"
}

expect 0 tune
# Three levels are too few for some of these points, which says so first.
expect_match "$output" '^WARNING: the intervals of [0-9]+ of 18 points, marked with !, cannot be trusted'
expect_match "$output" ' !'
output=$(tail -n +2 <<<"$output")
expect_equal "$(wc -l <<<"$output")" 23 # header, 2 x 3 x 3 points, two that are named, full precision, and whose flags these are
expect_match "$output" '^features +levels +target +active +bytes +zeros +zero codes +rmse +\+- +nll +in 0\.9'
expect_match "$output" $'\nleast nll: --num-features (16|32) --levels (3|7|15)( --target-sparsity 0\\.[59])?\n'
expect_match "$output" $'\nfull precision there, on float features: rmse [0-9.]+, nll [0-9.]+; codes of weights cost [+-][0-9.]+ nats per row, of features [+-][0-9.]+\n'
expect_match "$output" $'\nsmallest within 2 % of the least rmse: --num-features (16|32) --levels [0-9]+'
expect_match "$output" ' \*'
expect_equal "$errors" ""
expect_equal "$(tail -n +2 <<<"$output" | head -n 18 | awk '{ print $5 }')" \
  "$(tail -n +2 <<<"$output" | head -n 18 | awk '{ print $5 }' | sort -n)"
table=$output
for threads in 1 2 4; do
  expect 0 tune -q --threads $threads
  expect_equal "$(tail -n +2 <<<"$output")" "$table"
  expect_equal "$errors" ""
done

# The flags that it names are those of direct fit.
flags=$(sed -n 's/^least nll: //p' <<<"$table")
# shellcheck disable=SC2086
expect 0 direct fit train.csv --target gas_ppm $flags -q -o best.direct

expect 0 tune --try-levels 15,3 --try-sparsity 0.5 --folds 2 --json
expect_equal "$(json_keys "$output")" "best folds full_precision leakage notes num_rows points schema_version seconds"
expect_equal "$(json_keys "$output" points 3)" "bytes codes converged coverage coverage_std frontier levels nll nll_std \
num_active_features num_features rmse rmse_std seconds sparsity target_sparsity trusted zero_codes"
expect_equal "$(json_keys "$output" points 3 codes)" "features weights"
expect_equal "$(json_keys "$output" full_precision 1)" "integer_nll integer_rmse nll num_features rmse"
expect_equal "$(json_keys "$output" best)" "nll smallest"
expect_equal "$(json_keys "$output" best nll)" "flags levels num_features target_sparsity"
expect_equal "$(json_keys "$output" seconds)" "features fit hyperparameters read statistics total"
expect_equal "$(json_value "$output" num_rows) $(json_value "$output" folds)" "300 2"
expect_equal "$(json_value "$output" points 0 num_features) $(json_value "$output" points 0 levels)" "16 3"
expect_equal "$(json_value "$output" points 0 num_active_features)" 8 # half of 16
expect_equal "$(json_value "$output" points 0 bytes)" 96              # 20 draws of 8 weights of 2 bits, and 7 for each centre, shift and step
expect_equal "$(json_value "$output" points 0 target_sparsity)" 0.5
# The smallest is on every frontier.
expect_equal "$(json_value "$output" points 0 frontier)" ON

# A point of all features is what cv says of it.
expect 0 direct cv train.csv --target gas_ppm --num-features 32 --levels 7 --folds 3 -q --json
rmse=$(json_value "$output" rmse)
expect 0 tune --try-levels 7 --try-sparsity 0 --try-features 32 -q --json
expect_equal "$(json_value "$output" points 0 rmse)" "$rmse"

expect 0 direct cv train.csv --target gas_ppm --num-features 32 --levels 7 --folds 3 --shared -q --json
rmse=$(json_value "$output" rmse)
expect 0 tune --try-levels 7 --try-sparsity 0 --try-features 32 --shared -q --json
expect_equal "$(json_value "$output" points 0 rmse)" "$rmse"
expect_match "$(json_value "$output" leakage)" '^--shared: '
expect 0 tune --try-levels 7 --try-sparsity 0 --shared -q
expect_match "$output" $'\nnote: --shared: .* somewhat optimistic$'

# Other features, posteriors, supports and masks.
expect 0 tune --feature-bits 0 --try-features 6 --try-levels 3 --try-sparsity 0 -q
expect 0 direct tune train.csv --target gas_ppm --features linear --posterior mean-field --support auto -q
expect_match "$output" $'\nleast nll: --levels '
expect 0 tune --support learned --try-levels 4 --try-sparsity 0,0.5 -q
awk 'BEGIN { for (i = 0; i < 300; ++i) print (i % 2 == 0) "," (i % 2 == 1) }' >masks.csv
expect 0 tune --fold-masks masks.csv --try-levels 3 --try-sparsity 0 -q --json
expect_equal "$(json_value "$output" folds)" 2

# What makes no sense is said before any data are read.
for flag in "--levels 3" "--bits 4"; do
  # shellcheck disable=SC2086
  expect_error 2 "${flag% *}: is what tune varies; expected --try-levels" tune $flag
done
expect_error 2 "--num-features: is what tune varies; expected --try-features" tune --num-features 32
expect_error 2 "--target-sparsity: is what tune varies; expected --try-sparsity" tune --target-sparsity 0.5
expect_error 2 "--max-active-features: is what tune varies; expected --try-sparsity" tune --max-active-features 8
for flag in "--likelihood gamma" "--bound taylor"; do
  # shellcheck disable=SC2086
  expect_error 2 "${flag% *}: tune compares models of gaussian likelihood only; direct cv scores others" tune $flag
done
expect_error 2 "--folds excludes --fold-masks; see direct tune --help" tune --folds 3 --fold-masks masks.csv
expect_error 2 "--per-fold excludes --shared; see direct tune --help" tune --per-fold --shared
expect_error 2 '--try-levels: expected a whole number, not negative, found ""' tune --try-levels 3,
expect_error 2 '--try-levels: expected 3 to 65535, found 1' tune --try-levels 1,3
expect_error 2 '--try-features: expected multiples of 4, found 18' tune --try-features 16,18
expect_error 2 '--try-features: only Fourier and trained features can be more or fewer; expected --features fourier or trained' \
  tune --features linear
expect_error 2 '--try-sparsity: expected a number from 0, which asks for nothing, to below 1, found 1' \
  tune --try-sparsity 0,1
expect_error 2 '--try-sparsity: codes of a learned grid are deviations from centres that are not zero; expected another --support, or --posterior draws' \
  direct tune missing.csv --support learned --posterior mean-field --try-sparsity 0,0.5
expect_error 2 '--try-levels: --support -1,0,1 has 3 levels; expected no others, found 7' tune --support=-1,0,1
expect 2 tune --folds 301
expect_match "$errors" '^direct: expected between 2 and 300 folds'

# Trained features are others for each number of them.
expect 0 tune -q --features trained --try-features 4,6 --try-levels 15 --try-sparsity 0 --folds 2
expect_equal "$(sed -n '2,3p' <<<"$output" | awk '{ print $1, $2 }' | sort)" $'4 15\n6 15'
expect_match "$output" $'\nleast nll: --num-features [46] --levels 15\n'

# Within a budget it is models on a chip, and the last line makes the best of them.
expect 0 direct tune train.csv --target gas_ppm --flash 4KB --features trained --try-features 4 --try-levels 15 --folds 2 -q
expect_match "$output" '^features +number +levels +deviations +encoding +flash +ram +instructions +rmse +nll +in 0\.9'
expect_match "$output" $'\n +trained +4 +15 +[48] [a-z, ]+ [1-3][0-9]{3} '
commands=$(tail -n 1 <<<"$output")
expect_match "$commands" '^direct fit train\.csv --target gas_ppm --features trained --num-features 4 --levels 15 -o model\.direct && direct export model\.direct --draws [48] --optimize (size|balance|speed) --chip cortex-m3 -o model\.h$'
expect 0 bash -c "$commands"
[[ -s model.h ]] || fail "the commands of tune make no header"
expect 2 direct tune train.csv --target gas_ppm --flash 100 --features trained --try-features 4 --try-levels 15 --folds 2
expect_match "$errors" '^direct: no model is within the budget: the smallest takes [0-9]+ bytes of flash'
expect_error 2 '--flash: expected a size such as 900, 4KB or 4KiB, found "4 KB"' tune --flash "4 KB"
expect_error 2 '--chip: is that of a budget; expected --flash, --ram or --instructions, too' tune --chip avr
expect_error 2 '--try-sparsity: a budget has no use for it; leave it out' tune --flash 4KB --try-sparsity 0

# The help has no flag that it would refuse.
expect 0 direct tune --help
expect_match "$output" '--try-levels N,\.\.\. .*\[3,7,15\]'
expect_match "$output" '--try-features N,\.\.\. .*\[auto, a half, a quarter, an eighth\]'
expect_match "$output" '--try-sparsity N,\.\.\. .*\[0,0\.5,0\.9\]'
for flag in --levels --bits --num-features --target-sparsity --max-active-features --likelihood --bound --exposure; do
  [[ $output != *"  $flag "* ]] || fail "the help of tune offers $flag"
done
