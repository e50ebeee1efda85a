# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# direct export measures what it writes where it can, and leaves nothing behind, also when it is interrupted.
need arm-none-eabi-gcc qemu-system-arm
mkdir tmp
export TMPDIR=$PWD/tmp
direct generate sensor --rows 200 --seed 1 -o train.csv
direct fit train.csv -q --num-features 64 -o m.direct

# The header says what we measure ourselves.
expect 0 direct export m.direct -q -o airflow.h
expect_equal "$output$errors" ''
expect_equal "$(files | grep '^./tmp/')" ''
for chip in m0:Cortex-M0 m3:Cortex-M3 m4f:Cortex-M4F; do
  build "${chip%:*}" airflow measure.elf "$device/measure.c"
  expect 0 qemu "${chip%:*}" measure.elf -icount shift=8,align=off,sleep=off
  expect_match "$output" '^selftest 0 instructions [0-9]+ stack [0-9]+$'
  grep -E "${chip#*:} .*\<$(word_of "$output" instructions) instructions.*\<$(word_of "$output" stack) bytes of stack" airflow.h >found.txt ||
    fail "not in the header: ${chip#*:} $output"
done
if has_chip avr; then
  build avr airflow measure.elf "$device/measure.c"
  expect 0 run_on avr measure.elf
  expect_match "$output" '^selftest 0 cycles [0-9]+ stack [0-9]+'
  grep -E "ATmega328p .*\<$(word_of "$output" cycles) cycles.*\<$(word_of "$output" stack) bytes of stack" airflow.h >found.txt ||
    fail "not in the header: $output"
fi

# What is measured is the same each time, and nothing but the comment at the top tells.
expect 0 direct export m.direct -q -o again.h --name airflow
expect_same airflow.h again.h
expect 0 direct export m.direct -q -o bounds.h --name airflow --no-measure
expect_same <(sed '1,/^ \*\/$/d' airflow.h) <(sed '1,/^ \*\/$/d' bounds.h)

# Without compilers, and where they find nothing to write to, there are bounds.
mkdir none
ln -s "$DIRECT" none/direct
expect 0 env PATH="$PWD/none" direct export m.direct -q -o without.h --name airflow
expect_same without.h bounds.h
expect 0 env TMPDIR=/nowhere direct export m.direct -q -o without.h --name airflow
expect_same without.h bounds.h

# More than the memory of an ATmega328p, but not of a Cortex-M0.
write_inputs wide.csv 1000 100
direct fit wide.csv -q --features linear -o wide.direct
expect 0 direct export wide.direct -q -o wide.h
grep -q 'Cortex-M0 .* instructions' wide.h || fail "not measured on Cortex-M0"
! grep -q 'ATmega328p' wide.h || fail "measured on ATmega328p"

# Interrupted at any time. (Until it listens, a signal simply ends it.)
rm -f airflow.h
for delay in 0.3 0.6 0.9 1.2; do
  direct export m.direct -q -o airflow.h &
  export=$!
  sleep $delay
  kill -TERM $export 2>/dev/null || true
  code=0
  wait $export || code=$?
  [[ $code -eq 0 || $code -eq 130 || $code -eq 143 ]] || fail "exit code $code"
  [[ $code -eq 0 || ! -e airflow.h ]] || fail "a header of an interrupted export"
  [[ $code -eq 143 ]] || expect_equal "$(files | grep '^./tmp/')" ''
  rm -f airflow.h
done
