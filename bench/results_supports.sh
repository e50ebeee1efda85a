#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_supports.md: every number in it comes from this run, which takes half an hour. Needs the UCI sets in
# $DIRECT_UCI. BENCH is the folder of the benchmarks, build/bench/bench if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_supports.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=${BENCH:-build/bench/bench}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# What the grid of the weights costs

Written by \`make results-supports\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs).

Fold 0, 2000 features; every model on the same statistics. *Fixed*: \`--support auto\`, *learned*, *shared* (\`learned-shared\`) and *pow2* as on the command line, with the number of levels; *draws*:
\`--posterior draws\` of 20, on learned grids a centre and 20 deviations; the others mean field. *Full precision*: the Gaussian companion of the learned mean-field model. *Float draws*: the same 20 draws before they are rounded.

## The paper's protocol: variances from 1000 pilot rows, noise fixed

END
  "$bench"/bench_supports --protocol pilot
  cat <<END

## Variances by evidence on all rows, noise on a grid

END
  "$bench"/bench_supports --protocol evidence
  cat <<END

## Zeros against accuracy

\`bench_sparsity\`: the paper's promise, at 15 levels on four sets.

END
  "$bench"/bench_sparsity
} >"$new"
cp "$new" docs/results_supports.md
