#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes small models, statistics and draws of every kind, rows for them, and transcripts of what the `direct` of the PATH says of
# each; tests/cli/golden.sh holds later programs to the same.
# make.sh FOLDER          all of that, in half a minute; needs python3. Once for a version of the file format, before it changes.
# make.sh FOLDER OTHER    to FOLDER the transcripts alone, of the models of OTHER, which an older program wrote
# make.sh --again FOLDER  the same commands once more, of the files of FOLDER as they are: where words were to change, or on another
#                         type of CPU. What numbers differ by is then in git diff.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/golden/transcript.bash
source "$here/transcript.bash"
again=false models=.
if [[ $1 == --again ]]; then
  again=true
  shift
elif [[ $# -gt 1 ]]; then
  models=$(realpath --relative-to="$1" "$2")
fi
mkdir -p "$1"
cd "$1"
scratch=$(mktemp -d)
export scratch
trap 'rm -rf "$scratch"' EXIT

# fit NAME DATA FLAGS...: exit code 5 is that of a model that did not converge, which is as good here.
fit() {
  direct fit "$2" "${@:3}" -q -o "$1.direct" 2>"$scratch/warnings" || [[ $? -eq 5 ]]
}

write_rows() {
  direct generate sensor --rows 120 --seed 1 -o train.csv
  direct generate sensor --rows 5 --seed 2 -o sensor.csv
  direct generate sensor --rows 60 --seed 3 -o held_out.csv
  direct generate sensor --rows 25 --seed 4 -o few.csv
  direct generate sensor --rows 15 --seed 5 -o more.csv
  direct generate pumps --rows 200 --seed 1 -o pumps_train.csv
  direct generate pumps --rows 5 --seed 2 -o pumps.csv
  # Missing cells, a category that training has not seen, and weights that are whole numbers or not.
  gaps few.csv 2 >gaps_train.csv
  gaps sensor.csv 2 >gaps.csv
  gaps more.csv 1.5 >gaps_more.csv
  sed -i '3s/tunnel\|park\|harbour/moon/; 5s/tunnel\|park\|harbour/moon/' gaps.csv
  # Without a header, and other cells apart.
  tail -n +2 few.csv | tr , ';' >bare_train.csv
  tail -n +2 sensor.csv | tr , ';' >bare.csv
  # Classes that are numbers.
  signs pumps_train.csv >signs_train.csv
  signs pumps.csv >signs.csv
  squares 40 1 >squares_train.csv
  squares 5 5 >squares.csv
}
gaps() { # FILE WEIGHT
  awk -F, -v OFS=, -v weight="$2" 'NR == 1 { print $0, "copies"; next }
    NR % 4 == 0 { $2 = "" } NR % 5 == 0 { $3 = "NA" } NR % 7 == 0 { $6 = "" } { print $0, NR % 3 ? 1 : weight }' "$1"
}
signs() { awk -F, -v OFS=, 'NR > 1 { $7 = $7 == "yes" ? 1 : -1 } { print }' "$1"; }
# y = (a + b / 2)^2 - b and something that looks like noise, of two inputs only, as networks have terms in plenty.
squares() { # ROWS FIRST
  awk -v rows="$1" -v first="$2" 'BEGIN {
    print "a,b,y"
    for (i = first; i < first + rows; ++i) {
      a = i * 37 % 101 / 50 - 1; b = i * 53 % 89 / 44 - 1; noise = i * 71 % 97 / 960 - 0.05
      printf "%.4f,%.4f,%.4f\n", a, b, (a + b / 2) ^ 2 - b + noise
    }
  }'
}
lines() { # COUNT FIRST OTHERS: a list of levels for each weight
  echo "$2"
  for ((i = 1; i < $1; ++i)); do echo "$3"; done
}

sensor() { # NAME FLAGS...
  fit "sensor_$1" train.csv --target gas_ppm "${@:2}" --slim
}
kept() { # NAME FLAGS...: with statistics and pilot rows, of few rows so that there are few of them
  fit "sensor_kept_$1" few.csv --target gas_ppm "${@:2}"
}

# A file of draws of each model.
draw() { # NAME...
  local name
  for name; do direct sample "$name.direct" --count 3 --seed 1 -q -o "$name.safetensors"; done
}

# Deviations about a centre: bits, laws, priors, features, zeros.
write_ensembles() {
  local f32=(--num-features 32) f8=(--num-features 8)
  fit sensor_draws train.csv --target gas_ppm "${f32[@]}"
  sensor shared_draws "${f32[@]}" --support learned-shared --levels 63
  sensor fine_draws "${f32[@]}" --levels 255
  sensor active_draws "${f32[@]}" --max-active-features 8
  sensor linear_draws --features linear
  sensor mixture_law "${f32[@]}" --law mixture
  sensor twelve_bits "${f32[@]}" --feature-bits 12
  sensor floats "${f32[@]}" --feature-bits 0
  sensor trained --features trained --num-features 6
  sensor trained_floats --features trained --num-features 6 --feature-bits 0
  sensor calibrated "${f32[@]}"
  direct calibrate sensor_calibrated.direct held_out.csv -q
  sensor sixteen_bits "${f8[@]}" --levels 65535
  sensor ternary_draws "${f8[@]}" --levels 3 --components 5
  sensor uniform_draws --features linear --prior uniform
  sensor given_draws --features given --drop site
  sensor sparse_draws --num-features 16 --target-sparsity 0.5
  sensor prior_mixture_draws --features linear --prior-mixture 0.5:1,0.5:0.2
  draw sensor_{draws,fine_draws,sixteen_bits}
}

# Independent weights and mixtures of these, on every support, with every prior.
write_mean_fields() {
  local f32=(--num-features 32) f8=(--num-features 8) mean_field=(--posterior mean-field) linear=(--features linear)
  sensor mean_field "${f32[@]}" "${mean_field[@]}"
  sensor mixture "${f32[@]}" --posterior mixture --components 2
  sensor power_mean_field "${f32[@]}" --support pow2 "${mean_field[@]}"
  sensor uniform_mean_field "${linear[@]}" --prior uniform "${mean_field[@]}"
  sensor laplace_mean_field "${linear[@]}" --prior laplace "${mean_field[@]}"
  sensor spike_mean_field "${linear[@]}" --prior spike-slab --spike 0.5 "${mean_field[@]}"
  sensor prior_mixture_mean_field "${linear[@]}" --prior-mixture 0.5:1,0.5:0.2 "${mean_field[@]}"
  sensor active_mean_field --num-features 16 --max-active-features 8 "${mean_field[@]}"
  sensor sparse_mean_field --num-features 16 --support auto --target-sparsity 0.5 "${mean_field[@]}"
  sensor auto_mean_field "${linear[@]}" --support auto "${mean_field[@]}"
  sensor auto_prior_mixture "${linear[@]}" --support auto --prior-mixture 0.5:1,0.5:0.2 "${mean_field[@]}"
  sensor range_mean_field "${linear[@]}" --support=-2:2 --levels 16 "${mean_field[@]}"
  sensor list_mean_field "${linear[@]}" --support=-2,-1,-0.5,-0.2,0,0.2,0.5,1,2 "${mean_field[@]}"
  sensor few_values "${f8[@]}" --support=-0.5,0,0.5 "${mean_field[@]}" --noise 16
  sensor own_mean_field "${linear[@]}" --support @own.txt "${mean_field[@]}"
  draw sensor_{mean_field,power_mean_field,own_mean_field}
}

# Draws on fixed grids: some of 4 bits and some of 8, and some that mean field takes the place of.
write_point_masses() {
  local linear=(--features linear --components 4)
  sensor auto_draws --num-features 8 --support auto --levels 63
  sensor auto_point_masses "${linear[@]}" --support auto --levels 31
  sensor narrow_point_masses "${linear[@]}" --support=-0.5:0.5 --levels 16
  sensor part_draws "${linear[@]}" --support auto
  sensor power_draws "${linear[@]}" --support pow2
  sensor own_draws "${linear[@]}" --support @fine.txt
  draw sensor_{auto_point_masses,part_draws}
}

# With statistics: of integers, rounded, or both, and pilot rows.
write_kept() {
  kept draws --num-features 8
  kept mean_field --num-features 8 --posterior mean-field
  kept mixture --features linear --posterior mixture --components 2
  kept auto_draws --features linear --support auto --levels 31 --components 4
  kept floats --num-features 8 --feature-bits 0
  kept linear_draws --features linear
  kept trained --features trained --num-features 4
  direct update sensor_kept_draws.direct more.csv --decay 0.9 -q -o sensor_kept_updated.direct
}

# Columns of other kinds.
write_columns() {
  local gaps=(--target gas_ppm --weight copies --unseen ignore)
  fit gaps_indicator gaps_train.csv "${gaps[@]}" --missing indicator --features linear
  fit gaps_mean gaps_train.csv "${gaps[@]}" --missing mean --num-features 8 --slim
  fit gaps_categories gaps_train.csv "${gaps[@]}" --missing indicator --categorical age_days --num-features 8 --slim
  fit bare_draws bare_train.csv --target 6 --header no --features linear --slim
}

write_networks() {
  local network=(--target y --model network) hidden=(--hidden 2)
  fit sensor_network train.csv --target gas_ppm --model network --hidden 2 --slim
  fit squares_network squares_train.csv "${network[@]}" "${hidden[@]}"
  fit squares_network_mixture squares_train.csv "${network[@]}" "${hidden[@]}" --posterior mixture --components 2 --slim
  fit squares_network_given squares_train.csv "${network[@]}" "${hidden[@]}" --features given --slim
  fit squares_network_list squares_train.csv "${network[@]}" --hidden 1 --support=-1,0,1 --slim
  fit squares_network_own squares_train.csv "${network[@]}" --hidden 1 --support @network.txt --slim
  fit squares_network_spike squares_train.csv "${network[@]}" "${hidden[@]}" --prior spike-slab --spike 0.5 --slim
  fit squares_deep squares_train.csv "${network[@]}" --hidden 2,1
  fit squares_deep_mixture squares_train.csv "${network[@]}" --hidden 2,1 --posterior mixture --components 2 --slim
  draw squares_network squares_deep_mixture
}

# Classes, counts and positive numbers: with every kind of posterior.
write_likelihoods() {
  local f32=(--num-features 32) kind
  local classes=(--target failed --drop "alarms,repair_minutes" --likelihood bernoulli)
  local counts=(--target alarms --drop "failed,repair_minutes" --likelihood poisson --exposure hours)
  local positives=(--target repair_minutes --drop "failed,alarms" --likelihood gamma)
  pumps() { fit "pumps_$1" pumps_train.csv "${@:2}" --slim; }
  pumps classes "${classes[@]}" "${f32[@]}"
  pumps mean_field_classes "${classes[@]}" "${f32[@]}" --posterior mean-field
  pumps counts "${counts[@]}" "${f32[@]}"
  pumps positives "${positives[@]}" "${f32[@]}"
  for kind in classes counts positives; do
    local -n flags=$kind
    pumps "linear_$kind" "${flags[@]}" --features linear
    pumps "linear_mean_field_$kind" "${flags[@]}" --features linear --posterior mean-field
    pumps "mixture_$kind" "${flags[@]}" --features linear --posterior mixture --components 2
  done
  pumps mixture_law_classes "${classes[@]}" --features linear --law mixture --components 4
  pumps auto_mean_field_positives "${positives[@]}" --features linear --support auto --posterior mean-field
  pumps auto_draws_positives "${positives[@]}" --features linear --support auto --levels 31 --components 4
  pumps part_draws_classes "${classes[@]}" --features linear --support auto --levels 5 --components 4
  pumps few_values_counts "${counts[@]}" --features linear --support=-0.5,0,0.5 --posterior mean-field
  pumps tilted_classes "${classes[@]}" --features linear --posterior mean-field --bound tilted
  pumps taylor_classes "${classes[@]}" --features linear --posterior mean-field --bound taylor
  pumps floats_positives "${positives[@]}" --num-features 8 --feature-bits 0
  pumps trained_counts "${counts[@]}" --features trained --num-features 4
  pumps dispersion_positives "${positives[@]}" --features linear --noise 0.2 --posterior mean-field
  pumps pace_counts --target alarms --drop "failed,repair_minutes" --likelihood poisson --features linear --support pow2 \
    --posterior mean-field
  fit signs_classes signs_train.csv "${classes[@]}" --features linear --slim
  draw pumps_counts pumps_mixture_classes
}

write_statistics() {
  local f8=(--target gas_ppm --num-features 8 -q)
  direct prepare few.csv more.csv "${f8[@]}" -o sensor_map.stats
  direct accumulate few.csv --like sensor_map.stats -q -o sensor_few.stats
  direct accumulate more.csv --like sensor_map.stats -q -o sensor_more.stats
  direct merge sensor_few.stats sensor_more.stats -q -o sensor_both.stats
  direct accumulate few.csv "${f8[@]}" --feature-bits 12 -o sensor_twelve_bits.stats
  direct accumulate few.csv "${f8[@]}" --feature-bits 0 -o sensor_floats.stats
  direct accumulate few.csv --target gas_ppm --features linear -q -o sensor_linear.stats
  direct accumulate few.csv --target gas_ppm --features trained --num-features 4 -q -o sensor_trained.stats
  direct accumulate few.csv --target gas_ppm --drop site --features given -q -o sensor_given.stats
  direct accumulate gaps_train.csv gaps_more.csv "${f8[@]}" --weight copies --missing indicator --unseen ignore -o gaps_fractions.stats
  direct accumulate squares_train.csv --target y --model network --hidden 2 -q -o squares_network.stats
  direct accumulate squares_train.csv --target y --model network --hidden 2,1 -q -o squares_deep.stats
}

# As programs of older versions wrote them: each has what its version brought.
write_older() {
  older() { "$here/older.py" "$1" "$2" "$3"; }
  cp sensor_auto_mean_field.direct "$scratch/calibrated.direct"
  direct calibrate "$scratch/calibrated.direct" held_out.csv -q
  older sensor_auto_mean_field.direct 2 sensor_version_2.direct
  older "$scratch/calibrated.direct" 3 sensor_version_3.direct
  older sensor_auto_prior_mixture.direct 4 sensor_version_4.direct
  older sensor_spike_mean_field.direct 5 sensor_version_5.direct
  older pumps_linear_mean_field_counts.direct 6 pumps_version_6_counts.direct
  older squares_network.direct 7 squares_version_7.direct
  older sensor_both.stats 1 sensor_version_1.stats
  older gaps_fractions.stats 2 gaps_version_2.stats
  older sensor_auto_point_masses.safetensors 1 sensor_auto_point_masses_version_1.safetensors
}

# The commands to record of a file; what is refused is left out later.
commands_of() { # FILE
  local name rows=${1##*/} what=${1%.*}
  name=$(basename "$what")
  rows=$models/${rows%%_*}.csv
  rows=${rows#./}
  case $1 in
    *.direct) commands_of_model ;;
    *.stats) commands_of_statistics "$1" ;;
    *.safetensors)
      echo "direct inspect $1"
      echo "direct inspect $1 --json"
      echo "direct predict ${name%_version*}.direct $rows --samples $1 -q"
      ;;
  esac
}

