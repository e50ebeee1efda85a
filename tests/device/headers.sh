# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Exported headers compile without a warning, need nothing, and have no variables.
need gcc g++
models=(tiny line learned)
write_header tiny 1 "--num-features 8 --posterior mean-field" "--draws 1"
write_header line 3 "--features linear" "--encoding lists"
write_header learned 2 "--num-features 64 --levels 3" "--draws 4 --encoding lists"
if [[ $long -eq 1 ]]; then
  models+=(power code gap dense trained trained_bytes)
  write_header power 32 "--num-features 100 --support pow2 --posterior mean-field" "--draws 16"
  write_header code 4 "--num-features 64" "--encoding code"
  write_header gap 8 "--num-features 512 --support auto --posterior mean-field --target-sparsity 0.85" "--encoding gap"
  write_header dense 8 "--num-features 300" "--draws 20 --encoding dense"
  write_header trained 3 "--features trained --num-features 8" "--draws 4"
  write_header trained_bytes 20 "--features trained --num-features 8 --levels 15" "--draws 9 --optimize speed"
fi

compiled() { # COMPILER...: with strict warnings, to model.o
  "$@" -pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -c -o model.o || fail "$*"
}

# Alone, and with all functions in use.
every_compiler() { # NAME LEVEL...
  local chip level compiler names
  choose_names "$1"
  for level in "${@:2}"; do
    for chip in native m0 m3 m4f avr rv32; do
      [[ $long -eq 1 || $chip != rv32 ]] || continue
      choose_compiler $chip
      command -v "${compiler[0]}" >/dev/null || continue
      [[ $level != -O0 ]] || compiled "${compiler[@]}" "$level" -std=c99 -ffreestanding -x c "$1.h"
      compiled "${compiler[@]}" "$level" -std=c99 -ffreestanding "${names[@]}" "$scripts/every_function.c"
    done
    command -v clang >/dev/null || continue
    compiled clang "$level" -std=c99 "${names[@]}" "$scripts/every_function.c"
    compiled clang --target=thumbv6m-none-eabi -mcpu=cortex-m0 "$level" -std=c99 -ffreestanding "${names[@]}" \
      "$scripts/every_function.c"
  done
}

every_cplusplus() { # NAME
  local standard names
  choose_names "$1"
  for standard in c++11 c++20; do
    compiled g++ -O2 -std=$standard -x c++ "${names[@]}" -DWITH_FLOAT -D"${1^^}_FLOAT" "$scripts/every_function.c"
    ! command -v avr-g++ >/dev/null || [[ $standard != c++11 ]] ||
      compiled avr-g++ -mmcu=atmega328p -Os -std=$standard -x c++ "${names[@]}" "$scripts/every_function.c"
  done
  compiled gcc -O2 -std=c99 "${names[@]}" -DWITH_FLOAT -D"${1^^}_FLOAT" "$scripts/every_function.c"
}

expect_no_variables() { # SIZE_PROGRAM
  expect_equal "$("$1" model.o | awk 'NR == 2 { print $2, $3 }')" "0 0"
}

# On a Cortex-M nothing at all; on an AVR the compiler's own arithmetic.
needs_nothing() { # NAME
  local chip level compiler names
  choose_names "$1"
  for chip in m0 m3; do
    has_chip $chip || continue
    choose_compiler $chip
    for level in -O2 -Os; do
      compiled "${compiler[@]}" "$level" -std=c99 -ffreestanding "${names[@]}" "$scripts/every_function.c"
      expect_equal "$(arm-none-eabi-nm -u model.o)" ''
      expect_no_variables arm-none-eabi-size
    done
  done
  if command -v avr-gcc >/dev/null; then
    choose_compiler avr
    compiled "${compiler[@]}" -O2 -std=c99 "${names[@]}" "$scripts/every_function.c"
    expect_no_variables avr-size
    [[ $(avr-nm -u model.o) =~ ^(\ +U\ __[a-z0-9_]+$'\n'?)*$ ]] || fail "$1 needs $(avr-nm -u model.o)"
  fi
}

# No undefined behaviour.
sane() { # NAME
  build native "$1" plain "$scripts/checksum.c"
  build native "$1" sanitized "$scripts/checksum.c" -O1 -fsanitize=undefined,address -fno-sanitize-recover=all
  expect 0 ./sanitized
  expect_equal "$output" "$(./plain)"
}

checked() { # NAME
  command -v cppcheck >/dev/null || return 0
  cppcheck --quiet --error-exitcode=1 --enable=warning,portability,performance --std=c99 --language=c "$1.h" ||
    fail "cppcheck $1.h"
}

for name in "${models[@]}"; do
  case $name in
    tiny | line | learned) every_compiler "$name" -O2 -Os -O0 ;;
    *) every_compiler "$name" -O2 ;;
  esac
  every_cplusplus "$name"
  needs_nothing "$name"
  sane "$name"
  checked "$name"
done

# Two models in one program, and a header that is included twice.
cat >two.c <<'END'
#include "tiny.h"
#include "learned.h"
#include "tiny.h"
int main(void) { return tiny_selftest() | learned_selftest(); }
END
gcc "${strict[@]}" -o two two.c && expect 0 ./two
g++ -std=c++20 -pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -x c++ -o two two.c && expect 0 ./two
