#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Accuracy by flash and by instructions on a Cortex-M3: exported models with 4 deviations beside networks of 8-bit weights
(scikit-learn), boosted trees (XGBoost), both in plain C with integers, and Fourier features in float32. Every model is
compiled with -O2 and run in an emulator; RMSE is that of the integers. Fold 0 of sets in $DIRECT_UCI, and what `direct
generate` makes. Prints Markdown.

Needs python3-xgboost, python3-sklearn, and the packages of `script/setup test`. Usage: chip_frontier.py DIRECT [SET...]"""

import csv
import gzip
import json
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GENERATED = {"calibration": 4000, "battery": 4000}
SETS = ["kin40k", "concrete", "parkinsons", "calibration", "battery"]
FLASH = [500, 1000, 2000, 4000, 8000]
INSTRUCTIONS = [500, 1000, 2000, 5000, 10000]
UNIT = 2048.0  # codes of an input to a standard deviation, for the peers: 16 deviations in 16 bits


# ------------------------------------------------------------------------------------------------------------- data


def table(path, header):
    with (gzip.open(path, "rt") if path.endswith(".gz") else open(path)) as file:
        rows = csv.reader(file)
        if header:
            next(rows)
        return np.array([[float(cell) for cell in row] for row in rows])


def data_of(name, command, folder):
    if name in GENERATED:
        parts = []
        for seed, rows in ((1, GENERATED[name]), (2, 2000)):
            path = os.path.join(folder, "generated.csv")
            subprocess.run([command, "generate", name, "--rows", str(rows), "--seed", str(seed), "-o", path], check=True)
            parts.append(table(path, True))
        return parts
    base = os.path.join(os.environ["DIRECT_UCI"], name)
    rows = table(os.path.join(base, "data.csv.gz"), False)
    mask = table(os.path.join(base, "test_mask.csv.gz"), False)[:, 0] > 0.5
    return rows[~mask], rows[mask]


class Standard:
    """Standardised inputs and target, and the codes of 16 bits that a chip is given."""

    def __init__(self, train):
        self.mean, self.scale = train.mean(0), np.where(train.std(0) > 0, train.std(0), 1.0)

    def __call__(self, rows):
        return (rows - self.mean) / self.scale

    def codes(self, rows):
        return np.clip(np.rint(self(rows)[:, :-1] * UNIT), -32767, 32767).astype(np.int64)


def rmse(found, expected):
    return float(np.sqrt(np.mean((found - expected) ** 2)))


# ------------------------------------------------------------------------------------------------------ measurement

CHIP = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-std=c99", "-O2", "-w", "-ffreestanding", "-ffunction-sections",
        "-fdata-sections", "-Wl,--gc-sections", "-nostartfiles"]
EMULATOR = ["qemu-system-arm", "-M", "mps2-an385", "-display", "none", "-monitor", "none", "-serial", "none", "-icount",
            "shift=8,align=off,sleep=off", "-chardev", "stdio,id=text", "-semihosting-config",
            "enable=on,target=native,chardev=text", "-kernel"]


def measured(folder, header, prefix, libraries=("-nostdlib", "-lgcc")):
    """Bytes of flash and instructions of a prediction."""
    device = os.path.join(ROOT, "device")
    compiler = CHIP + [f"-I{device}", f"-I{folder}", f"-I{ROOT}/bench/device", f'-DEXPORTED_HEADER="{header}"',
                       f"-DEXPORTED_PREFIX={prefix}", f"-DEXPORTED_MACRO_PREFIX={prefix.upper()}"]
    program, size = os.path.join(folder, "measure.elf"), os.path.join(folder, "size.elf")
    subprocess.run(compiler + ["-Wl,--defsym=flash_bytes=1M", f"{device}/measure.c", f"{device}/cortex_m/start.c",
                               f"{device}/cortex_m/cost.c", "-T", f"{device}/cortex_m/link.ld", *libraries, "-o", program],
                   check=True)
    words = subprocess.run(EMULATOR + [program], check=True, capture_output=True, text=True, timeout=120,
                           stdin=subprocess.DEVNULL).stdout.split()
    subprocess.run(compiler + [f"{device}/predict.c", "-Wl,-e,predict", *libraries, "-o", size], check=True)
    line = subprocess.run(["arm-none-eabi-size", size], check=True, capture_output=True, text=True).stdout.splitlines()[1].split()
    return int(line[0]) + int(line[1]), int(words[3])


def array(kind, name, values):
    return f"static const {kind} {name}[] = {{{','.join(str(int(v)) for v in np.ravel(values))}}};\n"


def peer_header(num_inputs, tables, body):
    return f"""#include <stdint.h>
