# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Transcripts: commands, each after "$ ", and what they said. make.sh records them, tests/cli/golden.sh runs the commands again.

# transcript FILE FOLDER: runs the commands of the lines of FILE, in FOLDER, and prints their transcript; what fails is left out
# of it, said on standard error, and the exit code 1. Commands may write to $scratch.
transcript() {
  local command file=$1 number=0 said exit_code=0
  said=$(mktemp -d)
  (cd "$2" && run_commands "$said") <"$file"
  while IFS= read -r command; do
    number=$((number + 1))
    if [[ -e $said/$number.errors ]]; then
      echo "$command: $(tail -n 1 "$said/$number.errors")" >&2
      exit_code=1
      continue
    fi
    printf '$ %s\n' "$command"
    cat "$said/$number"
  done <"$file"
  rm -r "$said"
  return $exit_code
}

# As many at once as there are cores. What the command of line K prints goes to FOLDER/K, without the indentation of JSON;
# FOLDER/K.errors is there if it failed.
run_commands() { # FOLDER
  local command number=0
  while IFS= read -r command; do
    number=$((number + 1))
    printf '%s\0%s\0' "$1/$number" "$command"
  done | xargs --null --max-args 2 --max-procs "$(nproc)" bash -c "$(declare -f run_command); run_command \"\$@\"" run_command
}
run_command() { # FILE COMMAND
  set -o pipefail
  local scratch=$1.scratch
  # shellcheck disable=SC2016
  [[ $2 != *'$scratch'* ]] || mkdir "$scratch"
  if eval "$2" </dev/null 2>"$1.errors" | sed 's/^ *//' >"$1"; then rm "$1.errors"; fi
}

commands_of_transcript() { sed -n 's/^\$ //p' "$1"; }

# All that decides the last bits of a number: which kernels OpenBLAS and Highway take, which functions the C library has, and
# who compiled. Where this is the same, so are all numbers to the bit, for any number of threads.
cpu_type() {
  local program
  program=$(command -v direct)
  echo "machine $(uname -m)"
  echo "OpenBLAS kernels $(OPENBLAS_VERBOSE=2 direct --version 2>&1 | sed -n 's/^Core: //p')"
  echo "vectors$(vector_flags)"
  ldd "$program" | awk '$1 ~ /^lib(openblas|hwy|mvec)/ { print $3 }' | sort | while IFS= read -r library; do
    echo "library $(basename "$(readlink --canonicalize "$library")")"
  done
  echo "C library $(getconf GNU_LIBC_VERSION)"
  echo "compiler $(compiler "$program")"
}

# Of the instructions for vectors those that Highway's targets and the functions of the C library differ by.
vector_flags() {
  local flag
  for flag in sse4_2 avx avx2 fma f16c avx512f avx512bw avx512dq avx512vl asimd sve; do
    ! grep --quiet --word-regexp --max-count 1 "$flag" /proc/cpuinfo || echo -n " $flag"
  done
}

# Clang's programs name both, as the start-up code is GCC's.
compiler() { # PROGRAM
  local comment
  comment=$(readelf --string-dump .comment "$1" 2>/dev/null)
  sed -n 's/.*\(clang version [0-9]*\).*/\1/p' <<<"$comment" | grep . || sed -n 's/.*GCC: ([^)]*) \([0-9]*\).*/GCC \1/p' <<<"$comment"
}
