# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Data that are odd and yet right: they work, and the odd thing is said.
fit() { expect 0 direct fit "$@" --num-features 32 -o m.direct; }

printf 'a,b,y\n1,2,3\n2,2,3\n5,1,3\n' >constant_target.csv
fit constant_target.csv
expect_match "$errors" 'direct: note: the target "y" is constant'
expect 0 direct predict m.direct constant_target.csv
expect_match "$output" $'\n3(\\.0*[0-9]*)?,'

printf 'a,b,y\n1,2,3\n' >one_row.csv
fit one_row.csv
expect_match "$errors" '^m.direct: 1 row, 32 fourier features'
expect 0 direct predict m.direct one_row.csv

write_data few_rows.csv 7 # fewer than features
fit few_rows.csv
expect 0 direct evaluate m.direct few_rows.csv --json
expect_equal "$(json_value "$output" num_rows)" 7

printf 'a,b,c,d,y\n1,2,1,7,3\n2,2,2,7,4\n5,1,5,7,6\n4,3,4,7,1\n' >duplicates.csv
fit duplicates.csv
expect_match "$errors" 'direct: note: column "d" is constant'
expect 0 direct predict m.direct duplicates.csv

for features in linear given; do
  expect 0 direct fit duplicates.csv --features $features -o m.direct
  expect 0 direct predict m.direct duplicates.csv
done

printf 'a,b,y\n1,,3\n2,2,4\n5,1,6\n4,NA,1\n' >missing.csv
fit missing.csv --missing mean
fit missing.csv --missing indicator
expect 0 direct predict m.direct missing.csv
expect 0 direct inspect m.direct
expect_match "$output" 'b, may be missing'

printf 'city,y\nParis,3\nRome,4\nParis,6\n' >cities.csv
fit cities.csv
printf 'city\nOslo\n' >new_city.csv
expect 3 direct predict m.direct new_city.csv
expect_match "$errors" 'new_city.csv:2:1: .*Oslo'
fit cities.csv --unseen ignore
expect 0 direct predict m.direct new_city.csv
