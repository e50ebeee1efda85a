#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_mixture.md: every number in it comes from this run, which takes half an hour. Needs the UCI sets in
# $DIRECT_UCI. BENCH is the folder of the benchmarks, build/bench/bench if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_mixture.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=${BENCH:-build/bench/bench}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# Mixtures and draws against mean field and full precision

Written by \`make results-mixture\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs).

Fold 0, 2000 features, 15 levels; \`--support auto\`, the one that \`direct fit\` chooses for mean field, and all posteriors of a set are on the same statistics, support and noise.
*taylor-5*, *sampled-5*, *pairwise-5*: \`--posterior mixture\` with five components, by the entropy of their training. *draws-20*: \`--posterior draws\`. *Float draws*: the
same 20 draws before they are rounded to 4 bits. *Full precision*: the Gaussian companion.

## What a step of training costs

2000 features, 15 levels; medians.

END
  "$bench"/bench_mixture_speed
  cat <<END

## How tight the bounds of the entropy are

END
  "$bench"/bench_entropy
  cat <<END

## The paper's protocol: variances from 1000 pilot rows, noise fixed

END
  "$bench"/bench_mixture --protocol pilot
  cat <<END

## Variances by evidence on all rows, noise on a grid

END
  "$bench"/bench_mixture --protocol evidence
} >"$new"
cp "$new" docs/results_mixture.md
