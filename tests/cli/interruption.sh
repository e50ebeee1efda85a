# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Ctrl-C: exit code 130, one line, no model, no temporary file.

listens() { # PROCESS SIGNAL_BIT
  grep --quiet '^direct$' "/proc/$1/comm" && (((0x$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status") & $2) != 0))
}

# interrupt SIGNAL COMMAND...: sends it as soon as the command listens.
interrupt() {
  local signal=$1 bit code=0
  shift
  bit=$((1 << ($(kill -l "$signal") - 1)))
  env --default-signal="$signal" "$@" 2>errors.tmp &
  until listens $! "$bit"; do
    kill -0 $! || fail "$*: ended before it could be interrupted"
    sleep 0.01
  done
  kill -s "$signal" $!
  wait $! || code=$?
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
done
expect_interrupted INT direct generate sensor --rows 100000000 -o big.csv
