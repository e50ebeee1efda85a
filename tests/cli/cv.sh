# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Folds: random, or from a file of masks; each learns for itself, and the leakage of --shared is said.
write_data train.csv 30
expect 0 direct cv train.csv --num-features 32 --folds 3
expect_equal "$(wc -l <<<"$output")" 7 # header, three folds, mean, std, bits
expect_equal "$errors" ""
own=$output
expect 0 direct cv train.csv --num-features 32 --folds 3 --per-fold -q
expect_equal "$output" "$own"
expect 0 direct cv train.csv --num-features 32 --folds 3 --shared -q
expect_match "$output" $'\nnote: --shared: scaling, features and hyperparameters were learned on all rows, the test rows of each fold included'
expect 0 direct cv train.csv --num-features 32 --folds 3 --shared --json
expect_match "$(json_value "$output" leakage)" '^--shared: .* somewhat optimistic$'
expect 0 direct cv train.csv --num-features 32 --folds 3 --json
expect_equal "$(json_value "$output" leakage)" ""
expect_error 2 "--per-fold excludes --shared; see direct cv --help" direct cv train.csv --per-fold --shared

awk 'BEGIN { for (i = 0; i < 30; ++i) print (i % 2 == 0) "," (i % 2 == 1) }' >masks.csv
expect 0 direct cv train.csv --num-features 32 --fold-masks masks.csv --json
expect_equal "$(json_value "$output" folds 0 num_rows)" 15
expect_equal "$(json_value "$output" num_folds)" 2

# A row may be tested twice only where every fold learns for itself.
awk 'BEGIN { for (i = 0; i < 30; ++i) print (i % 2 == 0) "," (i % 3 == 0) }' >overlap.csv
expect 3 direct cv train.csv --num-features 32 --fold-masks overlap.csv --shared
expect_match "$errors" '^direct: overlap.csv: .*without --shared'
expect 0 direct cv train.csv --num-features 32 --fold-masks overlap.csv -q

head -n 20 masks.csv >short.csv
expect 3 direct cv train.csv --num-features 32 --fold-masks short.csv
expect_match "$errors" '^direct: short.csv: has 20 rows; the data have 30'
expect 2 direct cv train.csv --num-features 32 --folds 31
expect_match "$errors" '^direct: expected between 2 and 30 folds'
expect 2 direct cv train.csv --num-features 32 --folds 1

# Classes are stratified: few rows of one give every fold its own. Whatever has no number is shown as -.
awk 'BEGIN { print "a,y"; for (i = 0; i < 60; ++i) print i * 7 % 13 "," (i < 4 ? "yes" : "no") }' >classes.csv
classes=(direct cv classes.csv --likelihood bernoulli --features linear)
expect 0 "${classes[@]}" --folds 4
[[ $output != *nan* && $output != *-$'\n'* ]] || fail "a score is missing: $output"
expect_equal "$errors" ""
stratified=$output
expect 0 "${classes[@]}" --folds 4 --threads 1
expect_equal "$output" "$stratified"
expect 0 "${classes[@]}" --folds 6
[[ $output != *nan* ]] || fail "nan: $output"
expect_equal "$errors" "direct: warning: 2 of 6 folds have test rows of one class alone, so they have no auc; auc is the mean over the others"
expect 0 "${classes[@]}" --folds 6 --json
[[ $output != *NaN* && $output != *nan* ]] || fail "nan: $output"
expect_match "$(json_value "$output" mean auc)" '^[01]\.'
awk 'BEGIN { for (i = 0; i < 30; ++i) print (i < 10) }' >one.csv
expect 0 direct cv train.csv --features linear --fold-masks one.csv
[[ $output != *nan* ]] || fail "nan: $output"
