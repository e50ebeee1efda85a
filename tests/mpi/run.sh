#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs one test of the command under mpirun, in an empty directory of its own. Usage: run.sh NAME, with $DIRECT, $CMAKE,
# $MPIRUN and $RANKS_TEST set. Exit code 77: the test cannot run here, and says why.
set -euo pipefail

scripts=$(cd "$(dirname "$0")" && pwd)
here=$(cd "$scripts/../cli" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
PATH=$(dirname "$DIRECT"):$PATH

# What Open MPI wants to be told in a container with few cores, where everybody is root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none
# Open MPI does not give back all its memory.
export ASAN_OPTIONS=detect_leaks=0

# shellcheck source=tests/cli/expect.bash
source "$here/expect.bash"

# ranks COUNT COMMAND...
ranks() { "$MPIRUN" -n "$@"; }

# expect_ranks EXIT_CODE COUNT COMMAND...: as expect does; $ours are the lines of $errors that are not mpirun's.
expect_ranks() {
  local code=$1
  shift
  expect "$code" ranks "$@"
  ours=$(grep '^direct: ' <<<"$errors" || true)
}

# expect_ranks_error EXIT_CODE MESSAGE COUNT COMMAND...: one line of ours, once; nothing on stdout; no new file.
expect_ranks_error() {
  local code=$1 message=$2 before
  shift 2
  before=$(files)
  expect_ranks "$code" "$@"
  expect_equal "$ours" "direct: $message"
  [[ -z ${output//[[:space:]]/} || $output == *'returned'* ]] || fail "$*: printed $output"
  expect_equal "$(files)" "$before"
}

# shellcheck disable=SC1090
source "$scripts/$1.sh"
