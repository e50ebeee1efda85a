# SPDX-License-Identifier: MIT
# Shortcuts; CMake and its presets do the work.
.PHONY: build benchmarks test test-long demo results bench bench-uci bench-evidence bench-marginal-likelihood bench-scale bench-integer-features bench-predict bench-coverage bench-mixture bench-sparsity bench-supports bench-network bench-device bench-trust bench-hyperparameters bench-trained bench-two-layers bench-verdict results-trust results-hyperparameters results-trained results-mixture results-supports results-network results-device study-likelihoods results-likelihoods study-programs study-figure1 study-table1 study-table2 study-figure2-3 study-sparsity study-all study-page docs format tidy install clean

sources = $(shell git ls-files --cached --others --exclude-standard '*.cpp' '*.h')

build:
	cmake --preset release
	cmake --build --preset release

benchmarks:
	cmake --preset bench
	cmake --build --preset bench

test:
	script/test

# Everything that script/test leaves out; hours. STEPS="sweeps plain undefined clang kernels" or some of them.
test-long:
	script/test-long $(STEPS)

demo:
	script/demo

# All but the tables of UCI sets, which take long and need their data in $DIRECT_UCI.
bench: benchmarks
	@for bench in $$(find build/bench/bench -maxdepth 1 -type f -name 'bench_*' ! -name bench_uci \
	  ! -name bench_integer_features ! -name bench_coverage ! -name bench_mixture ! -name bench_active_features \
	  ! -name bench_sparsity ! -name bench_supports ! -name bench_network ! -name bench_trust ! -name bench_hyperparameters \
	  ! -name bench_resolution ! -name bench_few_rows ! -name bench_trained ! -name bench_two_layers | sort) bench/scale.sh; do \
	  echo "== $$bench"; $$bench || exit 1; \
	done

bench-uci: benchmarks
	build/bench/bench/bench_uci --protocol pilot
	build/bench/bench/bench_uci --protocol evidence

bench-evidence: benchmarks
	build/bench/bench/bench_evidence

bench-marginal-likelihood: benchmarks
	build/bench/bench/bench_marginal_likelihood

bench-scale: benchmarks
	build/bench/bench/bench_scale
	bench/scale.sh

bench-integer-features: benchmarks
	build/bench/bench/bench_integer_features

# A quarter of an hour.
bench-trust: benchmarks
	build/bench/bench/bench_trust --before bench/trust_4fe47c3.csv
	build/bench/bench/bench_pit

# Half an hour.
bench-hyperparameters: benchmarks
	build/bench/bench/bench_hyperparameters --seeds
	build/bench/bench/bench_few_rows
	build/bench/bench/bench_resolution
	build/bench/bench/bench_ascent

# Half an hour.
bench-trained: benchmarks
	build/bench/bench/bench_trained
	bench/chip_frontier.py build/bench/direct

# A quarter of an hour.
bench-two-layers: benchmarks
	build/bench/bench/bench_two_layers --controls

bench-verdict: benchmarks
	bench/verdict.sh

bench-predict: benchmarks
	build/bench/bench/bench_predict

bench-coverage: benchmarks
	build/bench/bench/bench_coverage

bench-mixture: benchmarks
	build/bench/bench/bench_mixture --protocol pilot
	build/bench/bench/bench_mixture --protocol evidence
	build/bench/bench/bench_mixture_speed
	build/bench/bench/bench_entropy

bench-supports: benchmarks
	build/bench/bench/bench_supports --protocol pilot
	build/bench/bench/bench_supports --protocol evidence

bench-network: benchmarks
	build/bench/bench/bench_network_speed
	build/bench/bench/bench_network_rows
	build/bench/bench/bench_network

# Needs the packages of `script/setup test`.
bench-device: benchmarks
	bench/device.sh

bench-sparsity: benchmarks
	build/bench/bench/bench_active_features --protocol pilot
	build/bench/bench/bench_active_features --protocol evidence
	build/bench/bench/bench_sparsity

