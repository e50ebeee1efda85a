# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Bad rows: file, line and column where there is one, exit code 3, and no model.
fit() { direct fit "$@" "${small[@]}" -o m.direct; }

: >empty.csv
expect_error 3 "empty.csv: is empty" fit empty.csv
echo "a,b,y" >header.csv
expect_error 3 "header.csv: no rows" fit header.csv
printf 'a,b,y\n1,2,3\n4,5\n' >ragged.csv
expect_error 3 "ragged" fit ragged.csv
