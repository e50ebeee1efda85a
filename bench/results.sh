#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_benchmarks.md from the benchmarks: every number in it comes from this run. Needs the UCI sets in $DIRECT_UCI.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=build/bench/bench
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# Benchmarks

Written by \`make results\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs),
g++ $(g++ -dumpfullversion). Times are comparable within a table only. Mixtures and draws: results_mixture.md. Grids of the weights, learned and fixed, and sparsity: results_supports.md. Classes, counts and positive numbers: results_likelihoods.md. Networks: results_network.md.

## Four bits against full precision and against the paper's optimiser

Fold 0 of the 22 UCI sets, 2000 Fourier features, 15 levels, mean-field posteriors. *ELBO above the paper's*: \`--optimizer auto\` minus \`--optimizer lbfgs\` (the
paper's method) on the same statistics, support and noise. *Full precision*: the Gaussian companion at the same variances. *Fit s* is the time
after the statistics, choice of the support included. RMSE and NLL are those of the test rows, in the units of the data. A star marks a fit that did not converge.

### The paper's protocol: variances from 1000 pilot rows, noise fixed (\`make bench-uci\`)

END
  $bench/bench_uci --protocol pilot
  cat <<END

### Variances by evidence on all rows, noise on a grid, integer features (\`make bench-uci\`)

The bars are those of the table above. Here 4-bit NLL is that of a posterior that knows its own error.

END
  $bench/bench_uci --protocol evidence
  cat <<END

## Integer features against floating-point ones (\`make bench-integer-features\`)

Fold 0, 2000 features, mean-field posteriors, the defaults otherwise; only the features differ. *Full precision* is the Gaussian companion on the same features.

END
  $bench/bench_integer_features
  cat <<END

## Two million rows (\`make bench-scale\`)

The set \`electric\` from a CSV file, 2000 integer features. Operations are the useful ones, rows · b(b + 1).

END
  $bench/bench_scale
  cat <<END

\`direct fit\` of the same set, in 1.5 GB of address space:

END
  bench/scale.sh
  cat <<END

## Do intervals hold what they promise? (\`make bench-coverage\`)

Fold 0, 2000 features, the defaults (20 draws); a third of the training rows is held out for \`calibrate\`. Coverage of the test rows by intervals at 0.5, 0.9 and 0.95, exact ones
before and calibrated ones after. challenger has 8 rows to calibrate with, too few for 0.9: those columns stay as they were.

END
  $bench/bench_coverage
  cat <<END

## Predictions (\`make bench-predict\`)

2000 integer features of 11 inputs, 15 levels. Rows are in memory: parsing and printing are not counted.

END
  $bench/bench_predict
  cat <<END

## What the evidence costs and what it is worth (\`make bench-evidence\`)

END
  $bench/bench_evidence
  cat <<END

## The marginal likelihood of the pilot's Gaussian process (\`make bench-marginal-likelihood\`)

\`\`\`
END
  $bench/bench_marginal_likelihood || true # 1 says that a bar falls short, as its table does
  echo '```'
} >"$new"
cp "$new" docs/results_benchmarks.md
