# SPDX-License-Identifier: MIT
"""Where the numbers come from: by file, what its last four columns say."""

from formats import DASH, listed
from markdown import code, table
from records import COLUMNS, distinct

STUDIES = {"figure1": "study-figure1", "figure1_cost": "study-figure1", "table": "study-table1",
           "bounds": "study-figure2-3", "sparsity": "study-sparsity"}


def missing(study):
    return f"not run yet: {code('make ' + study)}"


def missing_sentence(study):
    return f"Not run yet: {code('make ' + study)}."


def natural(text):
    """Numbers in the order of numbers, before all other text."""
    return (0, int(text), "") if text.isdigit() else (1, 0, text)


def provenance_table(studies):
    lines = []
    for file in COLUMNS:
        rows, name = studies[file], code(f"paper/{file}.csv")
        if rows:
            lines.append([name, len(rows), listed([code(text) for text in distinct(rows, "command")], 8),
                          listed(distinct(rows, "commit")), listed(distinct(rows, "machine")),
                          listed(sorted(distinct(rows, "seed"), key=natural), 10)])
        else:
            lines.append([name, missing(STUDIES[file]), *[DASH] * 4])
    header = ["file", "lines", "command", "commit", "machine", "seeds"]
    return table(header, lines, num_text=len(header))
