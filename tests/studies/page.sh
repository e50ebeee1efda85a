#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page of results is what the template and the CSV files beside it give, and the renderer does what its tests say.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1

studies/page/test_render.py
studies/page/render.py --check
