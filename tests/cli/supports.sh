# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Every support with every prior goes through the commands; what is none is refused.
direct generate sensor --rows 300 --seed 1 -o train.csv
direct generate sensor --rows 100 --seed 2 -o test.csv
direct accumulate train.csv --features linear -q -o linear.stats
direct accumulate train.csv --num-features 40 -q -o fourier.stats
expect 0 direct inspect linear.stats --json
weights=$(json_value "$output" num_features)
number='^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$'

# lines COUNT LINE: a file of equal lines
lines() { for ((i = 0; i < $1; ++i)); do echo "$2"; done; }
lines "$weights" -1,-0.5,-0.25,-0.1,0,0.1,0.25,0.5,1 >own.txt
sed -i '1s/.*/-4,-3,-2,-1,0,1,2,3,4/' own.txt

# works MODEL: the commands know what to do with it
works() {
  expect 0 direct predict "$1" test.csv --interval 0.9
  expect_equal "$(wc -l <<<"$output")" 101
  expect 0 direct evaluate "$1" test.csv --json
  expect_match "$(json_value "$output" nll)" "$number"
  expect 0 direct sample "$1" --count 10 -q
  expect 0 direct check "$1"
  expect 0 direct inspect "$1"
  [[ $output != *nan* && $output != *inf* ]] || fail "$1: $output"
}

for prior in gaussian uniform laplace "spike-slab --spike 0.5"; do
  read -ra prior <<<"$prior"
  for support in auto pow2 -2:2 -2,-1,-0.5,-0.2,0,0.2,0.5,1,2 @own.txt; do
    expect 0 direct fit linear.stats --support=$support --prior "${prior[@]}" -q -o m.direct
    works m.direct
    expect_match "$output" "prior +${prior[0]}, scale [0-9.e-]+"
  done
  for posterior in mean-field mixture; do
    expect 0 direct fit fourier.stats --support pow2 --prior "${prior[@]}" --posterior $posterior -q -o m.direct
    works m.direct
  done
done

# What is said of them.
expect 0 direct fit linear.stats --support auto --prior spike-slab --spike 0.75 --levels 16 -q -o m.direct
expect 0 direct inspect m.direct
expect_match "$output" 'levels +16 from -[0-9.]+ to [0-9.]+'$'\n''prior +spike-slab, scale [0-9.e-]+, spike 0.75'
expect 0 direct inspect m.direct --json
expect_equal "$(json_value "$output" spike) $(json_value "$output" support 8)" "0.75 0.0"
expect_match "$output" '"shared_levels": true'
expect 0 direct fit linear.stats --support pow2 --levels 7 --prior-scale 1.4 -q -o m.direct
expect 0 direct inspect m.direct --json
expect_equal "$(json_value "$output" support 3) $(json_value "$output" support 4) $(json_value "$output" support 6)" \
  "0.0 1.0 4.0"
expect_match "$output" '"spike": null'

# A model keeps the levels of a file; the file may go.
expect 0 direct fit linear.stats --support @own.txt -q -o own.direct
mv own.txt gone.txt
expect 0 direct update own.direct test.csv -q
expect 0 direct inspect own.direct
expect_match "$output" 'levels +9 from -4 to 4, of each weight its own'
expect 0 direct inspect own.direct --json
expect_match "$output" '"shared_levels": false'
expect_equal "$(json_value "$output" support 0 8) $(json_value "$output" support 1 8)" "4.0 1.0"
mv gone.txt own.txt
expect 0 direct cv train.csv --features linear --support @own.txt --folds 2 -q

# What is no support.
fit() { direct fit linear.stats -q -o never.direct "$@"; }
words='auto, learned, learned-shared, pow2, LO:HI, 2 to 256 increasing numbers v1,v2,..., or @FILE'
expect_error 2 "--support: expected $words, found \"1\", of 1 levels" fit --support=1
expect_error 2 "--support: expected $words, found \"2,1\", where 1 comes after 2" fit --support=2,1
expect_error 2 "--support: expected $words, found \"0,1,1\", where 1 comes after 1" fit --support=0,1,1
for bad in 1,nan 0:inf 2:1 '1,2,' pow3 @; do
  expect_error 2 "--support: expected $words, found \"$bad\"" fit --support=$bad
done
expect_error 2 "--levels: --support pow2 has zero and as many levels either side; expected an odd number, found 16" \
  fit --support pow2 --levels 16
for spike in 0 1 1.5; do
  expect_error 2 "--spike: expected a probability above 0 and below 1, found $spike" \
    fit --prior spike-slab --spike $spike
done
expect_error 2 "--spike: is that of a spike-slab prior; expected --prior spike-slab, found laplace" \
  fit --prior laplace --spike 0.5
expect_error 2 "a spike-slab prior needs a level that is zero, found none among 2 from -1 to 1" \
  fit --prior spike-slab --support=-1,1
expect_error 2 "--levels: a spike-slab prior needs a level that is zero; expected 3 or more, found 2" \
  fit --prior spike-slab --support auto --levels 2
expect_error 2 "--prior-mixture: its factors are those of the scale of a Gaussian; expected --prior gaussian" \
  fit --prior laplace --prior-mixture 0.5:1,0.5:0.3

# Files that are none.
expect_error 3 "absent.txt: cannot be read: No such file or directory" fit --support @absent.txt
expect_error 3 ".: is a directory, expected a CSV file" fit --support @.
: >empty.txt
expect_error 3 "empty.txt: is empty; expected a line of levels v1,v2,... for each weight" fit --support @empty.txt
refused() { # TEXT REASON
  printf '%b' "$1" >bad.txt
  expect_error 3 "bad.txt:$2" fit --support @bad.txt
}
refused '-1,0,1\n-1,nan,1\n' '2:2: expected a number, found "nan"'
refused '-1,0,1,\n' '1:4: expected a number, found ""'
refused '-1,0,1\n-1,2,1\n' '2:3: expected a level above 2, found 1'
refused '-1,0,1\n-1,1\n' '2: expected 3 levels, as on the lines before, found 2'
refused '5\n5\n' '1: expected 2 to 256 levels v1,v2,..., found 1'
head -n 1 own.txt >one.txt
expect_error 3 "one.txt: expected the levels of $weights weights, a line each in the order of the features, found 1" \
  fit --support @one.txt
sed 's/$/\r/' own.txt >windows.txt
echo >>windows.txt
direct fit linear.stats --support @own.txt -q -o a.direct
direct fit linear.stats --support @windows.txt -q -o b.direct
expect_same <(direct predict a.direct test.csv) <(direct predict b.direct test.csv)
