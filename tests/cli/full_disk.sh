# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# No space: exit code 6, one line, and what was there stays.
write_model m.direct
write_data new.csv 3000

expect 6 bash -c 'direct predict m.direct new.csv >/dev/full'
expect_equal "$errors" "direct: standard output: cannot be written: No space left on device"
expect 6 bash -c 'direct inspect m.direct --json >/dev/full'
expect_equal "$errors" "direct: standard output: cannot be written: No space left on device"
expect 6 bash -c 'direct --help >/dev/full'

# A limit of one block on the size of files is a small disk that everybody has.
echo old >old.direct
before=$(files)
expect 6 bash -c 'ulimit -f 1; direct fit train.csv --num-features 64 -q -o old.direct'
expect_match "$errors" '^direct: old.direct: [^'$'\n'']*$'
expect 6 bash -c 'ulimit -f 1; direct predict m.direct new.csv -o predictions.csv'
expect_equal "$errors" "direct: predictions.csv: cannot be written: File too large"
expect_equal "$(files)" "$before"
expect_equal "$(<old.direct)" old

# And a real one, where this machine lets us have it.
mkdir disk
if mount -t tmpfs -o size=8k tmpfs disk 2>/dev/null; then
  trap 'umount "$scratch/disk"; rm -rf "$scratch"' EXIT
  expect 6 direct fit train.csv --num-features 64 -q -o disk/m.direct
  expect_match "$errors" '^direct: disk/m.direct: .*No space left on device$'
  expect 6 direct predict m.direct new.csv -o disk/p.csv
  expect_equal "$errors" "direct: disk/p.csv: cannot be written: No space left on device"
  expect_equal "$(ls -A disk)" ""
else
  echo "no file system of our own here: that part is left out"
fi
