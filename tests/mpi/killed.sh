# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A rank that dies takes the others along; Ctrl-C ends all of them. No output, no temporary file, nobody left.

processes_of() { # the ranks among the children of process $1
  local stat
  for stat in /proc/[0-9]*/stat; do
    awk -v parent="$1" '$2 == "(direct)" && $4 == parent { print $1 }' "$stat" 2>/dev/null || true
  done
}

listens() { # PROCESS: it catches SIGTERM
  (((0x$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status") & (1 << 14)) != 0))
}

# Starts three ranks and waits until they are at work.
start() {
  env --default-signal=INT "$MPIRUN" -n 3 direct accumulate big.csv --like map.stats -q -o out.stats >output.tmp 2>errors.tmp &
  parent=$!
  local process
  until
    mapfile -t processes < <(processes_of $parent)
    [[ ${#processes[@]} -eq 3 ]]
  do kill -0 $parent || fail "mpirun ended before its ranks were seen"; sleep 0.02; done
  for process in "${processes[@]}"; do until listens "$process"; do sleep 0.02; done; done
}

expect_nothing_left() {
  local process
  for process in "${processes[@]}"; do
    for _ in {1..100}; do [[ -d /proc/$process ]] || break; sleep 0.1; done
    [[ ! -d /proc/$process ]] || fail "process $process is still there"
  done
  rm errors.tmp output.tmp
  expect_equal "$(files)" $'./big.csv\n./map.stats'
}

direct generate electric --rows 1000000 --seed 1 -o big.csv
direct prepare big.csv --num-features 1024 --feature-bits 8 -q -o map.stats

for victim in 0 2; do
  start
  kill -s KILL "${processes[$victim]}"
  code=0
  wait $parent || code=$?
  [[ $code -ne 0 ]] || fail "mpirun says that all is well"
  expect_match "$(<errors.tmp)" 'signal 9'
  expect_nothing_left
done

start
kill -s INT $parent
code=0
wait $parent || code=$?
[[ $code -ne 0 ]] || fail "mpirun says that all is well"
expect_nothing_left
