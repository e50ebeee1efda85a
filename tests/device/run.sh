#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs one test of exported headers in an empty directory of its own. Usage: run.sh NAME, with $DIRECT, $CMAKE and
# $slowdown set. Exit code 77: the test cannot run here, and says why.
set -euo pipefail

scripts=$(cd "$(dirname "$0")" && pwd)
here=$(cd "$scripts/../cli" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
PATH=$(dirname "$DIRECT"):$PATH

# shellcheck source=tests/cli/expect.bash
source "$here/expect.bash"
# shellcheck source=tests/device/device.bash
source "$scripts/device.bash"
# shellcheck disable=SC1090
source "$scripts/$1.sh"
