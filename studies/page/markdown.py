# SPDX-License-Identifier: MIT
"""Tables in Markdown."""


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def line(cells):
    return "| " + " | ".join(cell(text) for text in cells) + " |"


def table(header, rows, num_text=1):
    """The first `num_text` columns are text, the others are numbers and stand at the right."""
    rule = "|" + "|".join(["---"] * num_text + ["--:"] * (len(header) - num_text)) + "|"
    return "\n".join([line(header), rule, *(line(row) for row in rows)])


def bold(text):
    return f"**{text}**"


def code(text):
    return f"`{text}`"


def bullets(texts):
    return "\n".join(f"- {text}" for text in texts)
