# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Ctrl-C: exit code 130, one line, no model, no temporary file.

listens() { # PROCESS SIGNAL_BIT
  grep --quiet '^direct$' "/proc/$1/comm" && (((0x$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status") & $2) != 0))
}

# interrupt SIGNAL COMMAND...: sends it as soon as the command listens, or $delay seconds later. It ends after so many $microseconds.
interrupt() {
  local signal=$1 bit code=0
  shift
  bit=$((1 << ($(kill -l "$signal") - 1)))
  env --default-signal="$signal" "$@" 2>errors.tmp &
  until listens $! "$bit"; do
    kill -0 $! || fail "$*: ended before it could be interrupted"
    sleep 0.01
  done
  sleep "${delay:-0}"
  kill -s "$signal" $!
  interrupted_at=${EPOCHREALTIME//[.,]/}
  wait $! || code=$?
  microseconds=$((${EPOCHREALTIME//[.,]/} - interrupted_at))
  errors=$(<errors.tmp)
  rm errors.tmp
  return $code
}

expect_interrupted() { # SIGNAL COMMAND...
  local before code=0
  before=$(files)
  interrupt "$@" || code=$?
  expect_equal "$code" 130
  expect_equal "$errors" "direct: interrupted"
  expect_equal "$(files)" "$before"
}

direct generate sensor --rows 2000 -o train.csv
for signal in INT TERM; do
  expect_interrupted $signal direct fit train.csv --num-features 512 -o model.direct
  expect_interrupted $signal direct cv train.csv --num-features 64 --folds 100 --per-fold
  expect_interrupted $signal direct tune train.csv
done
expect_interrupted INT direct generate sensor --rows 100000000 -o big.csv

# Within a second, whatever is going on: a pass over many rows, or the fit after it.
# Sanitizers take $slowdown times as long.
too_long=$((1000000 * slowdown))
direct generate electric --rows 500000 -o big.csv
direct prepare train.csv "${integers[@]}" -o small.stats
direct prepare big.csv --num-features 1024 --feature-bits 8 -q -o map.stats
direct fit train.csv --num-features 2000 --feature-bits 8 -q -o model.direct
for command in "prepare big.csv" "accumulate big.csv --like map.stats" "accumulate big.csv --feature-bits 0" \
  "fit big.csv --like map.stats" "update model.direct train.csv"; do
  # shellcheck disable=SC2086
  expect_interrupted INT direct $command -o out.stats
  [[ $microseconds -lt $too_long ]] || fail "$command took $microseconds us to stop"
done
for name in draws.csv draws.safetensors; do
  expect_interrupted INT direct sample model.direct --count 100000 -o $name
  [[ $microseconds -lt $too_long ]] || fail "sample took $microseconds us to stop"
done
delay=1
expect_interrupted INT direct accumulate big.csv --like map.stats --threads 1 -o out.stats
[[ $microseconds -lt $too_long ]] || fail "accumulate took $microseconds us to stop in the middle"
