#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes docs/results.md from its template and the CSV files of the studies, or checks that it is what they give.

    render.py [--data docs/paper] [--template studies/page/results.md.template] [-o docs/results.md] [--check]"""

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

from records import DataError, read_studies
from sections import sections

PAGE_FOLDER = Path(__file__).resolve().parent
ROOT = PAGE_FOLDER.parents[1]
PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def filled(template, values):
    """Every placeholder must be known, and everything known must be asked for."""
    asked = set(PLACEHOLDER.findall(template))
    if unknown := sorted(asked - values.keys()):
        raise DataError(f"the template asks for what nobody gives: {', '.join(unknown)}")
    if unused := sorted(values.keys() - asked):
        raise DataError(f"the template does not ask for {', '.join(unused)}")
    if re.search(r"\{\{|\}\}", PLACEHOLDER.sub("", template)):
        raise DataError("the template has a placeholder that is not {{name}}")
    return PLACEHOLDER.sub(lambda match: values[match[1]], template)


def write_whole(path, text):
    """The old page stands until the new one is complete."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def check(path, text):
    if not path.exists():
        sys.exit(f"studies/page: {path} is missing; write it with: studies/page/render.py")
    if path.read_text(encoding="utf-8") != text:
        sys.exit(f"studies/page: {path} is not what the CSV files give; write it with: studies/page/render.py")


def parsed_arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT / "docs/paper", help="the folder of the CSV files")
    parser.add_argument("--template", type=Path, default=PAGE_FOLDER / "results.md.template")
    parser.add_argument("-o", dest="page", type=Path, default=ROOT / "docs/results.md")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is another one")
    return parser.parse_args(given)


def main(given=None):
    arguments = parsed_arguments(given)
    try:
        template = arguments.template.read_text(encoding="utf-8")
        text = filled(template, sections(arguments.data, read_studies(arguments.data)))
        check(arguments.page, text) if arguments.check else write_whole(arguments.page, text)
    except (DataError, OSError) as error:
        sys.exit(f"studies/page: {error}")


if __name__ == "__main__":
    main()
