# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What the tests of the command say. `expect` runs a command and leaves its output in $output and $errors.

output='' errors=''

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

files() { find . -mindepth 1 | sort; }

# expect EXIT_CODE COMMAND...
expect() {
  local expected=$1 code=0 kept
  shift
  kept=$(mktemp -d)
  "$@" >"$kept/stdout" 2>"$kept/stderr" || code=$?
  output=$(<"$kept/stdout") errors=$(<"$kept/stderr")
  rm -r "$kept"
  [[ $code -eq $expected ]] || fail "$*: exit code $code, expected $expected; stderr: $errors"
}

# expect_error EXIT_CODE MESSAGE COMMAND...: one line on stderr, exactly; nothing on stdout; no new file.
expect_error() {
  local code=$1 message=$2 before
  shift 2
  before=$(files)
  expect "$code" "$@"
  [[ $errors == "direct: $message" ]] || fail "$*:"$'\n'"  stderr:   $errors"$'\n'"  expected: direct: $message"
  [[ -z $output ]] || fail "$*: printed $output"
  [[ $(files) == "$before" ]] || fail "$*: left files behind"
}

expect_match() { # TEXT REGEX
  [[ $1 =~ $2 ]] || fail "expected /$2/, found: $1"
}

expect_equal() { # FOUND EXPECTED
  [[ $1 == "$2" ]] || fail "expected \"$2\", found \"$1\""
}

# The keys of a JSON object, or of one inside: json_keys TEXT [KEY...]
json_keys() { json keys "$@"; }

# The value: json_value TEXT KEY...
json_value() { json value "$@"; }

json() { # WHAT TEXT KEY...
  local what=$1 text=$2
  shift 2
  printf '%s' "$text" >json.tmp
  "$CMAKE" -DWHAT="$what" -DFILE=json.tmp -DKEYS="$(
    IFS=';'
    echo "$*"
  )" -P "$here/json.cmake"
  rm json.tmp
}

# Writes a small data set: y = 2 a - b + 1, with something that looks like noise.
write_data() { # FILE ROWS
  awk -v rows="$2" 'BEGIN {
    print "a,b,y"
    for (i = 0; i < rows; ++i) {
      a = i * 37 % 101 / 50 - 1; b = i * 53 % 89 / 44 - 1; noise = i * 71 % 97 / 480 - 0.1
      printf "%.6f,%.6f,%.6f\n", a, b, 2 * a - b + 1 + noise
    }
  }' >"$1"
}

# The rows of a file in another order, in seven files: PREFIX1.csv to PREFIX7.csv.
write_pieces() { # FILE PREFIX
  local piece
  tail -n +2 "$1" | shuf --random-source="$1" >rows.tmp
  for piece in {1..7}; do
    { head -n 1 "$1" && awk -v piece="$piece" 'NR % 7 == piece - 1' rows.tmp; } >"$2$piece.csv"
  done
  rm rows.tmp
}

small=(--num-features 32 -q)
# shellcheck disable=SC2034
integers=(--num-features 32 --feature-bits 8 -q)

expect_same() { # FILE FILE
  cmp "$1" "$2" || fail "$1 and $2 differ"
}

write_model() { # FILE
  write_data train.csv 60
  direct fit train.csv "${small[@]}" -o "$1"
}
