# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The progress line is for terminals only, and -q silences it.
command -v script >/dev/null || { echo "there is no script(1) to play a terminal"; exit 77; }
direct generate sensor --rows 50 -o train.csv
expect 0 script --quiet --return --command "direct fit train.csv --num-features 64 -o m.direct" /dev/null
expect_match "$output" $'\r[a-z]+: [0-9]+ [a-z]+\033\\[K'
expect 0 script --quiet --return --command "direct fit train.csv --num-features 64 -q -o m.direct" /dev/null
expect_equal "$output" ""
expect 0 script --quiet --return --command "direct tune train.csv --try-features 256" /dev/null
expect_match "$output" $'\rtune: [0-9]+ fits\033\\[K'
expect 0 direct fit train.csv --num-features 64 -o m.direct
[[ $errors != *$'\r'* ]] || fail "a progress line in a file"
