# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Bad rows: file, line and column where there is one, exit code 3, and no model.
fit() { direct fit "$@" "${small[@]}" -o m.direct; }

: >empty.csv
expect_error 3 "empty.csv: is empty" fit empty.csv
echo "a,b,y" >header.csv
expect_error 3 "header.csv: has a header but no data rows" fit header.csv
printf 'a,b,y\n1,2,3\n4,5\n' >short.csv
expect_error 3 "short.csv:3: expected 3 fields, found 2" fit short.csv
printf 'a,b,y\n1,2,3\n4,5,6\n7,8,9,10\n' >long.csv
expect_error 3 "long.csv:4: expected 3 fields, found 4" fit long.csv
printf 'a,b,y\n1,2,3\n4,"5,6\n' >quote.csv
expect_error 3 "quote.csv:3: a quoted field is not closed" fit quote.csv

printf 'a,b,y\n1,2,3\n4,x,6\n7,8,9\n' >text.csv
expect_error 3 'text.csv:3:2: expected a number in column "b", found "x" (or use --categorical b)' fit text.csv
printf 'a,b,y\n1,2,3\n4,5,x\n7,8,9\n' >target.csv
expect_error 3 'target.csv:3:3: expected a number in column "y", found "x"' fit target.csv
printf 'a,b,y\n1,2,3\n4,nan,6\n7,8,9\n' >nan.csv
expect_error 3 'nan.csv:3:2: missing value in column "b"; expected a number (or fit with --missing mean|indicator)' fit nan.csv
printf 'a,b,y\n1,2,3\n4,5,inf\n7,8,9\n' >inf.csv
expect_error 3 'inf.csv:3:3: expected a finite number in column "y", found "inf"' fit inf.csv
printf 'a,b,y\n1,2,3\n4,1e999,6\n7,8,9\n' >huge.csv
expect_error 3 'huge.csv:3:2: expected a finite number in column "b", found "1e999" (or use --categorical b)' fit huge.csv
printf 'a,b,y\n1,2,3\n4,5,\n7,8,9\n' >no_target.csv
expect_error 3 'no_target.csv:3:3: missing value in the target column "y"; expected a number' fit no_target.csv
expect_error 3 'no_target.csv:3:3: missing value in the target column "y"; expected a number' \
  fit no_target.csv --missing mean
printf 'y\n1\n2\n' >only_target.csv
expect_error 3 'only_target.csv: no input columns are left beside the target "y"' fit only_target.csv

mkdir folder
expect_error 3 "nowhere.csv: cannot be read: No such file or directory" fit nowhere.csv
expect_error 3 "folder: is a directory, expected a CSV file" fit folder
if [[ $(id -u) -ne 0 ]]; then
  write_data locked.csv 5
  chmod a-r locked.csv
  expect_error 3 "locked.csv: cannot be read: Permission denied" fit locked.csv
fi
head -c 100 /dev/zero >zeros.csv
expect_error 3 "zeros.csv: is not a text file, expected CSV" fit zeros.csv

# An error in a later file, after the work has begun, leaves no model either.
write_data good.csv 30
printf 'a,b,y\n1,2,3\n4,oops,6\n' >later.csv
expect_error 3 'later.csv:3:2: expected a number in column "b", found "oops" (or use --categorical b)' \
  fit good.csv later.csv

# New rows must fit the model, for predict, evaluate and cv alike.
write_model model.direct
printf 'a\n1\n' >missing_column.csv
expect 3 direct predict model.direct missing_column.csv
expect_match "$errors" '^direct: missing_column.csv.*"b"'
printf 'a,b\n1,2\n3,x\n' >new_text.csv
expect 3 direct predict model.direct new_text.csv -o predictions.csv
expect_match "$errors" '^direct: new_text.csv:3:2: '
[[ ! -e predictions.csv ]] || fail "predictions.csv is there"
printf 'a,b\n1,2\n' >unknown_target.csv
expect 3 direct evaluate model.direct unknown_target.csv
expect_match "$errors" '^direct: unknown_target.csv.*"y"'
expect_error 3 'inf.csv:3:3: expected a finite number in column "y", found "inf"' direct cv inf.csv "${small[@]}" --folds 2
