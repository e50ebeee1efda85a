# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The examples for chips, as their comments say, say what the library says.
need gcc make
examples=$(cd "$scripts/../../examples/device" && pwd)

# A line of numbers of each prediction: mean, std_total, lower, upper.
numbers() { sed -nE 's/^(gas )?(-?[0-9.]+) ppm, std ([0-9.]+), probably (-?[0-9.]+) to (-?[0-9.]+)$/\2 \3 \4 \5/p' <<<"$1"; }

# expect_library MODEL NUMBERS: as of the rows of now.csv, to the digits that are printed
expect_library() {
  direct predict "$1" now.csv -q --integer --interval 0.9 >predictions.csv || fail "$1: not predicted"
  tail -n +2 predictions.csv | cut -d, -f1,4,5,6 | tr , ' ' >expected.txt
  [[ $(wc -l <expected.txt) -eq $(wc -l <<<"$2") ]] || fail "expected $(<expected.txt), found $2"
  paste -d ' ' expected.txt - <<<"$2" | awk '{ for (i = 1; i <= 4; ++i) if (($i - $(i + 4)) ^ 2 > 0.0011 ^ 2) exit 1 }' ||
    fail "expected $(<expected.txt), found $2"
}

if has_chip m0; then
  cp -r "$examples/bare_metal" .
  make -s -C bare_metal clean
  cat >now.csv <<'END'
temperature,humidity,voltage,airflow,age_days,site
12.5,71,3.31,1.45,420,park
24.1,38.5,3.295,2.02,33,harbour
-3.2,90.4,3.402,0.88,801,tunnel
END
  for board in microbit mps2-an385 mps2-an386; do
    expect 0 make -s -C bare_metal run BOARD=$board DEVICE="$device"
    expect_library bare_metal/gas.direct "$(numbers "$output")"
  done
fi

if has_chip avr && command -v avr-g++ >/dev/null; then
  cp -r "$examples/arduino" .
  cd arduino || exit
  rm -f src/gas.h gas.direct train.csv
  bash -euo pipefail -c "$(sed -nE 's#^//   (direct .*)#\1 -q#p' src/gas_model.h | sed '/generate/s/ -q$//')" ||
    fail "the commands of gas_model.h"
  flags=(-mmcu=atmega328p -Os -Wall -Wextra -Werror -ffunction-sections -fdata-sections)
  avr-gcc "${flags[@]}" -std=gnu99 -c "$device/avr/start.c" -o start.o
  avr-g++ "${flags[@]}" -std=gnu++11 -Wl,--gc-sections -I"$scripts/arduino" -I"$device" -Isrc -include Arduino.h \
    -x c++ examples/Predict/Predict.ino -x none start.o -o Predict.elf || fail "the sketch does not compile"
  expect 0 run_on avr Predict.elf
  expect_equal "$(head -n 1 <<<"$output")" ready
  awk 'BEGIN {
    volts = 5 / 1023
    print "temperature,humidity,voltage,airflow,age_days,site"
    for (i = 0; i < 2; ++i)
      printf "%.6f,%.6f,%.6f,%.6f,200,park\n", 440 * volts * 20 - 30, 600 * volts * 20, 680 * volts, 320 * volts
  }' >now.csv
  expect_library gas.direct "$(numbers "$output")"
  cd ..
fi

[[ -d bare_metal || -d arduino ]] || { echo "no compiler and emulator of a chip here"; exit 77; }
