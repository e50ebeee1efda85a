# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Every chip computes what this machine does, bit for bit, and this machine what the library does.
need gcc
chips=()
for chip in m0 m3 m4f avr; do ! has_chip $chip || chips+=("$chip"); done
[[ $long -eq 0 ]] || ! has_chip rv32 || chips+=(rv32)
[[ ${#chips[@]} -gt 0 ]] || { echo "neither arm-none-eabi-gcc and qemu-system-arm nor avr-gcc and simavr here"; exit 77; }

checksums() { # CHIP NAME ROWS: one for every 100
  build "$1" "$2" "$2.$1" "$scripts/checksum.c" -DNUM_ROWS="$3u" || fail "$2: not built for $1"
  run_on "$1" "$2.$1" || fail "$2: fails on $1"
}

# same_on_chips NAME ROWS AVR_ROWS
same_on_chips() {
  local chip rows
  checksums native "$1" "$2" >"$1.native.txt"
  expect_match "$(<"$1.native.txt")" '^([0-9a-f]{8}'$'\n''?)+$'
  for chip in "${chips[@]}"; do
    rows=$2
    [[ $chip != avr ]] || rows=$3
    [[ $rows -gt 0 ]] || continue
    checksums "$chip" "$1" "$rows" >"$1.$chip.txt"
    expect_same "$1.$chip.txt" <(head -n $((rows / 100)) "$1.native.txt")
  done
}

# The rows of FILE, and the same far out of their range.
write_far_rows() { # FILE
  awk -F, -v OFS=, 'NR == 1 { print; next }
    { print; for (j = 1; j < NF; ++j) $j *= NR % 3 == 0 ? 1e5 : (NR % 3 == 1 ? 30 : -1e5); print }' "$1"
}

# The library and the header say the same of rows.
same_as_library() { # NAME INPUTS DRAWS
  local names
  choose_names "$1"
  gcc -O2 "${names[@]}" -o "$1.rows" "$scripts/rows.c" || fail "$1: not compiled"
  write_far_rows "$2.csv" >far.csv
  direct predict "$1.direct" far.csv -q --integer --raw --draws "$3" >"$1.library.csv" || fail "$1: not predicted"
  "./$1.rows" <"$1.library.csv" >"$1.header.csv"
  expect_same "$1.library.csv" "$1.header.csv"
  [[ $(wc -l <"$1.header.csv") -gt 700 ]] || fail "$1: few rows"
  awk -F, -v flags=$(($2 + 4)) 'NR > 1 && $flags == 1 { ++count } END { exit !(count > 100) }' "$1.header.csv" ||
    fail "$1: few rows out of range"
}

# same NAME INPUTS DRAWS AVR_ROWS "FIT FLAGS" ["EXPORT FLAGS"]; no rows: too large for an ATmega328p
same() {
  write_header "$1" "$2" "$5" "--draws $3 ${6-}"
  same_as_library "$1" "$2" "$3"
  same_on_chips "$1" "$num_rows" "$4"
}

# How codes are stored changes no result.
same_in_every_encoding() { # INPUTS DRAWS AVR_ROWS "FIT FLAGS" ENCODING...
  local encoding
  same "as_$5" "$1" "$2" "$3" "$4" "--encoding $5"
  for encoding in "${@:6}"; do
    write_header "as_$encoding" "$1" "$4" "--draws $2 --encoding $encoding"
    same_on_chips "as_$encoding" "$num_rows" "$3"
    expect_same "as_$encoding.native.txt" "as_$5.native.txt"
  done
}

if [[ $long -eq 0 ]]; then
  num_rows=1000
  same tiny 1 1 100 "--num-features 8 --posterior mean-field"
  same line 3 8 100 "--features linear"
  same learned 2 4 100 "--num-features 64 --levels 3"
  same trained 3 4 100 "--features trained --num-features 8"
  same bytes 2 8 100 "--num-features 16 --levels 255" "--encoding dense"
  same pairs 2 8 100 "--num-features 16 --law mixture"
  same power 5 8 100 "--num-features 128 --support pow2 --posterior mean-field"
  same mixture 6 12 100 "--num-features 100 --posterior mixture --support auto"
  same_in_every_encoding 2 8 100 "--num-features 16 --levels 15" lists gap dense code
  exit
fi

num_rows=10000
same tiny 1 1 1000 "--num-features 8 --posterior mean-field"
same line 3 8 1000 "--features linear"
same given 2 8 1000 "--features given"
same power_line 32 16 1000 "--features linear --support pow2 --posterior mean-field"
same power 5 8 300 "--num-features 256 --support pow2 --posterior mean-field"
same values 4 8 1000 "--num-features 64 --support=-2,-1,-0.5,-0.2,0,0.2,0.5,1,2 --posterior mean-field"
same levels 4 20 300 "--num-features 128 --levels 63"
same many_inputs 32 8 300 "--num-features 128 --levels 3 --max-active-features 64"
same trained_few 4 3 300 "--features trained --num-features 24 --levels 15"
same trained_wide 20 5 100 "--features trained --num-features 12 --levels 255" "--optimize speed"
same_in_every_encoding 5 8 100 "--features trained --num-features 32 --levels 255" lists dense code
same_in_every_encoding 5 4 100 "--features trained --num-features 32 --levels 15" lists gap dense code
same mixture 6 12 300 "--num-features 100 --posterior mixture --support auto"
same sparse 8 8 300 "--num-features 512 --support auto --posterior mean-field --target-sparsity 0.85"
same learned 8 20 100 "--num-features 512 --levels 3 --components 20"
same big 16 32 0 "--num-features 2048 --components 32"
same_in_every_encoding 3 8 300 "--num-features 64 --levels 15" lists gap dense code
same_in_every_encoding 7 9 100 "--num-features 320 --levels 15" lists gap dense
num_rows=2000
same_in_every_encoding 8 32 0 "--num-features 1024 --levels 3 --components 32" lists gap dense
