# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A model as a C header: what is said of it, that it computes what predict --integer says, and what cannot be exported.
direct generate sensor --rows 400 --seed 1 -o train.csv
direct generate sensor --rows 200 --seed 2 -o test.csv
direct fit train.csv "${integers[@]}" -o m.direct
export=(direct export m.direct --no-measure)

# The report goes to stderr, the header to its file.
expect 0 "${export[@]}" -o airflow.h
expect_equal "$output" ""
lines=('airflow\.h: 8 inputs, [0-9]+ of 32 features, 8 deviations' '  codes      [0-9.]+ % are zero, encoding [a-z]+'
  '  choice     [a-z]+ has the least flash times instructions on cortex-m3 \(by bounds\)'
  '  size       [0-9]+ bytes of tables in flash, [0-9]+ bytes of memory'
  '  cost       a prediction takes at most [0-9]+ instructions on Cortex-M3 \(a bound, not measured\)'
  '  distortion [0-9.e-]+ of the noise variance is what the integers add to it'
  "  deviations 8 of the model's 20, at an expected cost of [0-9.e-]+ nats per row"
  '  output     integers over 2\^[0-9]+, in units of gas_ppm'
  '  interval   mean -\+ 1\.645 to 1\.86 std_total at 0\.9, by the degrees of freedom of a t'
  '  inputs     saturate beyond temperature -[0-9.e+]+ to [0-9.e+]+, humidity .*, voltage .*, airflow .* and 4 more \(--report\)')
expect_match "$errors" "^$(printf '%s\n' "${lines[@]}")\$"
expect_match "$(<airflow.h)" '^/\* SPDX-License-Identifier: MIT.*at most [0-9]+ instructions.*airflow_predict'
expect 0 "${export[@]}" -o airflow.h -q
expect_equal "$output$errors" ""

# The same bytes twice and through a pipe; another name, draws, level or encoding gives others.
"${export[@]}" -q -o again.h --name airflow
expect_same airflow.h again.h
expect_same airflow.h <("${export[@]}" -q -o - --name airflow)
for flag in "--name other" "--draws 4" "--interval 0.5" "--encoding gap"; do
  read -ra words <<<"$flag"
  ! cmp --silent airflow.h <("${export[@]}" -q -o - --name airflow "${words[@]}") || fail "$flag changes nothing"
done
expect_same airflow.h <("${export[@]}" -q -o - --name airflow --seed 1) # it has draws of its own
direct fit train.csv "${integers[@]}" --posterior mean-field -o sampled.direct
! cmp --silent <(direct export sampled.direct --no-measure -q -o - --name m) \
  <(direct export sampled.direct --no-measure -q -o - --name m --seed 1) || fail "--seed 1 gave the draws of --seed 0"

# Names of files become names of C.
named() { # FILE NAME
  expect 0 "${export[@]}" -q -o "$1"
  expect_match "$(<"$1")" "void $2_predict"
  rm -- "$1"
}
named airflow-2.h airflow_2
named 'air flow.v2.hpp' air_flow_v2
named Airflow Airflow
expect 0 "${export[@]}" -q -o /dev/null
[[ -c /dev/null ]] || fail "/dev/null is gone"

# --report and --json, on stdout.
expect 0 "${export[@]}" -o airflow.h --report
expect_match "$errors" '^airflow.h: 8 inputs'
for title in 'no overflow +at most +limit' 'encoding +table bytes +flash bytes +memory bytes +instructions' \
  'input +bits +lowest +multiplier +shift +least +most +from +to' 'not measured: the instructions are bounds'; do
  expect_match "$output" "$title"
done
for row in 'mean and draws' lists gap dense code temperature site=park; do expect_match "$output" $'\n'"$row +-?[0-9]+"; done
expect_equal "$(grep -c ' \*$' <<<"$output")" 1
awk '/^(product|sum|draws|mean) / && !($(NF - 1) <= $NF) { exit 1 }' <<<"$output" || fail "a bound beyond its limit: $output"