commands_of_model() {
  local about model=$what.direct integers="--integer --draws 4"
  local columns="--interval 0.9 --quantiles 0.25,0.75 --density --moments"
  about=$(direct inspect "$model" --json)
  is() { grep --quiet "\"$1\": $2" <<<"$about"; }
  [[ $name != *deep* ]] || columns=${columns/--moments/}
  ! is likelihood '"bernoulli"' || columns="--interval 0.9 --density"
  ! is likelihood '"\(poisson\|gamma\)"' || columns=${columns/--moments/}
  if shows_all; then
    echo "direct inspect $model --json"
  else
    echo "direct inspect $model"
  fi
  echo "direct predict $model $rows $columns --samples 2 --seed 3 -q"
  echo "direct sample $model --count 2 --format codes -q"
  echo "direct evaluate $model $rows --json -q"
  if ! is calibration null; then
    echo "direct predict $model $rows --interval 0.8 --no-calibration -q"
    echo "direct evaluate $model $rows --no-calibration --json -q"
  fi
  if ! is likelihood '"gaussian"' || is model '"network"'; then return; fi
  ! is statistics true || echo "direct check $model --json -q"
  ! is posterior '"m.*"' || echo "direct predict $model $rows --interval 0.8 --shortest --no-calibration -q"
  echo "direct predict $model $rows $integers --raw -q"
  if shows_all; then
    echo "direct predict $model $rows $integers --interval 0.9 --quantiles 0.25,0.75 -q"
    echo "direct evaluate $model $rows $integers --json -q"
  fi
  echo "direct export $model --name model --draws 4 --no-measure -q -o - | sha256sum"
  [[ $name == sensor_linear_draws || $name == sensor_trained ]] || return 0
  # The runtime in the middle is device/direct_device.h.
  echo "direct export $model --name model --draws 4 --no-measure -q -o - | sed '/^#include <stdint.h>/,/_table_/d'"
  echo "direct export $model --name model --draws 4 --no-measure -q --json -o \$scratch/model.h"
}