# docs/results_benchmarks.md, from a fresh run of every benchmark.
results: benchmarks
	bench/results.sh

# docs/results_trust.md, likewise; a quarter of an hour.
results-trust: benchmarks
	bench/results_trust.sh

# docs/results_hyperparameters.md, likewise, and beside XGBoost and a network; three quarters of an hour.
results-hyperparameters: benchmarks
	bench/results_hyperparameters.sh

# docs/results_trained.md, likewise; an hour and a half.
results-trained: benchmarks
	bench/results_trained.sh

# docs/results_mixture.md, likewise; half an hour.
results-mixture: benchmarks
	bench/results_mixture.sh

# docs/results_supports.md, likewise; half an hour.
results-supports: benchmarks
	bench/results_supports.sh

# docs/results_network.md, likewise; a quarter of an hour.
results-network: benchmarks
	bench/results_network.sh

# docs/results_device.md, likewise; two minutes.
results-device: benchmarks
	bench/results_device.sh

# The pages that are printed from the code.
docs:
	cmake --preset release >/dev/null
	cmake --build --preset release --target options_page
	build/release/tests/reference/options_page >docs/reference/options.md

# Classes, counts and positive numbers against scikit-learn. Needs python3-sklearn, r-base-core and r-cran-mass.
study-likelihoods: build
	studies/likelihoods/datasets.py build/likelihoods
	studies/likelihoods/compare.py build/release/direct build/likelihoods

# docs/results_likelihoods.md, likewise; some minutes.
results-likelihoods: benchmarks
	studies/likelihoods/results.sh

# The paper, by command (docs/results.md): each writes CSV files and pictures in docs/paper and the page anew. What a CSV file
# holds of this machine is not run again. ARGS goes to the program, as in make study-table1 ARGS="--sets gas,wine --folds 0-2".
studies = build/release/studies
paper = docs/paper
# Without the UCI sets the tables are those of small generated sets, and stay out of docs.
tables = $(if $(wildcard $(DIRECT_UCI)/*/data.csv.gz),$(paper),build/tiny)

.NOTPARALLEL: study-all

study-programs:
	script/setup study
	cmake --preset release >/dev/null
	cmake --build --preset release --target study_table study_figure1 study_bounds study_sparsity

study-figure1: study-programs
	$(studies)/study_figure1 $(ARGS)
	studies/plots/figure1.py $(paper)/figure1.csv $(paper)/figure1.svg
	studies/page/render.py

study-table1: study-programs
	$(studies)/study_table --methods reparam,direct-paper,direct-auto,mixture-sgd,draws-20,companion -o $(tables)/table.csv $(ARGS)
	studies/plots/table1.py $(tables)/table.csv $(tables)/table1.svg
	studies/page/render.py

study-table2: study-programs
	$(studies)/study_table --methods direct-paper,mixture-taylor,companion -o $(tables)/table.csv $(ARGS)
	studies/plots/table1.py $(tables)/table.csv $(tables)/table1.svg
	studies/page/render.py

study-figure2-3: study-programs
	$(studies)/study_bounds
	studies/plots/figure2_3.py $(paper)/bounds.csv $(paper)/figure2_3.svg
	studies/page/render.py

study-sparsity: study-programs
	$(studies)/study_sparsity $(ARGS)
	studies/page/render.py

study-all: study-figure1 study-figure2-3 study-sparsity study-table1 study-table2

# The page and the pictures from the CSV files as they are.
study-page:
	script/setup study
	studies/plots/figure1.py $(paper)/figure1.csv $(paper)/figure1.svg
	studies/plots/table1.py $(paper)/table.csv $(paper)/table1.svg
	studies/plots/figure2_3.py $(paper)/bounds.csv $(paper)/figure2_3.svg
	studies/page/render.py

format:
	clang-format -i $(sources)

tidy:
	cmake --preset plain >/dev/null
	clang-tidy --quiet -p build/plain $(filter src/%.cpp cli/%.cpp,$(sources))

install: build
	cmake --install build/release

clean:
	rm -rf build demo
