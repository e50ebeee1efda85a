# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Folds: random, or from a file of masks; the leakage of the shared feature map is said.
write_data train.csv 30
expect 0 direct cv train.csv --num-features 32 --folds 3
expect_equal "$(wc -l <<<"$output")" 6 # header, three folds, mean, std
expect_match "$errors" '^direct: note: .*shared by all folds.*--per-fold'
expect 0 direct cv train.csv --num-features 32 --folds 3 --per-fold -q
expect_equal "$errors" ""

awk 'BEGIN { for (i = 0; i < 30; ++i) print (i % 2 == 0) "," (i % 2 == 1) }' >masks.csv
expect 0 direct cv train.csv --num-features 32 --fold-masks masks.csv --json
expect_equal "$(json_value "$output" folds 0 num_rows)" 15
expect_equal "$(json_value "$output" num_folds)" 2

# A row may be tested twice only where every fold learns for itself.
awk 'BEGIN { for (i = 0; i < 30; ++i) print (i % 2 == 0) "," (i % 3 == 0) }' >overlap.csv
expect 3 direct cv train.csv --num-features 32 --fold-masks overlap.csv
expect_match "$errors" '^direct: overlap.csv: .*--per-fold'
expect 0 direct cv train.csv --num-features 32 --fold-masks overlap.csv --per-fold -q

head -n 20 masks.csv >short.csv
expect 3 direct cv train.csv --num-features 32 --fold-masks short.csv
expect_match "$errors" '^direct: short.csv: has 20 rows; the data have 30'
expect 2 direct cv train.csv --num-features 32 --folds 31
expect_match "$errors" '^direct: expected between 2 and 30 folds'
expect 2 direct cv train.csv --num-features 32 --folds 1