#define PEER_NUM_INPUTS {num_inputs}
typedef struct {{ int32_t mean; }} peer_result;
{tables}
static __attribute__((noinline)) void peer_predict(const int16_t x[], peer_result* out) {{
{body}
}}
static __attribute__((unused)) uint8_t peer_selftest(void) {{ return 0; }}
"""


def measured_peer(folder, text):
    with open(os.path.join(folder, "peer.h"), "w") as file:
        file.write(text)
    return measured(folder, "peer.h", "peer")


# ---------------------------------------------------------------------------------------------------------- network


class Network:
    """Weights of 8 bits with a scale for each unit, activations of 16 bits; no uncertainty."""

    def __init__(self, layers, train, seed):
        from sklearn.neural_network import MLPRegressor

        standard = Standard(train)
        rows = standard(train)
        model = MLPRegressor(layers, random_state=seed, max_iter=1000, early_stopping=True, learning_rate_init=3e-3, tol=1e-6,
                             n_iter_no_change=30)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(rows[:, :-1], rows[:, -1])
        self.standard, self.score = standard, model.best_validation_score_
        self.layers, unit = [], UNIT
        values = standard.codes(train)
        for k, (weights, bias) in enumerate(zip(model.coefs_, model.intercepts_)):
            steps = np.maximum(np.abs(weights).max(0), 1e-9) / 127.0
            codes = np.rint(weights / steps).astype(np.int64)
            biases = np.rint(bias / steps * unit).astype(np.int64)
            sums = values @ codes + biases
            if k + 1 == len(model.coefs_):
                self.layers.append((codes, biases, None, 0))
                self.unit = unit / steps[0]
                break
            # A sum times its step, so that the largest of the layer is 16 bits: a multiplier of 16 bits for each unit.
            largest = max((sums * steps).max(), 1e-9)
            shift = int(np.floor(np.log2(65535.0 / (steps.max() * 32000.0 / largest))))
            multipliers = np.rint(steps * 32000.0 / largest * 2.0**shift).astype(np.int64)
            self.layers.append((codes, biases, multipliers, shift))
            unit = unit * 32000.0 / largest
            values = np.clip((sums * multipliers) >> shift, 0, 32767)

    def predict(self, rows):
        values = self.standard.codes(rows)
        for codes, biases, multipliers, shift in self.layers[:-1]:
            values = np.clip(((values @ codes + biases) * multipliers) >> shift, 0, 32767)
        codes, biases, _, _ = self.layers[-1]
        sums = (values @ codes + biases)[:, 0]
        return sums / self.unit * self.standard.scale[-1] + self.standard.mean[-1]

    def header(self):
        tables, body, source = "", "", "x"
        for k, (codes, biases, multipliers, shift) in enumerate(self.layers):
            inputs, outputs = codes.shape
            tables += array("int8_t", f"weights{k}", codes.T) + array("int32_t", f"biases{k}", biases)
            if multipliers is None:
                body += f"""  {{ int32_t sum = biases{k}[0]; for (int i = 0; i < {inputs}; ++i) sum += weights{k}[i] * {source}[i]; out->mean = sum; }}"""
                break
            tables += array("uint16_t", f"multipliers{k}", multipliers)
            body += f"""  int16_t h{k}[{outputs}];
  {{ const int8_t* w = weights{k};
    for (int j = 0; j < {outputs}; ++j) {{
      int32_t sum = biases{k}[j];
      for (int i = 0; i < {inputs}; ++i) sum += *w++ * {source}[i];
      sum = (int32_t)((int64_t)sum * multipliers{k}[j] >> {shift});
      h{k}[j] = sum < 0 ? 0 : sum > 32767 ? 32767 : sum;
    }} }}
