# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Chips, compilers and emulators, and models for them. A chip is m0, m3, m4f, avr or rv32; native is this machine.

device=$(cd "$scripts/../../device" && pwd)
strict=(-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Werror)
sections=(-ffunction-sections -fdata-sections "-Wl,--gc-sections")

# need PROGRAM...: or the test cannot run here
need() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || { echo "no $program here"; exit 77; }
  done
}

has_chip() { # CHIP
  case $1 in
    native) command -v gcc ;;
    avr) command -v avr-gcc && command -v simavr && [[ -f /usr/include/simavr/sim_avr.h ]] ;;
    rv32) command -v riscv64-unknown-elf-gcc && command -v qemu-system-riscv32 ;;
    *) command -v arm-none-eabi-gcc && command -v qemu-system-arm ;;
  esac >/dev/null
}

# The compiler of a chip, in $compiler.
choose_compiler() { # CHIP
  case $1 in
    native) compiler=(gcc) ;;
    m0) compiler=(arm-none-eabi-gcc -mthumb -mcpu=cortex-m0) ;;
    m3) compiler=(arm-none-eabi-gcc -mthumb -mcpu=cortex-m3) ;;
    m4f) compiler=(arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard) ;;
    avr) compiler=(avr-gcc -mmcu=atmega328p) ;;
    rv32) compiler=(riscv64-unknown-elf-gcc -march=rv32imc_zicsr -mabi=ilp32) ;;
  esac
}

# The names of the model of NAME.h, in $names.
choose_names() { # NAME
  names=(-I. -I"$device" -DEXPORTED_HEADER="\"$1.h\"" -DEXPORTED_PREFIX="$1" -DEXPORTED_MACRO_PREFIX="${1^^}")
}

# A program for a chip: its start-up and what it counts by come with it.
build() { # CHIP NAME OUTPUT SOURCE [FLAG...]
  local chip=$1 name=$2 program=$3 source=$4 compiler names board=()
  shift 4
  choose_compiler "$chip"
  choose_names "$name"
  case $chip in
    native) board=("$scripts/native_board.c") ;;
    avr) board=("$device/avr/start.c" "$device/avr/cost.c") ;;
    rv32) board=("$device/riscv/start.c" "$device/riscv/cost.c" -ffreestanding -nostartfiles -nostdlib -lgcc
      "-Wl,--no-warn-rwx-segments" -T "$device/riscv/link.ld") ;;
    *) board=("$device/cortex_m/start.c" "$device/cortex_m/cost.c" -ffreestanding -nostartfiles -nostdlib -lgcc
      -T "$device/cortex_m/link.ld") ;;
  esac
  "${compiler[@]}" "${strict[@]}" -O2 "${sections[@]}" "${names[@]}" "$@" "$source" "${board[@]}" -o "$program"
}

qemu() { # CHIP PROGRAM [OPTION...]
  local machine
  case $1 in m0) machine=microbit ;; m3) machine=mps2-an385 ;; m4f) machine=mps2-an386 ;; esac
  timeout 60 qemu-system-arm -M "$machine" -display none -monitor none -serial none -chardev stdio,id=text \
    -semihosting-config enable=on,target=native,chardev=text -kernel "$2" "${@:3}" </dev/null
}

# What a program prints; its exit code is ours.
run_on() { # CHIP PROGRAM
  case $1 in
    native) timeout 60 "./$2" ;;
    avr)
      [[ -x avr_run ]] || gcc -O2 -o avr_run "$scripts/avr_run.c" -lsimavr -lelf
      timeout 60 ./avr_run "$2"
      ;;
    rv32)
      timeout 60 qemu-system-riscv32 -M virt -bios none -display none -monitor none -serial stdio -icount shift=0 \
        -kernel "$2" </dev/null
      ;;
    *) qemu "$1" "$2" ;;
  esac
}

# The value after a word of `selftest 0 instructions 8422 stack 612`: word_of TEXT WORD
word_of() { sed -nE "s/.*\<$2 ([0-9]+).*/\1/p" <<<"$1"; }

# Rows of inputs x0, x1, ... and a target that depends on some of them.
write_inputs() { # FILE INPUTS ROWS
  awk -v inputs="$2" -v rows="$3" '
    function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
    BEGIN {
      state = 12345
      for (j = 0; j < inputs; ++j) printf "x%d,", j
      print "y"
      for (i = 0; i < rows; ++i) {
        y = uniform() - uniform()
        for (j = 0; j < inputs; ++j) {
          x = 4 * uniform() - 2
          y += j % 3 == 0 ? sin(2 * x) * 2 / (1 + j) : (j % 3 == 1 ? x / (1 + j) : 0)
          printf "%.5f,", x
        }
        printf "%.5f\n", 3 * y
      }
    }' >"$1"
}

# write_header NAME INPUTS "FIT FLAGS" "EXPORT FLAGS": NAME.h, of a model NAME.direct of data INPUTS.csv
write_header() {
  local fit_flags export_flags
  read -ra fit_flags <<<"$3"
  read -ra export_flags <<<"$4"
  [[ -f $2.csv ]] || write_inputs "$2.csv" "$2" 400
  direct fit "$2.csv" -q "${fit_flags[@]}" -o "$1.direct" || fail "no model $1"
  direct export "$1.direct" -q --no-measure --name "$1" -o "$1.h" "${export_flags[@]}" || fail "no header $1"
}
