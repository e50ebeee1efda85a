#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_hyperparameters.md: every number in it comes from this run, which takes three quarters of an hour. Needs
# the UCI sets in $DIRECT_UCI, python3-xgboost, python3-sklearn and python3-pandas. BENCH is the folder of the benchmarks,
# build/bench/bench if it is not set; DIRECT the command, build/bench/direct if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_hyperparameters.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=${BENCH:-build/bench/bench} direct=${DIRECT:-build/bench/direct}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# What is learned before the posterior

Written by \`make results-hyperparameters\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs).

## The metric

The default beside the first edition's protocol (\`--hyperparameters evidence --num-features 2000 --feature-bits 8\`), in one run: RMSE and NLL of the test rows of folds 0 to 2, pooled; seconds of one fit. Both have the codes of inputs of today, exact on lattices.

END
  "$bench"/bench_hyperparameters
  cat <<END

Seconds from CSV to model, one thread each:

END
  bench/peers.py "$direct" --seconds bike pol kin40k keggdirected tamielectric
  cat <<END

How much the seed matters, on fold 0; a set whose RMSE is below a hundredth of the target's spread has hardly anything left to vary:
END
  "$bench"/bench_hyperparameters --only-seeds
  cat <<END

## Beside others

RMSE on folds 0 to 2, pooled, of the sets on which others were ahead of the first edition: XGBoost (500 trees of depth 6) and a network of scikit-learn.

END
  bench/peers.py "$direct" bike pol kin40k concrete
  cat <<END

## Few rows

END
  "$bench"/bench_few_rows
  cat <<END

## Integer features

END
  "$bench"/bench_resolution || true # prints what falls short
  cat <<END

## Ascent

END
  "$bench"/bench_ascent
} >"$new"
cp "$new" docs/results_hyperparameters.md
