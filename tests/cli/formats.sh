# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The same rows give the same model, whatever file they are in.
write_data plain.csv 40
direct fit plain.csv "${small[@]}" -o plain.direct
same() { # NAME FIT_ARGUMENT...
  direct fit "${@:2}" "${small[@]}" -o "$1.direct"
  cmp plain.direct "$1.direct" || fail "$1 gave another model"
}

gzip <plain.csv >packed.csv.gz
zstd --quiet plain.csv -o packed.csv.zst
same gzip packed.csv.gz
same zstd packed.csv.zst
tr ',' '\t' <plain.csv >tabs.tsv
same tabs tabs.tsv
tr ',' ';' <plain.csv >semicolons.csv
same semicolons semicolons.csv --delimiter ';'
sed 's/$/\r/' plain.csv >windows.csv
same windows windows.csv
(printf '\xef\xbb\xbf' && cat plain.csv) >marked.csv
same marked marked.csv
sed 's/,/","/g; s/^/"/; s/$/"/' plain.csv >quoted.csv
same quoted quoted.csv

direct fit - "${small[@]}" -o pipe.direct <plain.csv
cmp plain.direct pipe.direct || fail "standard input gave another model"
direct predict plain.direct plain.csv >from_file.csv
gzip <plain.csv | direct predict plain.direct - >from_pipe.csv
cmp from_file.csv from_pipe.csv

# Two files are one data set.
(head -n 11 plain.csv) >first.csv
(head -n 1 plain.csv && tail -n +12 plain.csv) >second.csv
same two_files first.csv second.csv

# Without a header columns have numbers.
tail -n +2 plain.csv >bare.csv
direct fit bare.csv --target 2 "${small[@]}" -o bare.direct
direct predict bare.direct bare.csv >from_bare.csv
cmp from_file.csv from_bare.csv
expect 0 direct fit bare.csv --header no --drop 0 "${small[@]}" -o bare.direct
