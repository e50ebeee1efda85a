# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The library under mpirun: what one rank knows, all know. Without mpirun a process is alone.
"$RANKS_TEST"
for count in 1 2 3 5; do ranks $count "$RANKS_TEST"; done

# A rank that fails by itself, where the others cannot hear it, ends them all.
expect 3 ranks 3 "$RANKS_TEST" alone
expect_equal "$(grep --count '^alone$' <<<"$errors")" 1
