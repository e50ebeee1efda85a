#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page of options says what the table does. Usage: options.sh PROGRAM PAGE
set -euo pipefail
diff <("$1") "$2" || { echo "docs/reference/options.md differs from the table; make docs writes it"; exit 1; }