# Whether all that there is to say is recorded: of models that have each part of it a few times. Where there are fewer Fourier
# features than inputs, some directions of the metric are those of rounding errors.
shows_all() {
  local ensembles='draws|calibrated|trained|mixture_law|uniform_draws|prior_mixture_draws|kept_linear_draws'
  local others='mean_field|prior_mixture_mean_field|auto_prior_mixture|spike_mean_field|own_mean_field|.*point_masses'
  [[ $name =~ ^sensor_($ensembles|$others)$ || $name =~ ^(gaps_indicator|bare_draws|squares_network|pumps_linear_.*|signs_classes)$ ]]
}

# A model of the rows twice shows the sums.
commands_of_statistics() { # FILE
  echo "direct inspect $1"
  echo "direct inspect $1 --json"
  local flags=''
  [[ $name != *network ]] || flags=' --model network --hidden 2'
  [[ $name != *deep ]] || flags=' --model network --hidden 2,1'
  local twice="direct merge $1 $1 -q -o \$scratch/twice.stats" fit="direct fit \$scratch/twice.stats$flags -q -o \$scratch/m.direct"
  echo "$twice && $fit && direct evaluate \$scratch/m.direct $rows --json -q"
}

# record NAME FILES...: a transcript of what all these commands say.
record() {
  local file
  for file in "${@:2}"; do commands_of "$file"; done >"$scratch/commands"
  transcript "$scratch/commands" . >"$1.transcript" 2>"$scratch/refused" || sed 's/^/left out: /' "$scratch/refused" >&2
}

