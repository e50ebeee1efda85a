# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Draws from the posterior: as CSV, packed, the same for any number of threads.
write_data train.csv 60
vague=(--features linear --noise 30 -q) # three weights, and data that leave them open
direct fit train.csv --support auto "${vague[@]}" -o m.direct
direct fit train.csv --support auto "${vague[@]}" --slim -o slim.direct
direct fit train.csv --support auto "${vague[@]}" --levels 17 -o fine.direct

# CSV: codes without -o and for names that end in .csv.
expect 0 direct sample m.direct
expect_equal "$(head -n 1 <<<"$output")" w0,w1,w2
expect_equal "$(wc -l <<<"$output")" 21
expect_match "$errors" '^20 draws of 3 weights, 4 bits each, 2 bytes a draw.*sparsity +0\.[0-9]{4} expected, 0\.[0-9]{4} drawn'
direct sample m.direct --format codes -q >stdout.csv
expect 0 direct sample m.direct -q -o codes.csv
expect_equal "$output$errors" ""
expect_same stdout.csv codes.csv
expect_same stdout.csv <(direct sample m.direct -q -o -)
expect_same stdout.csv <(direct sample slim.direct -q)
awk -F, 'NR > 1 { for (j = 1; j <= NF; ++j) if ($j !~ /^[0-9]+$/ || $j > 14) exit 1 }' codes.csv || fail "bad codes"
expect_equal "$(direct sample m.direct --count 1 -q | wc -l)" 2
expect_equal "$(direct sample m.direct --count 100000 -q 2>&1 | head -n 1)" w0,w1,w2 # a reader that leaves early

# Values are the levels of the codes.
direct sample m.direct --format values -q -o values.csv
expect 0 direct inspect m.direct --json
levels=()
for level in {0..14}; do levels+=("$(json_value "$output" support "$level")"); done
paste -d, codes.csv values.csv | awk -F, -v levels="${levels[*]}" 'BEGIN { split(levels, level, " ") }
  NR > 1 { for (j = 1; j <= 3; ++j) { d = $(j + 3) - level[$j + 1]; if (d > 1e-12 || d < -1e-12) exit 1 } }
' || fail "the values are not the levels of the codes"

# Packed: the codes are the last tensor before the digest, the low four bits first; an odd one is alone in its byte.
unpacked() { # FILE COUNT BYTES_PER_DRAW
  tail --bytes=$((16 + $2 * $3)) "$1" | head --bytes=$(($2 * $3)) |
    od --address-radix=n --format=u1 --output-duplicates --width="$3"
}
direct sample m.direct --count 1000 -q -o draws.safetensors
expect_same <(unpacked draws.safetensors 1000 2 | awk '{ print $1 % 16 "," int($1 / 16) "," $2 }') \
  <(direct sample m.direct --count 1000 -q | tail -n +2)
direct sample fine.direct --count 1000 -q -o fine.safetensors
expect_same <(unpacked fine.safetensors 1000 3 | awk -v OFS=, '{ print $1, $2, $3 }') \
  <(direct sample fine.direct --count 1000 -q | tail -n +2)

# The same draws whatever the threads, the count and the batches; others with another seed.
for threads in 1 2; do
  direct sample m.direct --count 1000 -q --threads $threads -o "d$threads.safetensors"
  direct sample m.direct --count 500000 -q --threads $threads -o "d$threads.csv"
done
expect_same d1.safetensors d2.safetensors
expect_same d1.csv d2.csv
expect_same codes.csv <(head -n 21 d1.csv)
expect_equal "$(wc -l <d1.csv)" 500001
direct sample m.direct --count 500000 -q -o many.safetensors
expect_same <(unpacked many.safetensors 500000 2 | awk '{ print $1 % 16 "," int($1 / 16) "," $2 }') <(tail -n +2 d1.csv)
! cmp --silent codes.csv <(direct sample m.direct --seed 1 -q) || fail "--seed 1 gave the same draws as --seed 0"

