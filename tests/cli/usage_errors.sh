# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What is wrong with the arguments is said before any data are read: exit code 2.
write_data train.csv 20
mkdir folder

expect_error 2 "a command is missing; see direct --help" direct
expect_error 2 "unknown command fti, did you mean fit? see direct --help" direct fti train.csv
expect_error 2 "unknown command frobnicate; see direct --help" direct frobnicate
expect_error 2 "unknown option --frobnicate; see direct fit --help" direct fit train.csv --frobnicate -o m.direct
expect_error 2 "unknown option --levles, did you mean --levels? see direct fit --help" \
  direct fit train.csv --levles=3 -o m.direct
expect_error 2 "unexpected argument b; see direct inspect --help" direct inspect a b
expect_error 2 "--target needs a value; see direct fit --help" direct fit train.csv -o m.direct --target
expect_error 2 "DATA is missing; see direct fit --help" direct fit -o m.direct
expect_error 2 "FILE is missing; see direct inspect --help" direct inspect
expect_error 2 "--levels excludes --bits; see direct fit --help" direct fit train.csv --levels 3 --bits 4 -o m.direct
expect_error 2 "--folds excludes --fold-masks; see direct cv --help" direct cv train.csv --folds 3 --fold-masks m.csv
expect_error 2 "--interval is given more than once; see direct predict --help" \
  direct predict m.direct train.csv --interval 0.5 --interval 0.9
expect_error 2 "--levels is given more than once; see direct fit --help" \
  direct fit train.csv --levels 3 --levels 7 -o m.direct
expect_error 2 "--folds is given more than once; see direct cv --help" direct cv train.csv --folds 3 --folds 4
for features in linear given; do
  expect_error 2 "--num-features: is that of Fourier or trained features; --features $features has as many as the data" \
    direct fit train.csv --features $features --num-features 32 -o m.direct
done

fit() { direct fit train.csv --num-features 32 -o m.direct "$@"; }
expect_error 2 '--missing: expected error|mean|indicator, found "drop"' fit --missing drop
expect_error 2 '--optimizer: expected auto|best|ascent|lbfgs|adam, found "sgd"' fit --optimizer sgd
expect_error 2 '--optimizer: draws are not searched for; expected --posterior mean-field or mixture' \
  fit --optimizer lbfgs
likelihoods=$(direct fit --help | sed -n 's/^ *--likelihood \([a-z|]*\)$/\1/p')
expect_error 2 "--likelihood: expected $likelihoods, found \"normal\"" fit --likelihood normal
expect_error 2 '--bound: expected taylor|tilted|quadratic, found "jensen"' fit --bound jensen
expect_error 2 '--bound: is that of classes; expected --likelihood bernoulli, found gaussian' fit --bound tilted
expect_error 2 '--bound: is that of classes; expected --likelihood bernoulli, found poisson' \
  direct cv train.csv --likelihood poisson --bound quadratic
expect_error 2 'the exposure column "a" is for counts alone; expected --likelihood poisson' fit --exposure a
for command in prepare accumulate; do
  expect_error 2 "unknown option --exposure; see direct $command --help" direct $command train.csv --exposure a -o m.stats
  expect_error 2 "unknown option --likelihood; see direct $command --help" \
    direct $command train.csv --likelihood gamma -o m.stats
done
expect_error 2 '--levels: expected a whole number, not negative, found "-3"' fit --levels -3
expect_error 2 '--levels: expected a whole number, not negative, found "3.5"' fit --levels 3.5
expect_error 2 '--seed: expected a whole number, not negative, found "99999999999999999999"' \
  fit --seed 99999999999999999999
expect_error 2 '--tolerance: expected a number, found "small"' fit --tolerance small
expect_error 2 '--bits: expected auto or 2 to 16, found 1' fit --bits 1
expect_error 2 '--threads: expected 0 or more, found -1' fit --threads -1
expect_error 2 '--delimiter: expected auto, tab or one character, found "::"' fit --delimiter ::

