# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Every `$ direct ...` of the README works, in its order (with fewer features, to be quick).
commands=$(sed -n 's/^\$ direct /direct /p' "$here/../../README.md")
[[ $(wc -l <<<"$commands") -ge 8 ]] || fail "the README has lost its commands"
while read -r command; do
  command=$(sed 's/--num-features [0-9]*//; /--model network/!s/^direct \(fit\|cv\|prepare\) \([a-z]*.csv\)/direct \1 --num-features 32 \2/; s/^direct tune /direct tune --folds 2 --try-features 16,32 /; /--flash/s/16,32/8 --try-levels 15/; s/--rows [0-9]*/--rows 60/' <<<"$command")
  expect 0 bash -c "$command"
done <<<"$commands"
