# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Options of fit, seen from outside.
write_data train.csv 40
inspect() { json_value "$(direct inspect m.direct --json)" "$@"; }
fit() { direct fit train.csv -q -o m.direct "$@"; }

expect 0 direct fit train.csv --num-features 32 -o m.direct
expect_equal "$output" ""
expect_match "$errors" '^m.direct: 40 rows, 32 fourier features of 12 bits, 255 levels'
expect_match "$errors" 'elbo +-?[0-9.]+ nats, converged'
expect 0 direct fit train.csv --num-features 32 -o m.direct -v
expect_match "$errors" 'of these   read'
expect 0 fit --num-features 32
expect_equal "$errors" ""

# A value may begin with a minus, in both spellings.
fit --features linear --support -1:1 --levels 3
expect_equal "$(inspect num_levels)" 3
expect_equal "$(inspect support 0)" -1.0
fit --features linear --support=-2:2 --bits 3
expect_equal "$(inspect num_levels)" 7
expect_equal "$(inspect support 6)" 2.0
fit --features linear --support -1,0,0.5,2
expect_equal "$(inspect num_levels)" 4
expect_equal "$(inspect support 2)" 0.5
fit --features linear --prior uniform --prior-scale 0.5
expect_equal "$(inspect prior)" uniform
expect_equal "$(inspect features)" linear

# Lists with commas and repeated flags.
fit --num-features 32 --target b --drop a,y --drop a 2>/dev/null || fit --features linear --target b --drop a
expect_equal "$(inspect schema target)" b
expect_equal "$(inspect schema dropped 0)" a

# A flag that has one value is given once.
expect_error 2 "--num-features is given more than once; see direct fit --help" fit --num-features 16 --num-features 32

# A slim model predicts the same and has no yardstick.
fit --num-features 32
direct predict m.direct train.csv >whole.csv
fit --num-features 32 --slim
expect_equal "$(inspect statistics)" OFF
direct predict m.direct train.csv >slim.csv
cmp whole.csv slim.csv
expect 0 direct evaluate m.direct train.csv
[[ $output != *yardstick* ]] || fail "a slim model has a yardstick"
expect_match "$output" $'\ncodes +their cost is unknown: the model is slim'

# Not converged: the model is written, the exit code is 5.
rm m.direct
expect 5 direct fit train.csv --num-features 32 --posterior mean-field --optimizer lbfgs --max-iterations 1 --trace trace.csv -o m.direct
expect_match "$errors" 'NOT converged'
expect_equal "$(inspect converged)" OFF
expect_equal "$(head -n 1 trace.csv)" start,iteration,elbo
expect_match "$(sed -n 2p trace.csv)" '^lbfgs,[0-9]+,-?[0-9.e+]+$'

# An existing model is replaced; a link stays a link.
mkdir models
ln -s models/real.direct link.direct
echo old >models/real.direct
direct fit train.csv "${small[@]}" -o link.direct
[[ -L link.direct ]] || fail "the link is gone"
expect 0 direct inspect models/real.direct
expect_equal "$(ls models)" real.direct