"""
            source = f"h{k}"
        return peer_header(self.layers[0][0].shape[0], tables, body)


# ------------------------------------------------------------------------------------------------------------ trees


class Trees:
    """Complete trees of one depth: for each node the input and the threshold, then the leaves, of 16 bits."""

    def __init__(self, count, depth, train):
        import xgboost

        self.standard, self.depth = Standard(train), depth
        codes, targets = self.standard.codes(train), self.standard(train)[:, -1]
        rate = min(0.5, max(0.1, 10.0 / count))
        model = xgboost.XGBRegressor(n_estimators=count, max_depth=depth, learning_rate=rate, base_score=0.0, n_jobs=2)
        model.fit(codes, targets)
        self.features, self.thresholds, self.leaves = [], [], []
        scale = 0.0
        trees = []
        for text in model.get_booster().get_dump(dump_format="json"):
            nodes, leaves = np.zeros((2**depth - 1, 2), dtype=np.int64), np.zeros(2**depth)
            self.fill(json.loads(text), 0, 0, nodes, leaves)
            trees.append((nodes, leaves))
            scale = max(scale, np.abs(leaves).max())
        self.unit = 32767.0 / scale
        self.nodes = np.array([nodes for nodes, _ in trees])
        self.leaves = np.array([np.rint(leaves * self.unit).astype(np.int64) for _, leaves in trees])

    def fill(self, node, at, level, nodes, leaves):
        if level == self.depth:
            leaves[at - (2**self.depth - 1)] = node["leaf"]
            return
        if "leaf" in node:  # the rest of the tree is this leaf
            nodes[at] = (0, 32767)
            for child in (2 * at + 1, 2 * at + 2):
                self.fill(node, child, level + 1, nodes, leaves)
            return
        nodes[at] = (int(node["split"][1:]), int(np.ceil(node["split_condition"])))  # code < threshold: yes
        children = {child["nodeid"]: child for child in node["children"]}
        self.fill(children[node["yes"]], 2 * at + 1, level + 1, nodes, leaves)
        self.fill(children[node["no"]], 2 * at + 2, level + 1, nodes, leaves)

    def predict(self, rows):
        codes = self.standard.codes(rows)
        sums, everyone = np.zeros(len(codes)), np.arange(len(codes))
        for nodes, leaves in zip(self.nodes, self.leaves):
            at = np.zeros(len(codes), dtype=np.int64)
            for _ in range(self.depth):
                at = 2 * at + 1 + (codes[everyone, nodes[at, 0]] >= nodes[at, 1])
            sums += leaves[at - (2**self.depth - 1)]
        return sums / self.unit * self.standard.scale[-1] + self.standard.mean[-1]

    def header(self):
        inner, leaves = 2**self.depth - 1, 2**self.depth
        tables = (array("uint8_t", "split_inputs", self.nodes[:, :, 0]) + array("int16_t", "thresholds", self.nodes[:, :, 1]) +
                  array("int16_t", "leaves", self.leaves))
        body = f"""  int32_t sum = 0;
  for (int t = 0; t < {len(self.nodes)}; ++t) {{
    const uint8_t* f = split_inputs + t * {inner};
    const int16_t* c = thresholds + t * {inner};
    int at = 0;
    for (int level = 0; level < {self.depth}; ++level) at = 2 * at + 1 + (x[f[at]] >= c[at]);
    sum += leaves[t * {leaves} + at - {inner}];
  }}
  out->mean = sum;"""
        return peer_header(len(self.standard.mean) - 1, tables, body)


# ------------------------------------------------------------------------------------------------------------- ours


def save(path, rows):
    np.savetxt(path, rows, delimiter=",", fmt="%.17g")


def ours(command, folder, test, flags, deviations, aim):
    model, header = os.path.join(folder, "m.direct"), os.path.join(folder, "model.h")
    if flags is not None:
        subprocess.run([command, "fit", os.path.join(folder, "train.csv"), "--header", "no", "-q", "-o", model, *flags], check=True)
    subprocess.run([command, "export", model, "-q", "--name", "model", "--draws", str(deviations), "--optimize", aim, "--chip",
                    "cortex-m3", "-o", header], check=True)
    scores = json.loads(subprocess.run([command, "evaluate", model, os.path.join(folder, "test.csv"), "--header", "no", "--integer",
                                        "--draws", str(deviations), "--json"], check=True, capture_output=True, text=True).stdout)
    return (*measured(folder, "model.h", "model"), scores["rmse"], scores["coverage"]["0.9"])


def float_fourier(command, folder, num_inputs, features):
    model = os.path.join(folder, "f.direct")
    subprocess.run([command, "fit", os.path.join(folder, "train.csv"), "--header", "no", "-q", "-o", model, "--feature-bits", "0",
                    "--num-features", str(features)], check=True)
    scores = json.loads(subprocess.run([command, "evaluate", model, os.path.join(folder, "test.csv"), "--header", "no", "--json"],
                                       check=True, capture_output=True, text=True).stdout)
    ramp = ",".join(f"{i % 17 - 8}e-1f" for i in range(features * num_inputs // 2))
    with open(os.path.join(folder, "float_tables.h"), "w") as file:
        file.write(f"#define NUM_INPUTS {num_inputs}\n#define NUM_FEATURES {features}\n#define NUM_DRAWS 1\n"
                   f"static const float frequencies[] = {{{ramp}}};\n"
                   f"static const float weights[] = {{{','.join('1e-1f' for _ in range(features))}}};\n")
    return (*measured(folder, "float_model.h", "floats", ("--specs=nosys.specs", "-lm")), scores["rmse"])


# ------------------------------------------------------------------------------------------------------------ tables


def print_model(kind, what, flash, instructions, error, inside=None):
    print(f"| {kind} | {what} | {flash} | {instructions} | {error:.4g} | {'' if inside is None else f'{inside:.3f}'} |", flush=True)


def print_budgets(name, unit, budgets, column, models):
    kinds = ["ours", "network", "trees"]
    print(f"\n| {name}: least RMSE within | " + " | ".join(kinds) + " | ours / the best other |\n|---|--:|--:|--:|--:|")
    for budget in budgets:
        best = [min((m[3] for m in models if m[0] == kind and m[column] <= budget), default=float("inf")) for kind in kinds]
        others = min(best[1:])
        ratio = "" if np.isinf(best[0]) or np.isinf(others) else f"{best[0] / others:.2f}"
        print(f"| {budget} {unit} | " + " | ".join("-" if np.isinf(b) else f"{b:.4g}" for b in best) + f" | {ratio} |", flush=True)


def compare(name, command):
    with tempfile.TemporaryDirectory() as folder:
        train, test = data_of(name, command, folder)
        save(os.path.join(folder, "train.csv"), train)
        save(os.path.join(folder, "test.csv"), test)
        print(f"\n### {name}\n\n| | | flash, bytes | instructions | RMSE | 90 % intervals hold |\n|---|---|--:|--:|--:|--:|")
        models = []

        def add(kind, what, flash, instructions, error, inside=None):
            models.append((kind, flash, instructions, error))
            print_model(kind, what, flash, instructions, error, inside)

        for flags, what in [(["--features", "trained", "--num-features", str(count)], f"{count} trained") for count in (8, 16, 32, 64)
                            ] + [(["--max-active-features", str(count)], f"{count} chosen") for count in (32, 128)]:
            for aim in ("size", "speed"):
                add("ours", f"{what}, 4 deviations, for {aim}", *ours(command, folder, test, flags if aim == "size" else None, 4, aim))
        for layers in [(8,), (16,), (32,), (8, 8), (16, 16), (32, 32)]:
            best = max((Network(layers, train, seed) for seed in range(3)), key=lambda network: network.score)
            add("network", " and ".join(map(str, layers)) + " units", *measured_peer(folder, best.header()),
                rmse(best.predict(test), test[:, -1]))
        for count, depth in [(8, 3), (16, 3), (8, 4), (32, 3), (16, 4), (32, 4), (16, 5), (64, 4), (32, 5), (40, 5)]:
            trees = Trees(count, depth, train)
            add("trees", f"{count} of depth {depth}", *measured_peer(folder, trees.header()), rmse(trees.predict(test), test[:, -1]))
        if os.path.exists("/usr/lib/arm-none-eabi/newlib/libm.a"):
            add("float32", "64 Fourier features", *float_fourier(command, folder, train.shape[1] - 1, 64))
        print_budgets(name, "bytes", FLASH, 1, models)
        print_budgets(name, "instructions", INSTRUCTIONS, 2, models)


def main():
    command, *names = sys.argv[1:]
    command = os.path.abspath(command)
    for name in names or SETS:
        compare(name, command)


main()
