#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_likelihoods.md: every number in it comes from this run, which takes some minutes. Needs
# python3-sklearn, r-base-core and r-cran-mass. DIRECT is the command, build/bench/direct if it is not set.
set -euo pipefail
cd "$(dirname "$0")/../.."

direct=${DIRECT:-build/bench/direct}
bench=${BENCH:-build/bench/bench}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
studies/likelihoods/datasets.py "$folder/sets" >"$folder/log"

{
  cat <<END
# Classes, counts and positive numbers

Written by \`make results-likelihoods\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs). Times are comparable within a table only.

## Against scikit-learn, on the same features

Linear features (the inputs, standardised, and 1), five folds, pooled over the test rows. The loss is the log loss of classes and the mean deviance of counts and positive numbers. *direct*: \`--likelihood ... --features linear\`, otherwise as it comes: 20 draws of 4-bit
codes, no option tuned. *sklearn default*: LogisticRegression, PoissonRegressor, GammaRegressor as they come; *tuned*: their strength of regularisation by a cross-validation inside the training rows. *Ratio*: direct's loss over the smaller of the two, which is chosen on the test
rows, in favour of scikit-learn. (\`studies/likelihoods/compare.py\`; the sets are those inside scikit-learn and R.)

END
  studies/likelihoods/compare.py "$direct" "$folder/sets" --report-only
  cat <<END

## Which bound of the logistic likelihood

Log loss, calibration error, and seconds of a fit with its evaluation, five folds (\`studies/likelihoods/bounds.py\`). Draws are those of the full-precision posterior by the quadratic bound, whichever bound their ELBO is reported with.

END
  studies/likelihoods/bounds.py "$direct" "$folder/sets"
  cat <<END

## The gaps of the bounds

The figure of the paper's supplement as numbers (\`bench_bounds\`).
END
  "$bench"/bench_bounds
  cat <<END

## The exponential-moment kernel

One value and gradient of all rows against the exponentials that it would take without powers (\`bench_exponential_moments\`; bar 0.5).

END
  "$bench"/bench_exponential_moments
} >"$folder/page"
cp "$folder/page" docs/results_likelihoods.md
