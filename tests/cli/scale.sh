# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Integer features: the same bytes of maps, statistics and models for any number of threads, any order of the rows, any
# split into files, any order of merging.
direct generate electric --rows 6000 --seed 1 -o all.csv
write_pieces all.csv piece
gzip --keep all.csv
pieces=(piece{1..7}.csv)
shuffled=(piece{3,7,1,4,6,2,5}.csv)

# A map does not depend on the order of the rows, nor on files.
direct prepare all.csv "${integers[@]}" -o map.stats
direct prepare "${shuffled[@]}" "${integers[@]}" -o map_of_pieces.stats
direct prepare - "${integers[@]}" -o map_of_pipe.stats <all.csv
for other in map_of_pieces.stats map_of_pipe.stats; do expect_same map.stats $other; done

# Nor do statistics, with a map or without.
direct accumulate all.csv --like map.stats -q -o all.stats
for threads in 1 2 4; do
  direct accumulate all.csv --like map.stats --threads $threads -q -o other.stats
  expect_same all.stats other.stats
  direct accumulate "${shuffled[@]}" --like map.stats --threads $threads -q -o other.stats
  expect_same all.stats other.stats
done
direct accumulate - --like map.stats -q -o other.stats <all.csv
expect_same all.stats other.stats
direct accumulate <(cat all.csv) --like map.stats -q -o other.stats
expect_same all.stats other.stats
direct accumulate all.csv.gz --like map.stats -q -o other.stats
expect_same all.stats other.stats
direct accumulate "${pieces[@]}" "${integers[@]}" -o other.stats
expect_same all.stats other.stats

# Statistics of the pieces, merged in whatever order.
for piece in {1..7}; do direct accumulate "piece$piece.csv" --like map.stats -q -o "piece$piece.stats"; done
direct merge piece{1..7}.stats -q -o other.stats
expect_same all.stats other.stats
direct merge piece{5,2,7,1,6,3,4}.stats -q -o other.stats
expect_same all.stats other.stats
direct merge piece{1..3}.stats -q -o first.stats
direct merge piece{4..7}.stats map.stats -q -o second.stats
direct merge second.stats first.stats -q -o second.stats # the output may be an input
expect_same all.stats second.stats
direct merge all.stats -q -o other.stats
expect_same all.stats other.stats

# And so the models.
direct fit all.csv "${integers[@]}" -o all.direct
same_model() {
  direct fit "$@" -q -o other.direct
  expect_same all.direct other.direct
}
for threads in 1 2 4; do
  same_model all.csv --like map.stats --threads $threads
  same_model all.stats --threads $threads
done
same_model "${shuffled[@]}" "${integers[@]}"
same_model piece{2,1,3,4,5,7,6}.stats
same_model <(cat all.csv) --like map.stats

# Another seed is another map.
direct prepare all.csv "${integers[@]}" --seed 1 -o other.stats
! cmp --silent map.stats other.stats || fail "--seed 1 gave the same map as --seed 0"