expect 0 "${export[@]}" -o airflow.h --json
expect_equal "$errors" ""
expect_equal "$(json_keys "$output")" "bounds choice deviations_cost digest distortion encoding encodings inputs interval interval_warnings levels measurements name noise num_deviations \
num_draws num_features num_inputs num_model_features output_bits schema_version target warnings zero_codes"
expect_equal "$(json_keys "$output" bounds)" "centre deviation draw output"
expect_equal "$(json_keys "$output" bounds centre)" "bound limit"
expect_equal "$(json_keys "$output" encodings)" "code dense gap lists"
expect_equal "$(json_keys "$output" encodings lists)" "buffer_bytes flash_bytes instructions table_bytes"
expect_equal "$(json_keys "$output" choice)" "chip measured optimize text whole_wave"
expect_equal "$(json_keys "$output" inputs 1)" "bits least least_code lowest_reading most most_code multiplier name shift"
expect_equal "$(json_keys "$output" interval)" "calibrated level scale"
expect_equal "$(json_value "$output" schema_version) $(json_value "$output" name) $(json_value "$output" target)" "1 airflow gas_ppm"
expect_equal "$(json_value "$output" num_inputs) $(json_value "$output" num_model_features) $(json_value "$output" num_draws)" "8 32 8"
expect_match "$(<airflow.h)" "$(json_value "$output" digest)"
expect_equal "$(json_value "$output" measurements)" "[]"
expect_equal "$(json_value "$output" num_deviations) $(json_value "$output" interval_warnings)" "8 []"
cost=$(json_value "$output" deviations_cost)
expect 0 "${export[@]}" -o airflow.h --json --draws 2
awk -v few="$(json_value "$output" deviations_cost)" -v more="$cost" 'BEGIN { exit !(few > more && more > 0) }' ||
  fail "2 deviations cost no more than 8: $output"

# Intervals that cannot be trusted: a warning before anything else.
direct fit train.csv --target gas_ppm --num-features 64 --levels 3 -o coarse.direct
warning=$(direct inspect coarse.direct | grep '^WARNING') || fail "3 levels are fine here: choose other data"
expect 0 direct export coarse.direct --no-measure -o coarse.h
expect_equal "$(head -n 1 <<<"$errors")" "$warning"
expect 0 direct export coarse.direct --no-measure -o coarse.h --json
expect_match "$output" 'intervals cannot be trusted'
expect 0 direct evaluate coarse.direct test.csv --integer
expect_equal "$(head -n 1 <<<"$output")" "$warning"

# Deviations of 8 bits are exported, and those of 16 are not. The mixture has pairs of draws.
direct fit train.csv "${integers[@]}" --levels 255 -o bytes.direct
expect 0 direct export bytes.direct --no-measure -o bytes.h --encoding dense --json
expect_equal "$(json_value "$output" levels) $(json_value "$output" num_deviations)" "values 8"
direct fit train.csv "${integers[@]}" --levels 32767 -o words.direct
for command in "export words.direct -o x.h" "predict words.direct test.csv --integer" "evaluate words.direct test.csv --integer"; do
  # shellcheck disable=SC2086
  expect_error 2 "the deviations have 16 bits and a chip holds 8: fit with --levels 255 to export this model" direct $command
done
direct fit train.csv "${integers[@]}" --law mixture -o mixture.direct
expect 0 direct export mixture.direct --no-measure -o mixture.h --json
expect_equal "$(json_value "$output" num_draws)" 8
expect_match "$output" '"num_deviations": null'
expect 0 direct fit train.csv "${integers[@]}" --slim -o slim.direct
expect 0 direct export slim.direct --no-measure -o slim.h --json
expect_match "$output" '"distortion": null'
expect 0 direct export slim.direct --no-measure -o slim.h
expect_match "$errors" 'distortion unknown: the model has no statistics \(slim\)'

# Calibrated intervals.
direct calibrate m.direct test.csv -q -o calibrated.direct
expect 0 direct export calibrated.direct --no-measure -o airflow.h --interval 0.95
expect_match "$errors" 'interval   mean -\+ [0-9.]+ std_total at 0\.95, calibrated'
head -n 5 test.csv >few.csv
direct calibrate m.direct few.csv -o few.direct -q
expect_error 2 "interval: a calibration on 4 rows reaches up to level 0.8, found 0.9" \
  direct export few.direct --no-measure -o x.h
expect 0 direct export few.direct --no-measure -q -o few.h --interval 0.8

# What is aimed at chooses the encoding, by bounds or by what was measured.
direct fit train.csv --target gas_ppm --features trained --num-features 8 -q -o trained.direct
declare -A found
for aim in size speed; do
  for chip in avr cortex-m3 rv32; do
    expect 0 direct export trained.direct --no-measure -o trained.h --optimize $aim --chip $chip --json
    expect_equal "$(json_value "$output" choice optimize) $(json_value "$output" choice chip)" "$aim $chip"
    expect_equal "$(json_value "$output" choice measured)" OFF
    encoding=$(json_value "$output" encoding)
    found[$chip.$aim]="$(json_value "$output" encodings "$encoding" flash_bytes) $(json_value "$output" encodings "$encoding" instructions)"
  done
