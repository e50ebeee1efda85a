#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every study at a size for a test: it runs without the UCI sets, goes on where it was stopped, gives the same numbers again, and
# its pictures and page can be drawn. Usage: tiny.sh, with $STUDIES the folder of the programs.
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
unset DIRECT_UCI
export PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$scratch/matplotlib
# shellcheck source=tests/cli/expect.bash
source "$repository/tests/cli/expect.bash"

lines() { wc -l <"$1"; }
# What is not a time: of a CSV file the columns but those named, and without what comes after the seed.
numbers() { # FILE PATTERN
  /usr/bin/python3 -c '
import csv, re, sys
for row in csv.DictReader(open(sys.argv[1])):
    print({name: value for name, value in row.items() if not re.search(sys.argv[2] + "|commit|machine|command", name)})' "$1" "$2"
}

# Tables 1 and 2: the generated sets, and a word about the others.
table=("$STUDIES/study_table" --num-features 32 --max-iterations 20)
expect 0 "${table[@]}" --folds 0-1 -o table.csv
expect_match "$errors" 'git clone --depth 1 https://github.com/treforevans/uci_datasets'
expect_match "$errors" '\[4/4\] tiny-electric fold 1: .*; about [0-9]+ (s|min) left'
expect_equal "$(lines table.csv)" $((1 + 2 * 2 * 7))
cp table.csv once.csv
expect 0 "${table[@]}" --folds 0-1 -o table.csv
expect_same table.csv once.csv

# Stopped in the middle of a line, it goes on, and the numbers are those of one run.
head -c -700 once.csv >table.csv
expect 0 "${table[@]}" --folds 0-1 -o table.csv
expect_equal "$(numbers table.csv seconds)" "$(numbers once.csv seconds)"

# --fresh runs again what it is asked for and leaves the rest, as does a machine that is another.
expect 0 "${table[@]}" -o table.csv --fresh --sets tiny-sensor --folds 1 --methods companion,draws-20
expect_match "$errors" '^\[1/1\] tiny-sensor fold 1: companion, draws-20'
expect_equal "$(numbers table.csv seconds | sort)" "$(numbers once.csv seconds | sort)"
sed 's/cores of/cores of an old/' once.csv >table.csv
expect 0 "${table[@]}" -o table.csv --sets tiny-sensor --folds 1
expect_equal "$(grep -c 'cores of an old' table.csv)" 21
expect_equal "$(lines table.csv)" $((1 + 2 * 2 * 7))
expect_match "$(head -n 2 table.csv)" ',0,[0-9a-z+]+,"?[0-9]+ of [0-9]+ cores of .*; g\+\+ [0-9.]+"?,"?study_table --num-features 32 '

# Wrong words are one line.
complaint() { # EXIT_CODE MESSAGE COMMAND...
  expect "$1" "${@:3}"
  expect_equal "$(head -n 1 <<<"$errors")" "$2"
}
complaint 2 "study_table: --sets: there is no set none; expected some of tiny-sensor, tiny-electric" "${table[@]}" --sets none -o x.csv
complaint 2 "study_table: --folds: tiny-sensor has folds 0 to 9, found 10" "${table[@]}" --sets tiny-sensor --folds 10 -o x.csv
complaint 2 'study_table: --folds: expected numbers as in 0-2,5, found "a"' "${table[@]}" --sets tiny-sensor --folds a -o x.csv
complaint 2 "study_table: --methods: there is no method sgd; expected some of reparam, direct-paper, direct-auto, mixture-sgd, mixture-taylor, draws-20, companion" \
  "${table[@]}" --sets tiny-sensor --methods sgd -o x.csv
complaint 2 "study_table: .: is a directory; expected the name of a CSV file" "${table[@]}" --sets tiny-sensor -o .
[[ ! -e x.csv ]] || fail "a study that was refused has written a file"
expect 2 "${table[@]}" --speed 3
expect_match "$errors" 'not expected: 3 --speed'
expect 6 "${table[@]}" --sets tiny-sensor -o /proc/none/x.csv
expect_match "$errors" '^study_table: /proc/none/x.csv: cannot be written: '
echo "a,b" >other.csv
expect 3 "${table[@]}" --sets tiny-sensor -o other.csv
expect_match "$errors" '^study_table: other.csv:1: has other columns than this study writes'
complaint 2 "study_figure1: --sizes: expected some of small, more-rows, more-weights, hard, found huge" "$STUDIES/study_figure1" --sizes huge -o figure1

# The other studies.
cp once.csv table.csv
expect 0 "$STUDIES/study_figure1" --tiny --iterations 50 -o .
expect_equal "$(cut -d, -f1,5,6 figure1.csv | sort -u | wc -l)" $((1 + 4 * (2 + 2 * 2)))
cp figure1.csv once_figure1.csv
expect 0 "$STUDIES/study_figure1" --tiny --iterations 50 -o .
expect_same figure1.csv once_figure1.csv
expect 0 "$STUDIES/study_figure1" --tiny --iterations 50 -o . --fresh
expect_equal "$(numbers figure1.csv seconds)" "$(numbers once_figure1.csv seconds)"
expect 2 "$STUDIES/study_figure1" --tiny # which would write to docs
expect 0 "$STUDIES/study_bounds" --points 21 -o bounds.csv
expect 0 "$STUDIES/study_bounds" --points 11 -o bounds.csv
expect_equal "$(lines bounds.csv)" $((1 + 17 * 11))
expect 0 "$STUDIES/study_sparsity" --electric-rows 200 --num-features 32 --max-iterations 20 -o sparsity.csv
expect_match "$errors" 'study_sparsity: gas is left out: no UCI sets'
expect_equal "$(lines sparsity.csv)" 13
cp sparsity.csv once_sparsity.csv
expect 0 "$STUDIES/study_sparsity" --electric-rows 200 --num-features 32 --max-iterations 20 -o sparsity.csv
expect_same sparsity.csv once_sparsity.csv

# Ctrl-C leaves no half file and no scratch behind.
mkdir scratch
TMPDIR=$PWD/scratch timeout --signal INT 1 "$STUDIES/study_sparsity" --sets electric --electric-rows 500000 -o interrupted.csv >/dev/null 2>&1 && fail "not interrupted"
[[ -z $(ls scratch) ]] || fail "an interrupted study left files behind"

# The page and the pictures.
expect 0 "$repository/studies/page/render.py" --data . -o page.md
for words in '### RMSE of the test rows' 'tiny-sensor' 'tiny-electric' 'does not hold here\|holds'; do
  grep -q "$words" page.md || fail "the page has no $words"
done
missing=$(grep 'not run yet' page.md | grep -v 'gas is over 84 %' || true) # gas is a UCI set
[[ -z $missing ]] || fail "the page says that a study has not run: $missing"
/usr/bin/python3 -c 'import matplotlib.pyplot' 2>/dev/null || {
  echo "no matplotlib for /usr/bin/python3 here (apt-get install python3-matplotlib): pictures are not drawn"
  exit 77
}
plots=$repository/studies/plots
expect 0 "$plots/figure1.py" figure1.csv figure1.svg
expect 0 "$plots/table1.py" table.csv table1.svg
expect 0 "$plots/figure2_3.py" bounds.csv figure2_3.svg
for picture in figure1.svg table1.svg figure2_3.svg; do
  grep -q '</svg>' "$picture" || fail "$picture is no picture"
done
