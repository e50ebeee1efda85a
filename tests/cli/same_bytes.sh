# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The same seed gives the same bytes, for any number of threads; another seed gives others.
write_data train.csv 300
for threads in 1 2 4 2000000000; do
  direct fit train.csv --num-features 64 -q --threads $threads -o "m$threads.direct" --trace "t$threads.csv"
  direct predict m1.direct train.csv --interval 0.9 --threads $threads >"p$threads.csv"
  direct cv train.csv --num-features 32 --folds 3 -q --threads $threads >"c$threads.txt"
  direct evaluate m1.direct train.csv --threads $threads --json >"e$threads.json"
done
for threads in 2 4 2000000000; do
  cmp m1.direct "m$threads.direct"
  cmp t1.csv "t$threads.csv"
  cmp p1.csv "p$threads.csv"
  cmp c1.txt "c$threads.txt"
  cmp e1.json "e$threads.json"
done
direct fit train.csv --num-features 64 -q --seed 1 -o other.direct
! cmp --silent m1.direct other.direct || fail "--seed 1 gave the same model as --seed 0"

direct generate sensor --rows 50 --seed 7 -o a.csv
direct generate sensor --rows 50 --seed 7 >b.csv
cmp a.csv b.csv