done
for chip in avr cortex-m3 rv32; do
  awk '{ exit !($1 <= $3 && $2 >= $4) }' <<<"${found[$chip.size]} ${found[$chip.speed]}" ||
    fail "$chip: size ${found[$chip.size]}, speed ${found[$chip.speed]}"
done
expect 0 direct export trained.direct --no-measure -o trained.h --optimize speed --chip avr --encoding lists
expect_match "$errors" 'choice     lists, whole wave, as asked for, has the fewest cycles on avr \(by bounds\)'
expect_error 2 '--optimize: expected balance|size|speed, found "heat"' "${export[@]}" -o x.h --optimize heat
expect_error 2 '--chip: expected avr|cortex-m0|cortex-m3|cortex-m4|rv32, found "z80"' "${export[@]}" -o x.h --chip z80

# Measured where there are compilers and emulators.
tools=0
for tool in arm-none-eabi-gcc qemu-system-arm avr-gcc simavr; do ! command -v $tool >/dev/null || tools=$((tools + 1)); done
expect 0 direct export m.direct -o airflow.h --json
if [[ $tools -eq 4 ]]; then
  targets=()
  for i in 0 1 2 3; do
    targets+=("$(json_value "$output" measurements $i target)")
    expect_equal "$(json_keys "$output" measurements $i)" "cycles flash_bytes instructions stack_bytes target"
  done
  expect_equal "${targets[*]}" "Cortex-M0 Cortex-M3 Cortex-M4F ATmega328p"
  instructions=$(json_value "$output" measurements 1 instructions)
  bound=$(json_value "$output" encodings "$(json_value "$output" encoding)" instructions)
  [[ $instructions -le $bound ]] || fail "the bound $bound is below what was measured: $instructions"
  expect_match "$(<airflow.h)" "$instructions instructions a prediction"
  expect_match "$output" '"cycles": [0-9]+,'
  expect 0 direct export m.direct -o measured.h --name airflow --report
  expect_same airflow.h measured.h
  expect_match "$errors" "[0-9]+ instructions on Cortex-M0, $instructions on Cortex-M3, .* cycles on ATmega328p"
  expect_match "$output" "Cortex-M3 +$instructions "
  expect 0 direct export m.direct -o fast.h --report --optimize speed --chip cortex-m3
  expect_match "$errors" 'has the fewest instructions on cortex-m3 \(measured\)'
  fastest=$(awk '/^(lists|gap|dense|code) +[0-9]/ && (least == "" || $5 < least) { least = $5 } END { print least }' <<<"$output")
  expect_match "$output" "Cortex-M3 +$fastest "
fi

# The header computes what predict --integer says, whatever the encoding and the kind of model.
cat >program.c <<'END'
#include <stdio.h>
#include "model.h"

/* Codes of the inputs in, the line of predict --integer --raw out. */
int main(void) {
  for (;;) {
    int16_t x[MODEL_NUM_INPUTS];
    int32_t draws[MODEL_NUM_DRAWS];
    model_result result;
    int j, code;
    if (model_selftest() != 0) return 1;
    for (j = 0; j < MODEL_NUM_INPUTS; ++j) {
      if (scanf("%d%*c", &code) != 1) return j == 0 ? 0 : 2;
      x[j] = (int16_t)code;
      printf("%d,", code);
    }
    model_predict(x, &result);
    model_draws(x, draws);
    printf("%ld,%lu,%lu,%d", (long)result.mean, (unsigned long)result.std_model, (unsigned long)result.std_total,
           result.flags);
    for (j = 0; j < MODEL_NUM_DRAWS; ++j) printf(",%ld", (long)draws[j]);
    printf("\n");
  }
}
END
compiler=(gcc -std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -O1)
awk -F, -v OFS=, 'NR == 2 { $1 = 1e9 } NR == 3 { $1 = -1e300; $2 = 1e9 } NR <= 3' test.csv >far.csv
runs() { # MODEL EXPORT_FLAG...
  local model=$1 inputs
  shift
  expect 0 direct export "$model" --no-measure -q -o model.h "$@"
  expect 0 "${compiler[@]}" program.c -o program
  { direct predict "$model" test.csv --integer --raw && direct predict "$model" far.csv --integer --raw -q | tail -n +2; } >raw.csv
  inputs=$(head -n 1 raw.csv | tr , '\n' | grep -c code)
  expect_same <(tail -n +2 raw.csv | cut -d, -f1-"$inputs" | ./program) <(tail -n +2 raw.csv)
}
for encoding in auto lists gap dense code; do runs m.direct --encoding $encoding; done
direct fit train.csv --features linear -q -o linear.direct
direct fit train.csv --features given --drop site -q -o given.direct
direct fit train.csv "${integers[@]}" --support pow2 --posterior mean-field -o pow2.direct
direct fit train.csv "${integers[@]}" --support auto --posterior mixture --components 2 -o mixture.direct
direct fit train.csv "${integers[@]}" --support=-3,-1,0,2,5 --posterior mean-field -o list.direct
direct fit train.csv "${integers[@]}" --levels 3 -o ternary.direct
direct fit train.csv "${integers[@]}" --max-active-features 10 -o active.direct
direct fit train.csv "${integers[@]}" --support learned-shared -o shared.direct
for model in trained linear given pow2 mixture list ternary active shared sampled; do runs $model.direct; done