mixture=(--posterior mixture)
expect_error 2 '--posterior: expected mean-field|mixture|draws, found "full"' fit --posterior full
expect_error 2 '--entropy: expected exact|taylor|pairwise|sampled, found "jensen"' fit "${mixture[@]}" --entropy jensen
expect_error 2 '--prior-bound: expected jensen|responsibility|sampled, found "taylor"' fit --prior-bound taylor
expect_error 2 '--components: expected 1 or more, found 0' fit "${mixture[@]}" --components 0
expect_error 2 '--components: expected a whole number, not negative, found "-3"' fit "${mixture[@]}" --components -3
expect_error 2 '--components: expected a whole number, not negative, found "abc"' fit "${mixture[@]}" --components abc
expect_error 2 '--components: expected 1 to 1000, found 1001' fit "${mixture[@]}" --components 1001
expect_error 2 '--components: a mean-field posterior has 1 component, found 5; expected --posterior mixture or draws' \
  fit --posterior mean-field --components 5
expect_error 2 '--components: draws come in pairs; expected an even number, found 7' \
  fit --posterior draws --support auto --components 7
expect_error 2 '--components: a spread needs at least 2 deviations, found 1' fit --components 1
expect_error 2 '--entropy exact: a mixture of 5 components has no exact entropy; expected taylor, pairwise or sampled' \
  fit "${mixture[@]}" --entropy exact
for posterior in mean-field draws; do
  expect_error 2 "--entropy: is that of a mixture; expected --posterior mixture, found $posterior" \
    fit --posterior $posterior --entropy taylor
done
for text in half 0.5:1 0.5:1,0.5 0.5:1,0.5:0 0:1,1:1 -1:1,1:2 0.5:1,0.5:x 0.5:1,,0.5:2 1:1:1,1:2 nan:1,1:2 1:1,1:1e7; do
  expect_error 2 "--prior-mixture: expected none, or 2 to 16 times WEIGHT:FACTOR, weights up to 1e6 and factors from 0.001 to 1000, as in 0.5:1,0.5:0.3, found \"$text\"" \
    fit --prior-mixture="$text"
done
expect_error 2 "--prior-mixture: its factors are those of the scale of a Gaussian; expected --prior gaussian" \
  fit --prior uniform --prior-mixture 0.5:1,0.5:0.3
expect_error 2 "--prior-bound: is that of a mixture; expected a --prior-mixture, found none" fit --prior-bound jensen
cv() { direct cv train.csv --num-features 32 "$@"; }
expect_error 2 "--prior-bound: is that of a mixture; expected a --prior-mixture, found none" cv --prior-bound jensen
expect_error 2 "--entropy: is that of a mixture; expected --posterior mixture, found draws" cv --entropy sampled
expect_error 2 '--components: expected 1 or more, found 0' cv "${mixture[@]}" --components 0

expect_error 2 "no place for the model: name a file, as in -o model.direct" direct fit train.csv
expect_error 2 "-o -: expected a file for the model, not a pipe" direct fit train.csv -o -
expect_error 2 "folder: is a directory, expected a file to write" direct fit train.csv -o folder
expect_error 2 "nowhere/m.direct: there is no directory nowhere" direct fit train.csv -o nowhere/m.direct
expect_error 2 "train.csv: is an input, not overwritten" direct fit train.csv -o train.csv
expect_error 2 "nowhere/t.csv: there is no directory nowhere" direct fit train.csv -o m.direct --trace nowhere/t.csv
if [[ $(id -u) -ne 0 ]]; then
  mkdir --mode=a-w locked
  expect_error 6 "locked/m.direct: cannot be written: Permission denied" direct fit train.csv -o locked/m.direct
fi

# What the library has to say about its options.
expect_error 2 "unknown target column \"z\"; available: a, b, y" fit --target z
expect_error 2 "unknown drop column \"z\"; available: a, b, y" fit --drop a,z

# A device is written to, never replaced.
expect 0 direct fit train.csv "${small[@]}" -o /dev/null
[[ -c /dev/null ]] || fail "/dev/null is gone"
