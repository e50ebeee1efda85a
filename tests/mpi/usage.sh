# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Only rank 0 speaks, and only commands that share their work run on several ranks.
write_model model.direct
expect_ranks 0 3 direct fit train.csv --num-features 32 -o many.direct
expect_equal "$(grep --count '^many.direct: 60 rows, 32 fourier features' <<<"$errors")" 1
expect_ranks 0 3 direct fit train.csv --num-features 32 -o many.direct --json
expect_equal "$(grep --count '"num_rows": 60,' <<<"$output")" 1
expect_ranks 0 3 direct accumulate train.csv --num-features 32 -o many.stats
expect_equal "$(grep --count '^many.stats: ' <<<"$errors")" 1
expect_ranks 0 3 direct --version
expect_equal "$(wc -l <<<"$output")" 1
expect_ranks 0 2 direct fit --help
expect_equal "$(grep --count '^Examples:' <<<"$output")" 1

refused() { # COMMAND ARGUMENT...
  expect_ranks_error 2 "$1 runs as one process: mpirun is for accumulate and fit" 2 direct "$@"
}
refused predict model.direct train.csv
refused evaluate model.direct train.csv
refused cv train.csv
refused tune train.csv
refused inspect model.direct
refused generate sensor
refused prepare train.csv -o map.stats
refused merge many.stats -o all.stats
refused update model.direct train.csv
expect_ranks_error 2 "many.stats: statistics are fitted by one process, without mpirun" \
  2 direct fit many.stats -o out.direct
expect_ranks 0 1 direct predict model.direct train.csv

# Streams can be read by one process only.
stream="can be read by one process only, found 2; name a file"
expect_ranks_error 2 "standard input $stream" 2 direct fit - -o out.direct
expect_ranks_error 2 "/dev/zero: $stream" 2 direct accumulate /dev/zero -o out.stats

# Not converged: the model is written, and every rank says so.
expect_ranks 5 2 direct fit train.csv --num-features 32 --posterior mean-field --optimizer lbfgs --max-iterations 1 -o weak.direct
direct inspect weak.direct >/dev/null
