#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Usage: shellcheck.sh SOURCE; exit code 77: no shellcheck.
set -euo pipefail
cd "$1"

command -v shellcheck >/dev/null || { echo "no shellcheck here"; exit 77; }
# SC2154: the tests of the command use variables of the script that sources them.
find script .ci tests examples -type f \( -name '*.sh' -o -name '*.bash' -o -path 'script/*' -o -path '.ci/*' \) -print0 |
  xargs -0 shellcheck --exclude=SC2154
