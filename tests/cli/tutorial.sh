# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Every command of docs/tutorial.md works, in its order, and says what the page shows; and what the page claims is so.
repository=$(cd "$here/../.." && pwd)
page=$repository/docs/tutorial.md
export PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$scratch/matplotlib # no settings of the user
/usr/bin/python3 -c 'import numpy, matplotlib.pyplot' 2>/dev/null || {
  echo "no matplotlib for /usr/bin/python3 here (apt-get install python3-matplotlib)"
  exit 77
}
[[ $slowdown -eq 1 ]] || {
  echo "the tutorial is for the optimised build: sanitizers see the same code in the other tests"
  exit 77
}
ln -s "$repository/studies" studies

# steps/NN.command and steps/NN.shown: the commands of the page and the lines that it shows after each
mkdir steps
awk '/^```console$/ { inside = 1; next }
  /^```/ { inside = 0 }
  !inside { next }
  more { print >command; more = /\\$/; next }
  /^\$ / {
    command = sprintf("steps/%02d.command", ++count); shown = sprintf("steps/%02d.shown", count)
    print substr($0, 3) >command; printf "" >shown; more = /\\$/; next
  }
  { print >shown }' "$page"

# The same lines, but for spaces and for numbers: these may differ by 0.2 % or by one in their last digit, as on another CPU.
alike() { # SHOWN FOUND
  awk 'BEGIN { number = "-?[0-9]+([.][0-9]+)?" }
    function take(text) { value = match(text, number) ? substr(text, RSTART, RLENGTH) : ""; return substr(text, RSTART + RLENGTH) }
    function unit(text) { return text ~ /[.]/ ? 10 ^ -(length(text) - index(text, ".")) : 1 }
    function words(text) { gsub(number, "#", text); gsub(/ +/, " ", text); return text }
    function near(shown, found, a, b) {
      while (shown ~ number) {
        shown = take(shown); a = value; found = take(found); b = value
        if ((a - b) ^ 2 > (0.002 * a) ^ 2 + (1.5 * unit(a)) ^ 2) return 0
      }
      return 1
    }
    FILENAME == ARGV[1] { shown[++count] = $0; next }
    { lines = FNR }
    lines > count || words(shown[lines]) != words($0) || !near(shown[lines], $0) { print "found: " $0; different = 1; exit }
    END {
      if (!different && lines < count) { print "not found: " shown[lines + 1]; different = 1 }
      exit different
    }' "$1" "$2"
}

for command in steps/*.command; do
  step=${command%.command}
  bash "$command" >"$step.found" 2>&1 || fail "$(<"$command"): $(<"$step.found")"
  sed -i '/^  seconds  /d; s/([0-9]* iterations/(some iterations/' "$step.found" # of an optimiser that looks every 25 iterations, another CPU may need 25 more
  sed -i 's/([0-9]* iterations/(some iterations/' "$step.shown"
  difference=$(alike "$step.shown" "$step.found") || fail "$(<"$command")"$'\n'"  the page shows other words or numbers; $difference"
done
[[ ${step#steps/} -ge 25 ]] || fail "the tutorial has lost its commands"
step_of() { grep --files-with-matches "$1" steps/*.command | sed 's/\.command$//' | head -n 1; } # the first with this word

# Pictures: those of the page are made, and kept beside it.
kind() { head -c 200 "$1" | tr -d '\0' | grep --text -o -m 1 -e PNG -e '<?xml'; }
pictures=$(sed -nE 's/.*\]\((tutorial\/[^)]*\.(png|svg))\).*/\1/p' "$page")
expect_equal "$(wc -w <<<"$pictures")" 5
for picture in $pictures; do
  expect_equal "$(kind "$picture")" "$([[ $picture == *.png ]] && echo PNG || echo '<?xml')"
  expect_equal "$(kind "$repository/docs/$picture")" "$(kind "$picture")"
  [[ $(stat -c %s "$repository/docs/$picture") -lt 61440 ]] || fail "$picture is large"
done
expect_equal "$(cd "$repository/docs" && find tutorial -type f | sort)" "$(sort <<<"$pictures")"
mkdir again
sed 's|-o tutorial/|-o again/|' "$(step_of line.svg).command" | bash >/dev/null
expect_same tutorial/line.svg again/line.svg

# Sections 1 and 2: probabilities sum to one, and no ELBO is above the log evidence less the divergence, which is where that of mean field is.
expect 0 /usr/bin/python3 - <<'END'
import sys
sys.path.insert(0, "studies/tutorial")
from pictures import numpy, read_table
from model_file import read_model
from two_weights import Exact, TwoWeights

names = "mean_field", "mixture", "sampled_mixture", "draws"
models = {name: TwoWeights(f"tutorial/{name}.direct") for name in names}
exact = Exact(models["mean_field"], read_table("tutorial/line.csv"))
best = {name: exact.log_evidence - exact.divergence(model.log_q) for name, model in models.items()}
elbo = {name: model.elbo for name, model in models.items()}
tables = numpy.exp(read_model("tutorial/mean_field.direct")[0]["log_probabilities"])
assert abs(tables.sum(axis=-1) - 1).max() < 1e-12
assert abs(numpy.exp(exact.log_posterior).sum() - 1) < 1e-12
assert abs(elbo["mean_field"] - best["mean_field"]) < 1e-9, (elbo, best)
assert elbo["mixture"] <= best["mixture"] + 1e-9 and elbo["draws"] <= best["draws"] + 1e-9, (elbo, best)
assert abs(elbo["sampled_mixture"] - best["sampled_mixture"]) < 0.02, (elbo, best)
assert elbo["mean_field"] <= elbo["mixture"] <= exact.log_evidence, (elbo, exact.log_evidence)
assert elbo["mean_field"] <= elbo["sampled_mixture"] <= exact.log_evidence, (elbo, exact.log_evidence)
END

# Section 3: the gap.
found() { cat "$(step_of "$1").found"; }
found wave.svg | awk '/mean field/ { a = $4; b = $5 } /draws/ { c = $3; d = $4 } END { exit !(b < 1.5 * a && c < a && d > 8 * c && d > 2 * b) }' ||
  fail "std_model in the gap: $(found wave.svg)"
found gaps.py | awk '/^mean field/ { a = $6 } /^draws/ { b = $5 } END { exit !(a < 0.7 && b > a + 0.1 && b < 0.95) }' || fail "coverage in gaps: $(found gaps.py)"

# Errors of the scripts are one line.
expect_complaint() { # MESSAGE COMMAND...
  expect 1 "${@:2}"
  expect_equal "$errors" "$1"
}
scripts=studies/tutorial
expect_complaint "studies/tutorial: none.csv: No such file or directory" $scripts/images.py none.csv tutorial/mixture.direct -o a.png
expect_complaint "studies/tutorial: tutorial/line.csv: expected a file written by direct fit" $scripts/images.py tutorial/line.csv tutorial/line.csv -o a.png
expect_complaint "studies/tutorial: tutorial/wave_draws.direct: expected a model of two weights on fixed levels with a known noise (--support LO:HI --noise VAR)" \
  $scripts/images.py tutorial/line.csv tutorial/wave_draws.direct -o a.png
expect_complaint "studies/tutorial: tutorial/line.csv: expected the columns mean, std_model, lower, upper; missing: mean, std_model, lower, upper" \
  $scripts/bands.py tutorial/line.csv tutorial/line_grid.csv tutorial/line.csv -o a.svg
mkdir without
echo 'raise ImportError("No module named matplotlib")' >without/matplotlib.py
expect 1 env PYTHONPATH=without $scripts/images.py tutorial/line.csv tutorial/mixture.direct -o a.png
expect_match "$errors" '^studies/tutorial: No module named matplotlib; install it with: apt-get install python3-matplotlib'
[[ -z $(find . -maxdepth 1 -name 'a.*') ]] || fail "a script that failed left a file"