# What --json says is what was drawn.
expect 0 direct sample m.direct --format values --count 2000 --seed 3 -o values.csv --json
expect_equal "$errors" ""
expect_equal "$(json_keys "$output")" "bits bytes_per_draw count num_features num_levels realised_sparsity \
realised_zero_codes schema_version seed sparsity zero_codes"
expect_equal "$(json_value "$output" count) $(json_value "$output" num_features) $(json_value "$output" num_levels)" "2000 3 15"
expect_equal "$(json_value "$output" bits) $(json_value "$output" bytes_per_draw) $(json_value "$output" seed)" "4 2 3"
awk -F, -v expected="$(json_value "$output" sparsity)" -v realised="$(json_value "$output" realised_sparsity)" '
  NR > 1 { for (j = 1; j <= NF; ++j) zeros += $j == 0 }
  END { share = zeros / 6000; exit !(share - realised < 1e-12 && realised - share < 1e-12 && (share - expected) ^ 2 < 1e-3) }
' values.csv || fail "the sparsity is another: $output"
shares=$(grep realised <<<"$output")
expect 0 direct sample m.direct --count 2000 --seed 3 -o packed.safetensors --json
expect_equal "$(grep realised <<<"$output")" "$shares"
expect 0 direct sample fine.direct --json -o fine.safetensors
expect_equal "$(json_value "$output" bits) $(json_value "$output" bytes_per_draw)" "8 3"

# A file of draws says what it is, also to commands that want another.
expect 0 direct inspect packed.safetensors
expect_match "$output" '^draws +2000'$'\n''weights +3'$'\n''levels +15, 4 bits'$'\n''size +2 bytes a draw'
expect 0 direct inspect packed.safetensors --json
expect_equal "$(json_keys "$output")" "bits bytes_per_draw count kind num_features num_levels realised_sparsity \
realised_zero_codes schema_version"
expect_equal "$(json_value "$output" kind)" draws
expect_equal "$(grep realised_sparsity <<<"$output")" "$(grep realised_sparsity <<<"$shares")"
draws_not() { echo "packed.safetensors: is not a file of direct $1, but of \"direct draws\""; }
expect_error 4 "$(draws_not model)" direct predict packed.safetensors train.csv
expect_error 4 "$(draws_not model)" direct sample packed.safetensors
expect_error 4 "$(draws_not statistics)" direct fit packed.safetensors -o x.direct
expect_error 3 "packed.safetensors: is not a text file, expected CSV" direct predict m.direct packed.safetensors

expect_error 2 "--count: expected at least 1 draw, found 0" direct sample m.direct --count 0
expect_error 2 "--count: expected at least 1 draw, found 0" direct sample m.direct --count 0 -o x.safetensors
expect_error 2 '--count: expected a whole number, not negative, found "-1"' direct sample m.direct --count -1
expect_error 2 '--count: expected a whole number, not negative, found "many"' direct sample m.direct --count many
expect_error 6 "18446744073709551615 draws of 3 weights are more than memory holds" \
  direct sample m.direct --count 18446744073709551615 -o x.safetensors
expect_error 2 '--format: expected auto|packed|codes|values, found "hex"' direct sample m.direct --format hex
expect_error 2 "no place for packed draws: name a file, as in -o draws.safetensors" \
  direct sample m.direct --format packed
expect_error 2 "-o -: expected a file for packed draws, not a pipe" direct sample m.direct --format packed -o -
expect_error 2 "no place for the draws: name a file, as in -o draws.csv" direct sample m.direct --json
expect_error 2 "m.direct: is an input, not overwritten" direct sample m.direct -o m.direct
expect_error 2 "nowhere/d: there is no directory nowhere" direct sample m.direct -o nowhere/d
expect_error 2 "MODEL is missing; see direct sample --help" direct sample
expect_error 4 "train.csv: is damaged or of another kind: it does not start like one" direct sample train.csv
expect_error 4 "absent.direct: cannot be read: No such file or directory" direct sample absent.direct -o x.csv

# A name that ends in .csv may hold packed draws, and any other CSV, where the user says so. A small disk leaves nothing.
direct sample m.direct --count 1000 --format packed -q -o packed.csv
expect_same packed.csv draws.safetensors
direct sample m.direct --format codes -q -o codes.txt
expect_same codes.txt codes.csv
before=$(files)
for name in draws.csv draws.packed; do
  expect 6 bash -c "ulimit -f 1; direct sample m.direct --count 10000 -q -o $name"
  expect_match "$errors" "^direct: $name: [^"$'\n'"]*File too large\$"
done
expect_equal "$(files)" "$before"
