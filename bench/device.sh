#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a prediction takes on emulated chips: exports of trained models, beside float32 and plain int8 with the same
# numbers of inputs, features and draws. Exact counts of instructions. Needs the packages of `script/setup test`, and for
# float32 libnewlib-arm-none-eabi. DIRECT is the command, build/bench/direct if it is not set.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

direct=$(realpath "${DIRECT:-build/bench/direct}")
sources=$PWD/bench/device device=$PWD/device
for program in arm-none-eabi-gcc qemu-system-arm; do
  command -v $program >/dev/null || { echo "bench/device.sh: no $program here; run script/setup test" >&2; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

inputs=8 features=512 draws=8
chips=(m0 m3 m4f)
declare -A machine=([m0]=microbit [m3]=mps2-an385 [m4f]=mps2-an386)
declare -A flags=([m0]="-mcpu=cortex-m0" [m3]="-mcpu=cortex-m3" [m4f]="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard")

# N random integers from LEAST to MOST, with commas
integers() { # N LEAST MOST SEED
  awk -v n="$1" -v least="$2" -v most="$3" -v state="$4" 'BEGIN {
    for (i = 0; i < n; ++i) { state = (state * 16807) % 2147483647; printf "%d,", least + state % (most - least + 1) } }'
}

write_tables() {
  local shape="#define NUM_INPUTS $inputs
#define NUM_FEATURES $features
#define NUM_DRAWS $draws"
  {
    echo "$shape"
    echo "static const float frequencies[] = {$(integers $((features * inputs / 2)) -2000 2000 1 | sed 's/,/e-3f,/g')};"
    echo "static const float weights[] = {$(integers $((features * draws)) -700 700 2 | sed 's/,/e-4f,/g')};"
  } >float_tables.h
  {
    echo "$shape"
    echo "static const int16_t frequencies[] = {$(integers $((features * inputs / 2)) -32767 32767 1)};"
    echo "static const int8_t weights[] = {$(integers $((features * draws)) -7 7 2)};"
    awk 'BEGIN { printf "static const int8_t cosines[] = {"; for (i = 0; i < 320; ++i) printf "%d,", 127 * cos((i - 63.5) * atan2(0, -1) / 128); print "};" }'
  } >int8_tables.h
}

# Instructions, bytes of flash and of stack: measured CHIP HEADER PREFIX [LIBRARY]
measured() {
  local compiler text flash
  read -ra compiler <<<"${flags[$1]}"
  compiler=(arm-none-eabi-gcc -mthumb "${compiler[@]}" -std=c99 -O2 -w -ffreestanding -ffunction-sections -fdata-sections "-Wl,--gc-sections"
    -I. -I"$sources" -I"$device" -nostartfiles -DEXPORTED_PREFIX="$3" -DEXPORTED_MACRO_PREFIX="${3^^}" "-DEXPORTED_HEADER=\"$2\"")
  local libraries=(-nostdlib -lgcc)
  [[ -z ${4-} ]] || libraries=(--specs=nosys.specs "-l$4")
  "${compiler[@]}" -Wl,--defsym=flash_bytes=1M "$device/measure.c" "$device/cortex_m/start.c" "$device/cortex_m/cost.c" \
    -T "$device/cortex_m/link.ld" "${libraries[@]}" -o measure.elf
  text=$(timeout 120 qemu-system-arm -M "${machine[$1]}" -display none -monitor none -serial none -icount shift=8,align=off,sleep=off \
    -chardev stdio,id=text -semihosting-config enable=on,target=native,chardev=text -kernel measure.elf </dev/null)
  "${compiler[@]}" "$device/predict.c" -Wl,-e,predict "${libraries[@]}" -o size.elf
  flash=$(arm-none-eabi-size size.elf | awk 'NR == 2 { print $1 + $2 }')
  awk -v flash="$flash" '{ print $4, flash, $6 }' <<<"$text"
}

row() { # NAME ZEROS HEADER PREFIX [LIBRARY]
  local chip line="| $1 | $2 |" result instructions flash stack at_m3=""
  for chip in "${chips[@]}"; do
    result=$(measured "$chip" "$3" "$4" "${5-}")
    read -r instructions flash stack <<<"$result"
    line+=" $instructions |"
    if [[ $chip == m3 ]]; then at_m3="$flash | $stack |"; fi
  done
  echo "$line $at_m3"
}

# exported NAME FIT_FLAGS EXPORT_FLAGS
exported() {
  local fit_flags export_flags report
  read -ra fit_flags <<<"$2"
  read -ra export_flags <<<"$3"
  "$direct" fit train.csv --num-features $features "${fit_flags[@]}" -q -o model.direct
  report=$("$direct" export model.direct -o model.h --name model --draws $draws --no-measure "${export_flags[@]}" 2>&1)
  row "$1" "$(sed -nE 's/^ *codes +([0-9.]+) %.*encoding (.*)/\1 %, \2/p' <<<"$report")" model.h model
}

table() { # TITLE
  echo
  echo "$1"
  echo
  echo "| | zero codes, encoding | M0 | M3 | M4F | flash, M3 | stack, M3 |"
  echo "|---|--:|--:|--:|--:|--:|--:|"
}

models() {
  exported "mean field, one grid with a zero" "--support auto --posterior mean-field" ""
  exported "the same, sparse (\`--prior spike-slab\`)" "--support auto --posterior mean-field --prior spike-slab" ""
  exported "3 levels, learned" "--levels 3" ""
  exported "the same, \`--encoding gap\`" "--levels 3" "--encoding gap"
  exported "the same, \`--encoding code\`" "--levels 3" "--encoding code"
  exported "3 levels, learned, one step" "--levels 3 --support learned-shared" ""
  exported "15 levels, learned" "" ""
  exported "3 levels, 128 active features" "--levels 3 --max-active-features 128" ""
  exported "3 levels, one step, 128 active" "--levels 3 --support learned-shared --max-active-features 128" ""
}

write_tables
echo "Instructions of a prediction, mean and both deviations: $inputs inputs, $features features, $draws draws; compiled with -O2."
table "Without training, tables at random:"
if [[ -f /usr/lib/arm-none-eabi/newlib/libm.a || -f /usr/arm-none-eabi/lib/libm.a ]]; then
  row "float32, \`cosf\` and \`sinf\` of newlib" "" float_model.h floats m
else
  echo "| float32: no libnewlib-arm-none-eabi here | | | | | | |"
fi
row "int8, plain loops" "0 %" int8_model.h bytes
"$direct" generate sensor --rows 2000 --seed 1 -o train.csv
table "Trained on 2000 rows of \`direct generate sensor\`:"
models
"$direct" generate calibration --rows 2000 --seed 1 -o train.csv
draws=4
table "Trained on 2000 rows of \`direct generate calibration\`, 6 inputs, $draws deviations:"
for features in 16 64; do
  exported "$features trained features" "--features trained" ""
  exported "the same, \`--optimize speed\`" "--features trained" "--optimize speed"
done
features=512 draws=8
if [[ -d ${DIRECT_UCI:-} ]]; then
  paste -d' ' <(zcat "$DIRECT_UCI/kin40k/test_mask.csv.gz" | cut -d, -f1) <(zcat "$DIRECT_UCI/kin40k/data.csv.gz") |
    awk '$1 == 0 { print $2 }' >train.csv
  table "Trained on kin40k, fold 0:"
  models
fi
