# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Anything but a whole, untouched model file is refused: exit code 4, one line, by every command that reads one.
write_model model.direct
size=$(stat --format %s model.direct)

refused() { # FILE
  expect 4 direct inspect "$1"
  expect_match "$errors" "^direct: $1: [^"$'\n'"]*\$"
  expect_equal "$output" ""
}

for length in 0 1 7 8 9 100 $((size / 2)) $((size - 1)); do
  head -c "$length" model.direct >bad.direct
  refused bad.direct
done
(cat model.direct && echo) >bad.direct # one byte more
refused bad.direct

flip() { # OFFSET
  cp model.direct bad.direct
  printf '%b' "\\x$(printf '%02x' $((0x$(xxd_byte "$1") ^ 0x10)))" |
    dd of=bad.direct bs=1 seek="$1" conv=notrunc status=none
}
xxd_byte() { od --address-radix=n --format=x1 --skip-bytes="$1" --read-bytes=1 model.direct | tr -d ' '; }
for offset in 0 3 7 8 20 300 $((size / 3)) $((size / 2)) $((size - 100)) $((size - 16)) $((size - 1)); do
  flip "$offset"
  refused bad.direct
done

# Headers that promise the world.
printf '\xff\xff\xff\xff\xff\xff\xff\x7f{}' >bad.direct
refused bad.direct
printf '\x02\0\0\0\0\0\0\0{}' >bad.direct
refused bad.direct
header='{"x":{"dtype":"F64","shape":[4611686018427387904,8],"data_offsets":[0,8]}}'
(printf '%b' "\\x$(printf '%02x' ${#header})\\0\\0\\0\\0\\0\\0\\0" && printf '%s' "$header" && printf '12345678') >bad.direct
refused bad.direct
refused train.csv

mkdir folder
expect 4 direct inspect folder
expect 4 direct inspect nowhere.direct
expect_match "$errors" '^direct: nowhere.direct: .*No such file'
expect 4 direct predict bad.direct train.csv -o predictions.csv
expect 4 direct evaluate bad.direct train.csv
[[ ! -e predictions.csv ]] || fail "predictions.csv is there"
