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
expect 6 bash -c 'direct export m.direct -o - --name m --no-measure -q >/dev/full'
expect_equal "$errors" "direct: standard output: cannot be written: No space left on device"

# A limit of one block on the size of files is a small disk that everybody has.
direct accumulate train.csv "${integers[@]}" -o all.stats
echo old >old.direct
before=$(files)
expect 6 bash -c 'ulimit -f 1; direct fit train.csv --num-features 64 -q -o old.direct'
expect_match "$errors" '^direct: old.direct: [^'$'\n'']*$'
expect 6 bash -c 'ulimit -f 1; direct predict m.direct new.csv -o predictions.csv'
expect_equal "$errors" "direct: predictions.csv: cannot be written: File too large"
expect 6 bash -c 'ulimit -f 1; direct export m.direct --name m --no-measure -o old.direct'
expect_equal "$errors" "direct: old.direct: cannot be written: File too large"
for command in 'prepare train.csv' 'accumulate train.csv' 'merge all.stats'; do
  expect 6 bash -c "ulimit -f 1; direct $command -q -o old.direct"
  expect_match "$errors" '^direct: old.direct: [^'$'\n'']*$'
done
cp m.direct updated.direct
expect 6 bash -c 'ulimit -f 1; direct update updated.direct train.csv -q'
expect_match "$errors" '^direct: updated.direct: [^'$'\n'']*$'
expect_same m.direct updated.direct
rm updated.direct
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
  expect 6 direct export m.direct --no-measure -o disk/m.h
  expect_equal "$errors" "direct: disk/m.h: cannot be written: No space left on device"
  expect_equal "$(ls -A disk)" ""
  echo old >disk/old.stats
  for command in 'prepare train.csv' 'accumulate train.csv' 'merge all.stats'; do
    # shellcheck disable=SC2086
    expect 6 direct $command -q -o disk/old.stats
    expect_match "$errors" '^direct: disk/old.stats: .*No space left on device$'
  done
  expect_equal "$(ls -A disk)" old.stats
  expect_equal "$(<disk/old.stats)" old
else
  echo "no file system of our own here: that part is left out"
fi
