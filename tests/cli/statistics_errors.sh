# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Flags that a map has settled, places to write to, and damaged files.
write_model model.direct
direct prepare train.csv "${integers[@]}" -o map.stats
direct accumulate train.csv --like map.stats -q -o all.stats

# What comes from the map cannot be said again; how a file is written can.
accumulate() { direct accumulate train.csv --like map.stats -o out.stats "$@"; }
for flag in '--target y' '--drop a' '--categorical a' '--weight a' '--missing mean' '--unseen ignore' \
  '--features linear' '--num-features 64' '--feature-bits 8' '--seed 0'; do
  # shellcheck disable=SC2086
  expect_error 2 "${flag%% *}: columns and features come from map.stats; leave it out" accumulate $flag
  # shellcheck disable=SC2086
  expect_error 2 "${flag%% *}: columns and features come from map.stats; leave it out" \
    direct fit train.csv --like map.stats --posterior mean-field -o out.direct $flag
  # shellcheck disable=SC2086
  expect_error 2 "${flag%% *}: columns and features come from all.stats; leave it out" \
    direct fit all.stats --posterior mean-field -o out.direct $flag
done
expect_error 2 '--exposure: columns and features come from map.stats; leave it out' \
  direct fit train.csv --like map.stats -o out.direct --exposure a
expect_error 2 '--like: prepared maps are for Gaussian noise; expected none with --likelihood gamma' \
  direct fit train.csv --like map.stats -o out.direct --likelihood gamma
tr , ';' <train.csv | sed 1d >bare.csv
direct accumulate bare.csv --like map.stats --header no --delimiter ';' -q -o out.stats
expect_same all.stats out.stats
rm out.stats
for flag in '--header yes' '--delimiter ,' '--like map.stats'; do
  # shellcheck disable=SC2086
  expect_error 2 "${flag%% *}: is about data, found statistics all.stats" direct fit all.stats --posterior mean-field -o out.direct $flag
done
expect_error 2 "train.csv holds rows and all.stats statistics: expected one or the other" \
  direct fit all.stats train.csv -o out.direct
expect_error 2 "- holds rows and all.stats statistics: expected one or the other" direct fit - all.stats -o out.direct
expect_error 2 "--feature-bits: expected auto, 8, 12, or 0 for floating point, found 4" \
  direct prepare train.csv --feature-bits 4 -o out.stats

# Outputs.
expect_error 2 "no place for the map: name a file, as in -o map.stats" direct prepare train.csv
expect_error 2 "no place for the statistics: name a file, as in -o all.stats" direct accumulate train.csv
expect_error 2 "no place for the statistics: name a file, as in -o all.stats" direct merge all.stats
expect_error 2 "-o -: expected a file for the statistics, not a pipe" direct merge all.stats -o -
expect_error 2 "map.stats: is an input, not overwritten" direct accumulate train.csv --like map.stats -o map.stats
expect_error 2 "train.csv: is an input, not overwritten" direct prepare train.csv -o train.csv
expect_error 2 "all.stats: is an input, not overwritten" direct fit all.stats -o all.stats
expect_error 2 "nowhere/s.stats: there is no directory nowhere" direct merge all.stats -o nowhere/s.stats
expect_error 2 "STATISTICS is missing; see direct merge --help" direct merge -o s.stats

# Files that are damaged, or of another kind: exit code 4, one line, nothing written.
refused() { # FILE
  local before
  before=$(files)
  for command in "inspect $1" "merge all.stats $1 -o out.stats" "accumulate train.csv --like $1 -o out.stats" \
    "fit train.csv --like $1 -o out.direct"; do
    # shellcheck disable=SC2086
    expect 4 direct $command
    expect_match "$errors" "^direct: $1: [^"$'\n'"]*\$"
    expect_equal "$output" ""
  done
  expect_equal "$(files)" "$before"
}
size=$(stat --format %s all.stats)
for length in 0 7 8 100 $((size / 2)) $((size - 1)); do
  head -c "$length" all.stats >bad.stats
  refused bad.stats
done
for offset in 0 20 $((size / 3)) $((size / 2)) $((size - 100)) $((size - 1)); do
  cp all.stats bad.stats
  byte=$(od --address-radix=n --format=u1 --skip-bytes="$offset" --read-bytes=1 all.stats)
  printf '%b' "\\x$(printf '%02x' $((byte ^ 0x10)))" | dd of=bad.stats bs=1 seek="$offset" conv=notrunc status=none
  refused bad.stats
done
head -c $((size - 1)) all.stats >bad.stats
expect 4 direct fit bad.stats -q -o out.direct
refused train.csv
refused nowhere.stats

# A model is no statistics, and the other way round.
for command in 'merge all.stats model.direct -o out.stats' 'fit model.direct -o out.direct' \
  'accumulate train.csv --like model.direct -o out.stats'; do
  # shellcheck disable=SC2086
  expect 4 direct $command
  expect_match "$errors" '^direct: model.direct: [^'$'\n'']*$'
done
for command in 'predict all.stats train.csv' 'evaluate all.stats train.csv' 'update all.stats train.csv'; do
  # shellcheck disable=SC2086
  expect 4 direct $command
  expect_match "$errors" '^direct: all.stats: [^'$'\n'']*$'
done
