#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_trust.md: every number in it comes from this run, which takes a quarter of an hour. Needs the UCI
# sets in $DIRECT_UCI. BENCH is the folder of the benchmarks, build/bench/bench if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_trust.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=${BENCH:-build/bench/bench}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# Can the default be trusted?

Written by \`make results-trust\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs).

\`direct fit\` without options beside full precision, the Gaussian companion on the same features, on test rows: folds 0 to 2, all ten of sets below 1000 rows, pooled. *Bits*: the most that a fit took.
*Expected cost*: the largest that a fit foresaw, in nats per row. *Before*: the default of the first edition (commit 4fe47c3, \`direct cv --fold-masks FILE --per-fold\`; bench/trust_4fe47c3.csv). *In 0.9*: the share of the targets in their 90 % intervals, before \`calibrate\`.

END
  "$bench"/bench_trust --before bench/trust_4fe47c3.csv
  cat <<END

## The law against simulations

\`bench_pit\`: data sets simulated from the prior, each with one test row; the CDF of the law at its target. With the true hyperparameters it has to be uniform; with learned ones it is as good as these are.

END
  "$bench"/bench_pit
  cat <<END

## What it takes

END
  "$bench"/bench_predict
} >"$new"
cp "$new" docs/results_trust.md
