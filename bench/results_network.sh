#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_network.md: every number in it comes from this run, which takes a quarter of an hour. Needs the UCI
# sets in $DIRECT_UCI. BENCH is the folder of the benchmarks, build/bench/bench if it is not set.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_network.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
bench=${BENCH:-build/bench/bench}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# Networks with quadratic activations

Written by \`make results-network\` at commit $(git rev-parse --short HEAD) on $(nproc) cores of $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | xargs).

## What an evaluation costs

\`bench_network_speed\`: the expected square error and its gradient, 15 levels, one thread; the fastest of seven batches. A network of d inputs, H neurons in one hidden layer and one output is d-H-1; P = (d + 1)(d + 2) / 2.
*Fast*: \`NetworkMethod::moments\`, products of H vectors with the P x P Gram matrix of the monomials. *General*: \`NetworkMethod::forward_pass\`, a sum over the *merged terms* of the squared output. *Paper*: Eq. nn_term3 as
it stands, a sum over all pairs of the h terms of the output with V ready; without a gradient, and with moments in place of sums over levels, so that it does less than the paper says. l m (b/l)^(4l) is the paper's count of operations, of l hidden layers, b weights and m levels.
All three give the same number: fast and general to 1e-10, the paper's to 1e-9; the run stops where they do not. Empty: more than 5 million terms.

The d^4 is that of a matrix product, timed by itself as *product*, which runs so fast that up to about 20 inputs the rest, work per weight and level, takes longer: the time grows as P^2 does only beyond.
END
  "$bench"/bench_network_speed
  cat <<END

## Whether training depends on the number of rows

\`bench_network_rows\`: rows of a 6-4-1 network with noise, from a CSV file. Statistics are one pass over the rows, reading and parsing included. All that comes after has no rows in it: the time of an evaluation is the same,
and that of a fit differs as the searches of different problems do. Verified first: the square error of the true weights from the statistics is that of the rows, and the ELBO is that of the report.

END
  "$bench"/bench_network_rows
  cat <<END

## Whether networks are worth it

\`bench_network\`: means over folds 0 to 2, in units of the target. *Linear* and *Fourier* (so many features) are what \`direct fit\` does by default: 15 levels on learned grids, 20 draws. *Network*: \`--model network --hidden\`, 15 levels on a fixed
grid, mean field. */ Fourier*: over the RMSE of the row before, Fourier features with as many weights, rounded up to a multiple of four. *Yardstick*: the polynomial of the same degree in full precision, with the noise of the network. Two hidden layers only where
they have up to 330 monomials (7 inputs): a fit takes about half a minute there, and longer beyond. Linear models are solved, networks are searched for.

What to expect: the output of a network with one hidden layer is the sum of H squares of linear functions, each with a weight, that is a quadratic polynomial of the inputs. It cannot fit the training rows better than the best quadratic polynomial, however many
neurons it has; */ yardstick* is what is lost, to few neurons where H is small, and otherwise to 4 bits and to the search (below 1 the network happens to generalise better than the polynomial). Fourier features have no such limit: where the truth is not quadratic, more of them may go on to gain where more neurons cannot.
ELBOs are bounds of the evidence of different models, and of learned and fixed grids; what they are worth for the choice of the number of neurons is below the last table. Medians there, because a set of few rows may have a fold with a very bad NLL.
END
  "$bench"/bench_network
} >"$new"
cp "$new" docs/results_network.md
