# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The CSV of predict: columns, units, pipes, files.
write_model m.direct
write_data new.csv 2500 # several blocks

expect 0 direct predict m.direct new.csv
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total
expect_equal "$(wc -l <<<"$output")" 2501
expect 0 direct predict m.direct new.csv --interval 0.9
expect_equal "$(head -n 1 <<<"$output")" mean,std_model,std_noise,std_total,lower,upper
awk -F, 'NR > 1 {
  if ($4 < $2 || $4 < $3 || !($5 < $1 && $1 < $6)) exit 1
  width = ($6 - $5) / $4 / 2 / 1.6448536; if (width < 0.99999 || width > 1.00001) exit 1
}' <<<"$output" || fail "the columns do not agree with each other"

# The model is y = 2 a - b + 1.
paste -d, <(cut -d, -f3 new.csv) <(direct predict m.direct new.csv | cut -d, -f1) |
  awk -F, 'NR > 1 { d = $1 - $2; sum += d * d } END { exit !(sqrt(sum / (NR - 1)) < 0.1) }' || fail "bad predictions"

# A reader that leaves early is no error.
expect_equal "$(direct predict m.direct new.csv 2>errors.txt | head -n 1)" mean,std_model,std_noise,std_total
expect_equal "$(<errors.txt)" ""

# -o writes the same bytes; the target column and the order of columns do not matter; an extra column is a warning.
direct predict m.direct new.csv >stdout.csv
direct predict m.direct new.csv -o file.csv
cmp stdout.csv file.csv
awk -F, -v OFS=, '{ print $2, NR == 1 ? "extra" : 7, $1 }' new.csv >shuffled.csv
expect 0 direct predict m.direct shuffled.csv -o file.csv
cmp stdout.csv file.csv
expect_match "$errors" '^direct: warning: .*"extra"'
expect 0 direct predict m.direct shuffled.csv -o file.csv -q
expect_equal "$errors" ""

expect_error 2 "--interval: expected a level between 0 and 1, found 90.000000" \
  direct predict m.direct new.csv --interval 90
expect_error 2 '--interval: expected a number, found "high"' direct predict m.direct new.csv --interval high
expect_error 2 "m.direct: is an input, not overwritten" direct predict m.direct new.csv -o m.direct
expect_error 2 "nowhere/p.csv: there is no directory nowhere" direct predict m.direct new.csv -o nowhere/p.csv
