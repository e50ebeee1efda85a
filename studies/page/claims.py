# SPDX-License-Identifier: MIT
"""A claim of the paper, judged. It holds if all of its parts do, in part if at least half of them do."""

from typing import NamedTuple, Optional

from markdown import bold, bullets, table

HOLDS, IN_PART, FAILS = "holds", "holds in part", "does not hold here"


def verdict(parts):
    """None if there is nothing to judge."""
    parts = list(parts)
    if not parts:
        return None
    if all(parts):
        return HOLDS
    return IN_PART if 2 * sum(parts) >= len(parts) else FAILS


class Claim(NamedTuple):
    title: str
    paper: Optional[str]  # the verdict with the paper's optimiser; None if it could not be judged
    ours: Optional[str]   # and with ours; None also where it makes no difference
    findings: list        # sentences


def unjudged(title, reason):
    return Claim(title, None, None, [reason])


def capitalized(text):
    return text[0].upper() + text[1:]


def headline(claim):
    if claim.ours is None:
        return bold(capitalized(claim.paper) + ".")
    return f"{bold(capitalized(claim.paper))} with the paper's optimiser, {bold(claim.ours)} with ours."


def claim_text(claim):
    if claim.paper is None:
        return f"{capitalized(claim.findings[0])}."
    return f"{headline(claim)}\n\n{bullets(claim.findings)}"


def summary_table(claims):
    rows = [[claim.title, claim.paper or claim.findings[0], claim.ours or ""] for claim in claims]
    return table(["claim", "with the paper's optimiser", "with ours"], rows, num_text=3)
