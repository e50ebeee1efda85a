# SPDX-License-Identifier: MIT
# `cmake --install` gives find_package(direct) -> direct::direct, and the command.
include(CMakePackageConfigHelpers)