# What a step writes, and its transcript.
step() { # NAME
  local before
  before=$(ls)
  "write_$1"
  mapfile -t files < <(comm -13 <(echo "$before") <(ls) | grep '\.\(direct\|stats\|safetensors\)$')
  record "$1" "${files[@]}"
}

if $again; then
  for file in *.transcript; do
    commands_of_transcript "$file" >"$scratch/commands"
    transcript "$scratch/commands" . >"$scratch/again"
    mv "$scratch/again" "$file"
  done
elif [[ $models != . ]]; then
  record models "$models"/*.direct
else
  [[ -z $(ls) ]] || { echo "make.sh: $1: expected an empty folder" >&2; exit 2; }
  write_rows
  lines 9 -4,-3,-2,-1,0,1,2,3,4 -1,-0.5,-0.25,-0.1,0,0.1,0.25,0.5,1 >own.txt
  lines 9 "$(seq -s, -2 0.125 2)" "$(seq -s, -1 0.0625 1)" >fine.txt
  lines 5 -1,0,1 -2,0,2 >network.txt
  for name in ensembles mean_fields point_masses kept columns networks likelihoods statistics older; do step $name; done
  rm ./*train.csv ./*more.csv held_out.csv few.csv ./*.txt
fi
cpu_type >cpu
