#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A session with the command, from data to predictions. Usage: walkthrough.sh [DIRECTORY]
# $DIRECT names the command, if it is not on the PATH.
set -euo pipefail
direct=${DIRECT:-direct}
mkdir -p "${1:-walkthrough}"
cd "${1:-walkthrough}"

# Data: a made-up gas sensor, in two parts. `site` is a category; the others are numbers.
"$direct" generate sensor --rows 600 --seed 1 -o monday.csv
"$direct" generate sensor --rows 600 --seed 2 | gzip >tuesday.csv.gz
"$direct" generate sensor --rows 300 --seed 3 -o test.csv

# A model of both days. Every weight is one of 15 levels; what the search did is in trace.csv.
"$direct" fit monday.csv tuesday.csv.gz --target gas_ppm --num-features 200 --trace trace.csv -o sensor.direct

# How good is it? The yardstick is the same model with weights of full precision.
"$direct" evaluate sensor.direct test.csv

# Three levels (2 bits) instead of 15, for comparison; --slim leaves out the statistics.
"$direct" fit monday.csv tuesday.csv.gz --target gas_ppm --num-features 200 --bits 2 --slim -q -o small.direct
"$direct" evaluate small.direct test.csv

# Predictions with 90 % intervals; the file may lack the target and have its columns in another order.
cut -d, -f1-6 test.csv | "$direct" predict sensor.direct - --interval 0.9 -o predictions.csv
head -n 3 predictions.csv

# Folds of one file: each learns scaling and hyperparameters for itself.
"$direct" cv monday.csv --target gas_ppm --num-features 100 --folds 3

# What is in the file?
"$direct" inspect sensor.direct
