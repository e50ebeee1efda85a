# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What goes wrong on one rank is said once, ends all ranks with the same exit code, and leaves nothing behind.
direct generate electric --rows 40000 --seed 1 -o all.csv
direct prepare all.csv --num-features 32 --feature-bits 8 -q -o map.stats
for line in 3 20000 40001; do
  sed "${line}s/^[^,]*,[^,]*,/8,oops,/" all.csv >bad.csv
  message="bad.csv:$line:2: expected a number in column \"day_of_year\", found \"oops\""
  expect_ranks 3 3 direct accumulate bad.csv --num-features 32 --feature-bits 8 -o out.stats
  expect_match "$ours" "^direct: ${message}[^"$'\n'"]*\$"
  expect_ranks 3 3 direct accumulate bad.csv --like map.stats -o out.stats
  expect_match "$ours" "^direct: ${message}[^"$'\n'"]*\$"
  expect_ranks 3 2 direct fit all.csv bad.csv --num-features 32 -o out.direct
  expect_match "$ours" "^direct: ${message}[^"$'\n'"]*\$"
done
rm bad.csv
expect_equal "$(files)" $'./all.csv\n./map.stats'

expect_ranks_error 3 "nowhere.csv: cannot be read: No such file or directory" \
  2 direct fit nowhere.csv -q -o out.direct
expect_ranks_error 3 "nowhere.csv: cannot be read: No such file or directory" \
  2 direct accumulate all.csv nowhere.csv -q -o out.stats
expect_ranks_error 2 "nowhere/out.stats: there is no directory nowhere" 2 direct accumulate all.csv -o nowhere/out.stats
expect_ranks_error 2 "unknown option --frobnicate; see direct fit --help" 2 direct fit all.csv --frobnicate
expect_ranks 4 2 direct accumulate all.csv --like all.csv -q -o out.stats
expect_match "$ours" '^direct: all.csv: [^'$'\n'']*$'
expect_equal "$(files)" $'./all.csv\n./map.stats'

# A full disk on rank 0 is everybody's.
expect_ranks 6 2 bash -c 'ulimit -f 1; direct accumulate all.csv --like map.stats -q -o out.stats'
expect_match "$ours" '^direct: out.stats: [^'$'\n'']*$'
expect_equal "$(files)" $'./all.csv\n./map.stats'
