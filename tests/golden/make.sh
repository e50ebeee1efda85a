#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes small models of every kind, rows for them, and what the `direct` of the PATH predicts. Usage: make.sh FOLDER, with direct in
# the PATH. Run once for a version of the file format, before it changes: tests/cli/golden.sh then holds later programs to the same.
set -euo pipefail
mkdir -p "$1"
cd "$1"

direct generate sensor --rows 120 --seed 1 -o train.csv
direct generate sensor --rows 12 --seed 2 -o sensor.csv
direct generate sensor --rows 60 --seed 3 -o held_out.csv
direct generate pumps --rows 200 --seed 1 -o pumps_train.csv
direct generate pumps --rows 12 --seed 2 -o pumps.csv

sensor() { # NAME FLAGS...
  local name=sensor_$1
  shift
  [[ $name == *network || $name == *linear* || $name == *auto* || $name == *trained* ]] || set -- --num-features 32 "$@"
  direct fit train.csv --target gas_ppm "$@" -q -o "$name.direct" || [[ $? -eq 5 ]]
}
pumps() { # NAME TARGET DROPPED FLAGS...
  direct fit pumps_train.csv --target "$2" --drop "$3" --num-features 32 --slim -q "${@:4}" -o "pumps_$1.direct" || [[ $? -eq 5 ]]
}
sensor draws
sensor shared_draws --support learned-shared --levels 63 --slim
sensor fine_draws --levels 255 --slim
sensor auto_draws --num-features 8 --support auto --levels 63 --slim
sensor active_draws --max-active-features 8 --slim
sensor mean_field --posterior mean-field --slim
sensor mixture --posterior mixture --components 2 --slim
sensor power_mean_field --support pow2 --posterior mean-field --slim
sensor linear_draws --features linear --slim
sensor mixture_law --law mixture --slim
sensor twelve_bits --feature-bits 12 --slim
sensor floats --feature-bits 0 --slim
sensor trained --features trained --num-features 6 --slim
sensor trained_floats --features trained --num-features 6 --feature-bits 0 --slim
sensor network --model network --hidden 2 --slim
sensor calibrated --slim
direct calibrate sensor_calibrated.direct held_out.csv -q
pumps classes failed alarms,repair_minutes --likelihood bernoulli
pumps mean_field_classes failed alarms,repair_minutes --likelihood bernoulli --posterior mean-field
pumps counts alarms failed,repair_minutes --likelihood poisson --exposure hours
pumps positives repair_minutes failed,alarms --likelihood gamma

for model in *.direct; do
  name=${model%.direct}
  flags=(--interval 0.9 --quantiles "0.25,0.75")
  case $name in
    *classes) flags=(--interval 0.9) ;;
    sensor_*) direct predict "$model" sensor.csv --integer --draws 4 --raw -q >"$name.integer.csv" 2>/dev/null || rm "$name.integer.csv" ;;
  esac
  direct predict "$model" "${name%%_*}.csv" "${flags[@]}" --density -q -o "$name.predictions.csv"
done
rm train.csv held_out.csv pumps_train.csv
