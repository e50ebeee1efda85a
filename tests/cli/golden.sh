# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Models, statistics and draws that earlier versions wrote go on loading, and all commands say of them what they said: to the bit
# on the type of CPU that they were recorded on, and within tolerances elsewhere. tests/golden/make.sh wrote them.
golden=$here/../golden
# shellcheck source=tests/golden/transcript.bash
source "$golden/transcript.bash"

# close FOUND EXPECTED TO_THE_BIT: the same words, and numbers that differ in their last digits at most. Predictions agree to 1e-12
# of their size, and were found to within 3e-14, with OpenBLAS's kernels for Prescott, Nehalem, Sandybridge, Haswell, Zen and
# SkylakeX, Highway's for SSSE3, SSE4, AVX2 and AVX3, and the C library with FMA and without. But for
# - the ends of a shortest interval, on which its length hardly depends: 1e-7, as the root of 1e-14 (3e-8 found);
# - a cdf in a tail: 1e-14 of 1 (2e-16 found);
# - skewness and excess kurtosis, sums that may cancel: 1e-12 of 1 (1e-15 found);
# - std_model of a network of several hidden layers, a mean square less the square of a mean: 1e-9 (2e-12 found).
# Scores and what is not a table have differences of numbers that are nearly the same: 1e-12 of 1 will do (5e-14 found).
close() {
  paste -d '\n' "$1" "$2" | awk -v to_the_bit="$3" '
    function size(x) { return x < 0 ? -x : x }
    function larger(x, y) { return x > y ? x : y }
    function is_number(x) { return x ~ /^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$/ }
    function agree(a, b, column) {
      if (a "" == b "") return 1
      if (!is_number(a) || !is_number(b)) return 0
      absolute = !is_table || column ~ /skewness|excess_kurtosis/ ? 1e-12 : column == "cdf" ? 1e-14 : 0
      relative = 1e-12
      if (is_shortest && column ~ /lower|upper/) relative = 1e-7
      if (is_deep && column == "std_model") relative = 1e-9
      return size(a - b) <= larger(absolute, relative * larger(size(a), size(b)))
    }
    NR % 2 { line = $0; next }
    /^\$ / { command = $0; is_table = / predict /; is_shortest = /--shortest/; is_deep = /deep/; is_first = 1; if (line == $0) next }
    {
      separator = is_table ? "," : "[][ ,:{}]+"
      expected = split($0, right, separator)
      found = split(line, left, separator)
      same = found == expected
      if (to_the_bit == "true") same = line "" == $0 ""
      for (i = 1; same && i <= expected; ++i) same = agree(left[i], right[i], names[i])
      if (!same) { print command; print "  found    " line; print "  expected " $0; exit 1 }
      if (is_first && is_table) split($0, names, ",")
      is_first = 0
    }'
}

check() { # TRANSCRIPT TO_THE_BIT
  local name
  name=$(basename "$(dirname "$1")")/$(basename "$1")
  commands_of_transcript "$1" >commands.txt
  transcript commands.txt "$(dirname "$1")" >found.txt 2>errors.txt || fail "$name: $(<errors.txt)"
  count=$((count + $(wc -l <commands.txt)))
  if cmp --silent found.txt "$1"; then return; fi
  close found.txt "$1" "$2" >difference.txt || fail "$name: $(<difference.txt)"
  ! $2 || fail "$name: other bytes"
}

count=0
for folder in "$golden"/version_*; do
  [[ -e $folder/cpu ]] || continue
  same=true
  cpu_type | diff "$folder/cpu" - >cpu.txt || same=false
  if $same; then
    echo "$(basename "$folder"): to the bit"
  else
    echo "$(basename "$folder"): within tolerances, as the types of CPU differ:"
    cat cpu.txt
  fi
  for file in "$folder"/*.transcript; do check "$file" $same; done
done
[[ $count -ge 700 ]] || fail "expected at least 700 commands, found $count"

# What the program of version 7 itself said of its models.
for expected in "$golden"/version_7/*.csv; do
  model=${expected%.*.csv}.direct
  [[ -e $model ]] || continue
  rows=$(basename "$model")
  rows=$golden/version_7/${rows%%_*}.csv
  flags=(--interval 0.9 --quantiles "0.25,0.75" --density)
  case $expected in
    *.integer.csv) flags=(--integer --draws 4 --raw) ;;
    *classes.*) flags=(--interval 0.9 --density) ;;
  esac
  { echo "\$ direct predict $model" && direct predict "$model" "$rows" "${flags[@]}" -q 2>errors.txt; } >found.txt
  { head -n 1 found.txt && cat "$expected"; } >expected.txt
  close found.txt expected.txt false >difference.txt || fail "$(<difference.txt)"
done
