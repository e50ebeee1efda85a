# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A row of weight k is k equal rows.
awk 'BEGIN {
  print "a,count,b,y"
  for (i = 0; i < 1500; ++i) {
    a = i * 37 % 101 / 50 - 1; b = i * 53 % 89 / 44 - 1; noise = i * 71 % 97 / 480 - 0.1
    printf "%.6f,%d,%.6f,%.6f\n", a, 1 + i % 3, b, 2 * a - b + 1 + noise
  }
}' >weighted.csv
awk -F, -v OFS=, 'NR == 1 { print } NR > 1 { count = $2; $2 = 1; for (i = 0; i < count; ++i) print }' weighted.csv >repeated.csv

direct prepare weighted.csv --weight count "${integers[@]}" -o map.stats
direct prepare repeated.csv --weight count "${integers[@]}" -o other.stats
expect_same map.stats other.stats
direct accumulate weighted.csv --weight count "${integers[@]}" -o weighted.stats
direct accumulate repeated.csv --weight count "${integers[@]}" -o repeated.stats
expect_same weighted.stats repeated.stats
expect_equal "$(json_value "$(direct inspect weighted.stats --json)" num_rows)" 3000
expect_equal "$(json_value "$(direct inspect weighted.stats --json)" schema weight)" count
direct fit weighted.csv --weight count "${integers[@]}" -o weighted.direct
direct fit repeated.stats -q -o repeated.direct
expect_same weighted.direct repeated.direct

# The column of weights is no input, and new rows need not have it.
expect 0 direct predict weighted.direct <(printf 'a,b\n0.5,0.5\n')

# Rows of weight 0 are not there.
{ cat weighted.csv && printf '0.5,0,0.5,3\n'; } >with_nothing.csv
direct accumulate with_nothing.csv --like map.stats -q -o other.stats
expect_same weighted.stats other.stats

# Fractions work, and say that exactness ends.
sed 's/^\([^,]*\),1,/\1,0.5,/' weighted.csv >fractions.csv
expect 0 direct accumulate fractions.csv --like map.stats -o fractions.stats
expect_match "$errors" 'direct: note: [^'$'\n'']*(exact|whole)'
expect 0 direct inspect fractions.stats --json
expect_equal "$(json_value "$output" exact)" OFF
expect_equal "$(json_value "$output" num_rows)" 2750
expect 0 direct fit fractions.csv --weight count "${integers[@]}" -o fractions.direct
expect 0 direct cv fractions.csv --weight count "${integers[@]}" --folds 3

# Weights are numbers, and not negative.
fit() { direct fit "$@" --weight count "${integers[@]}" -o m.direct; }
sed '3s/,[0-9]*,/,-1,/' weighted.csv >negative.csv
expect 3 fit negative.csv
expect_match "$errors" '^direct: negative.csv:3:2: [^'$'\n'']*-1'
sed '3s/,[0-9]*,/,,/' weighted.csv >missing.csv
expect 3 fit missing.csv
expect_match "$errors" '^direct: missing.csv:3:2: '
sed '3s/,[0-9]*,/,often,/' weighted.csv >text.csv
expect 3 fit text.csv
expect_match "$errors" '^direct: text.csv:3:2: '
expect 2 direct fit weighted.csv --weight z "${integers[@]}" -o m.direct
expect_match "$errors" '^direct: unknown weight column "z"; available: a, count, b, y$'
expect 2 direct fit weighted.csv --weight y "${integers[@]}" -o m.direct
sed 's/^\([^,]*\),[0-9]*,/\1,0,/' weighted.csv >nothing.csv
expect 3 fit nothing.csv
[[ ! -e m.direct ]] || fail "m.direct is there"