# The quantiser, from readings; functions with floats are for those who ask for them; C++ takes the header, too.
cat >quantise.c <<'END'
#include <math.h>
#include <stdio.h>
#include "model.h"

/* The first five of the inputs, the numbers, and the rest of the line. */
int main(void) {
  const int bits[5] = {BITS};
  double value;
  unsigned j = 0;
  while (scanf(j == 4 ? "%lf%*[^\n]" : "%lf,", &value) == 1) {
    printf("%d%c", model_quantise((uint16_t)j, (int32_t)floor(ldexp(value, bits[j]) + 0.5)), j == 4 ? '\n' : ',');
    j = (j + 1) % 5;
  }
  return 0;
}
END
expect 0 "${export[@]}" -o model.h --json
bits=$(sed -n 's/^ *"bits": \(.*\)/\1/p' <<<"$output" | head -n 5 | tr -d '\n')
expect 0 gcc -std=c99 -DBITS="$bits" quantise.c -o quantise -lm
expect_same <(tail -n +2 test.csv | ./quantise) \
  <(direct predict m.direct test.csv --integer --raw | tail -n +2 | cut -d, -f1-5)
cat >floats.cpp <<'END'
#define MODEL_FLOAT
#include <cstdio>
#include "model.h"

int main() {
  const float inputs[8] = {INPUTS};
  float mean, std_model, std_total;
  model_predict_float(inputs, &mean, &std_model, &std_total);
  std::printf("%.3f %.3f %.3f\n", mean, std_model, std_total);
}
END
inputs=$(awk -F, 'NR == 2 { printf "%s,%s,%s,%s,%s,%d,%d,%d", $1, $2, $3, $4, $5, $6 == "harbour", $6 == "park", $6 == "tunnel" }' test.csv)
expect 0 g++ -std=c++11 -Wall -Wextra -pedantic -Werror -DINPUTS="$inputs" floats.cpp -o floats
expect_equal "$(./floats)" "$(direct predict m.direct test.csv --integer | awk -F, 'NR == 2 { printf "%.3f %.3f %.3f", $1, $2, $4 }')"
expect 0 "${compiler[@]}" -ffreestanding -c -x c model.h -o model.o
expect_equal "$(nm --undefined-only model.o)" ""
if command -v arm-none-eabi-gcc >/dev/null; then
  echo '#include "model.h"
    void predict(const int16_t *x, model_result *out); void predict(const int16_t *x, model_result *out) { model_predict(x, out); }
    int selftest(void); int selftest(void) { return model_selftest(); }' >object.c
  expect 0 arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -std=c99 -ffreestanding -O2 -c object.c -o object.o
  expect_equal "$(arm-none-eabi-nm --undefined-only object.o)" ""
fi

# Where the header cannot go.
mkdir folder
expect_error 2 "no place for the header: name a file, as in -o model.h" "${export[@]}"
for flag in --json --report; do
  expect_error 2 "-o -: expected a file for the header, not a pipe" "${export[@]}" -o - --name m $flag
  expect_error 2 "no place for the header: name a file, as in -o model.h" "${export[@]}" $flag
done
expect_error 2 "folder: is a directory, expected a file to write" "${export[@]}" -o folder
expect_error 2 "nowhere/m.h: there is no directory nowhere" "${export[@]}" -o nowhere/m.h
expect_error 2 "m.direct: is an input, not overwritten" "${export[@]}" -o m.direct
if [[ $(id -u) -ne 0 ]]; then
  mkdir --mode=a-w locked
  expect_error 6 "locked/m.h: cannot be written: Permission denied" "${export[@]}" -o locked/m.h
fi

