#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library is used from another project: installed and moved, as a subdirectory, static and shared.
# Usage: package.sh installed|subdirectory SOURCE BUILD SCRATCH
set -euo pipefail
variant=$1 source=$2 build=$3 scratch=$4
consumer=$source/tests/package/consumer

rm -rf "$scratch"
mkdir -p "$scratch"
if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi

build_and_run() { # NAME CMAKE_ARGUMENT...
  local name=$1
  shift
  echo "== $name"
  if ! { cmake -S "$consumer" -B "$scratch/$name" -G Ninja "$@" && cmake --build "$scratch/$name"; } \
    >"$scratch/$name.log" 2>&1; then
    cat "$scratch/$name.log"
    exit 1
  fi
  "$scratch/$name/consumer"
}

install_and_move() { # BUILD PREFIX
  cmake --install "$1" --prefix "$scratch/staging" >/dev/null
  mv "$scratch/staging" "$2"
  if grep --recursive --include='*.cmake' --fixed-strings -e "$scratch" -e "$source" "$2"; then
    echo "the lines above name a place on this machine"
    exit 1
  fi
}

if [[ $variant == installed ]]; then
  install_and_move "$build" "$scratch/static"
  "$scratch/static/bin/direct" --version
  build_and_run installed -DCMAKE_PREFIX_PATH="$scratch/static"
  rm -rf "$scratch"
  exit
fi

# One build of the library serves both ways.
build_and_run subdirectory -DDIRECT_SOURCE="$source" -DDIRECT_INSTALL=ON -DBUILD_SHARED_LIBS=ON \
  -DDIRECT_UNITY=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0
install_and_move "$scratch/subdirectory" "$scratch/shared"
build_and_run installed_shared -DCMAKE_PREFIX_PATH="$scratch/shared"
rm -rf "$scratch"
