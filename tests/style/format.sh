#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source is as clang-format leaves it (make format). Usage: format.sh SOURCE; exit code 77: no clang-format.
set -euo pipefail
cd "$1"

command -v clang-format >/dev/null || { echo "no clang-format here"; exit 77; }
folders=()
for folder in include src cli tests bench examples; do [[ ! -d $folder ]] || folders+=("$folder"); done
find "${folders[@]}" \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 clang-format --dry-run -Werror