# Names that are none.
expect_error 2 "--name: standard output has no name for the header; give one, as in --name airflow" "${export[@]}" -o -
no_name() { # NAME FLAG...
  local name=$1
  shift
  expect_error 2 "--name: expected a name of letters, digits and underscores that begins with a letter, found \"$name\"" \
    "${export[@]}" "$@"
}
for name in 2nd 'a b' a-b _a Lüfter ''; do no_name "$name" -o x.h --name "$name"; done
no_name 2nd -o 2nd.h
no_name lüfter -o lüfter.h
no_name _h -o .h
for name in int class register; do
  expect_error 2 "--name: $name is a word of C or C++: choose another name" "${export[@]}" -o x.h --name $name
  expect_error 2 "--name: $name is a word of C or C++: choose another name" "${export[@]}" -o $name.h
done

# Wrong values.
expect_error 2 "expected 1 to 64 draws, found 0" "${export[@]}" -o x.h --draws 0
expect_error 2 "expected 1 to 64 draws, found 65" "${export[@]}" -o x.h --draws 65
expect_error 2 "the posterior is an ensemble of 20 deviations, found 21: export fewer, or fit with --components 21" \
  "${export[@]}" -o x.h --draws 21
expect_error 2 '--draws: expected a whole number, not negative, found "-1"' "${export[@]}" -o x.h --draws=-1
expect_error 2 '--encoding: expected auto|lists|gap|dense|code, found "zip"' "${export[@]}" -o x.h --encoding zip
for level in 0 1 90 -0.5 nan; do
  expect_error 2 "--interval: expected a number between 0 and 1, found $level" "${export[@]}" -o x.h --interval=$level
done
expect_error 2 "MODEL is missing; see direct export --help" direct export -o x.h
expect_error 4 "absent.direct: cannot be read: No such file or directory" direct export absent.direct -o x.h
expect_error 4 "train.csv: is damaged or of another kind: it does not start like one" direct export train.csv -o x.h
direct fit train.csv "${integers[@]}" --levels 31 -o fine.direct
expect 2 direct export fine.direct --no-measure -o x.h --encoding gap
expect_match "$errors" '^direct: encoding gap holds codes from -7 to 7, found 1[0-5]: use lists$' # the largest there is

# Models that integers cannot hold.
refused() { # MESSAGE FIT_FLAG...
  local message=$1
  shift
  expect 0 direct fit train.csv "$@" -q -o refused.direct
  expect_error 2 "$message" direct export refused.direct -o x.h
  expect_error 2 "$message" direct predict refused.direct test.csv --integer
  expect_error 2 "$message" direct evaluate refused.direct test.csv --integer
}
refused "the Fourier features are of floating point, which the device does not compute: fit with --feature-bits 12" \
  --num-features 32 --feature-bits 0
refused "networks cannot be exported yet: the device computes linear models" --model network --hidden 1
awk -F, -v OFS=, '{ $7 = NR == 1 ? "gas_ppm" : int($7 * $7); print }' test.csv >train.csv
refused "only models with Gaussian noise can be exported: the device has no exponentials for classes, counts and positive numbers" \
  --num-features 32 --likelihood poisson
awk 'BEGIN {
  for (j = 0; j < 1025; ++j) printf "x%d,", j; print "y"
  for (i = 0; i < 30; ++i) { for (j = 0; j < 1025; ++j) printf "%d,", i * (j + 3) % 11; print i % 7 }
}' >train.csv
cp train.csv test.csv
refused "the device takes up to 1024 inputs, found 1025" --features linear --support auto --posterior mean-field
awk 'BEGIN { print "a,y"; for (i = 0; i < 50; ++i) printf "%.9f,%d\n", 1e7 + i * 37 % 50 / 1e6, i * 37 % 50 }' >train.csv
cp train.csv test.csv
expect 0 direct fit train.csv "${integers[@]}" -o far.direct
expect 2 direct export far.direct -o x.h
expect_match "$errors" '^direct: input a: its values are about 1e\+07, too far from zero for steps of [0-9.e-]+ in 32 bits; subtract a constant from it first$'
awk 'BEGIN {
  for (j = 0; j < 24; ++j) printf "x%d,", j; print "y"
  for (i = 0; i < 30; ++i) { for (j = 0; j < 24; ++j) printf "%d,", i * (j + 3) % 11; print i % 7 }
}' >train.csv
expect 0 direct fit train.csv --features linear --support auto --levels 255 --posterior mean-field --noise 100 -q -o wide.direct
expect 2 direct export wide.direct -o x.h --draws 64
expect_match "$errors" '^direct: overflow cannot be excluded: sums may reach [0-9.e+]+, and 32 bits hold 2.15e\+09; use fewer draws, levels or features$'
[[ ! -e x.h ]] || fail "x.h is there"
