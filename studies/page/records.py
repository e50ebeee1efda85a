# SPDX-License-Identifier: MIT
"""The CSV files of the studies, one dictionary per row. A column is text or a number; an empty number is None. A score
that is not finite is the worst there is, so that a method which broke down loses every comparison."""

import csv
import math

PROVENANCE = ["seed", "commit", "machine", "command"]
COLUMNS = {
    "table": "set num_rows num_inputs fold method num_features num_levels rmse nll sparsity elbo iterations converged "
             "step_size fit_seconds fit_cpu_seconds prepare_seconds statistics_seconds statistics_cpu_seconds",
    "figure1": "size num_rows num_features num_levels method samples step_size budget iteration seconds elbo",
    "figure1_cost": "size num_rows num_features method samples seconds_per_iteration",
    "bounds": "figure panel curve x y",
    "sparsity": "set num_rows method prior spike rmse nll sparsity elbo fit_seconds statistics_seconds "
                "statistics_operations gflops_machine",
}
TEXT = {"set", "size", "method", "prior", "figure", "panel", "curve", *PROVENANCE}
TRUTHS = {"": None, "1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
WORST = {"rmse": math.inf, "nll": math.inf, "elbo": -math.inf}


class DataError(Exception):
    """One line: what was found, where, and what was expected."""


def number(text, name):
    if not text:
        return None
    value = float(text)
    if name in WORST and not math.isfinite(value):
        return WORST[name]
    if not math.isfinite(value):
        raise ValueError
    if name == "sparsity" and not 0 <= value <= 1:
        raise ValueError
    return value


def parsed(text, name):
    if name in TEXT:
        return text
    return TRUTHS[text.lower()] if name == "converged" else number(text, name)


def expected(name):
    return {"converged": "yes or no", "sparsity": "a share from 0 to 1"}.get(name, "a number")


def read_rows(path, columns):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        header = next(reader, [])
        missing = [name for name in columns if name not in header]
        if missing:
            raise DataError(f"{path}: no column {', '.join(missing)}")
        return [parsed_row(dict(zip(header, cells)), len(cells) == len(header), columns, f"{path}:{reader.line_num}")
                for cells in reader]


def parsed_row(cells, complete, columns, place):
    if not complete:
        raise DataError(f"{place}: not as many cells as the header has")
    row = {}
    for name in columns:
        try:
            row[name] = parsed(cells[name], name)
        except (ValueError, KeyError):
            raise DataError(f'{place}: {name}: expected {expected(name)}, found "{cells[name]}"') from None
    return row


def read_study(path, name):
    return read_rows(path, COLUMNS[name].split() + PROVENANCE)


def read_studies(folder):
    """The rows of every file by the name of the study; none where it has not run."""
    paths = {name: folder / f"{name}.csv" for name in COLUMNS}
    return {name: read_study(path, name) if path.exists() else [] for name, path in paths.items()}


def grouped(rows, *names):
    """Rows by their values of the named columns, in the order of the file."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return groups


def distinct(rows, name):
    """The values of a column, each once, in the order of the file; empty ones are left out."""
    return list(dict.fromkeys(row[name] for row in rows if row[name] not in (None, "")))
