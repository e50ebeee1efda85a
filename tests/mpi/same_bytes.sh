# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Integer features: the same bytes from any number of ranks, from one file, from seven shuffled pieces, compressed or not.
direct generate electric --rows 40000 --seed 1 -o all.csv
gzip --keep all.csv
write_pieces all.csv piece

direct accumulate all.csv "${integers[@]}" -o one.stats
direct fit all.csv "${integers[@]}" -o one.direct
direct prepare all.csv "${integers[@]}" -o map.stats
for count in 1 2 3; do
  for data in all.csv all.csv.gz "$(echo piece*.csv)"; do
    # shellcheck disable=SC2086
    ranks $count direct accumulate $data --like map.stats -q -o many.stats
    cmp one.stats many.stats || fail "$count ranks gave other statistics of $data"
  done
  ranks $count direct fit piece*.csv --like map.stats -q -o many.direct
  expect_same one.direct many.direct
done
ranks 3 direct accumulate all.csv "${integers[@]}" -o many.stats
expect_same one.stats many.stats
ranks 2 direct fit piece*.csv "${integers[@]}" -o many.direct
expect_same one.direct many.direct

# More ranks than pieces of the data: some have nothing to do.
write_data few.csv 30
direct accumulate few.csv "${integers[@]}" -o one.stats
ranks 3 direct accumulate few.csv "${integers[@]}" -o many.stats
expect_same one.stats many.stats

# Numbers that are not integers: the same bytes every time.
for name in first second; do ranks 3 direct accumulate all.csv --num-features 32 --feature-bits 0 -q -o $name.stats; done
expect_same first.stats second.stats

# The products of inputs that a network sees: the same bytes every time, and where they are whole numbers, whose sums are
# exact, those of one process.
network=(--model network --hidden 2)
for name in first second; do ranks 3 direct accumulate all.csv "${network[@]}" -q -o $name.stats; done
expect_same first.stats second.stats
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 60000; ++i) print i * 37 % 11 - 5 "," i * 53 % 13 - 6 "," i * 71 % 17 }' >whole.csv
direct accumulate whole.csv "${network[@]}" --features given -q -o one.stats
for count in 2 3; do
  ranks $count direct accumulate whole.csv "${network[@]}" --features given -q -o many.stats
  expect_same one.stats many.stats
done
ranks 2 direct fit whole.csv "${network[@]}" --features given --optimizer ascent -q -o many.direct
direct fit one.stats "${network[@]}" --optimizer ascent -q -o one.direct
expect_same one.direct many.direct
