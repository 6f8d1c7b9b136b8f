"""JSON that every reader understands the same way.

`json.loads` alone keeps the last of two equal keys, and doubles round long numbers, so two readers could see
different values. Here a duplicate key, an inexact number, too many keys or too much nesting is an error.
"""

import json
import math
import re
from decimal import Decimal

from errors import CallError

DEEPEST = 8
MOST_KEYS = 100

# Strings are matched whole, so that a bracket inside one is not counted.
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')


def parse(body: bytes) -> object:
    """The value in a body; raises `invalid` when it is not strict JSON."""
    try:
        # json.loads would accept other encodings too, and guess which one.
        text = body.decode("utf-8")
        refuse_depth(text)
        return json.loads(
            text,
            object_pairs_hook=counting_pairs(),
            parse_int=exact_int,
            parse_float=exact_float,
            parse_constant=refuse_constant,
        )
    except (ValueError, OverflowError, RecursionError):
        raise CallError("invalid") from None


def refuse_depth(text: str) -> None:
    depth = 0
    for token in TOKENS.finditer(text):
        first = token[0][0]
        depth += first in "[{"
        depth -= first in "]}"
        if depth > DEEPEST:
            raise ValueError("nested too deep")


def counting_pairs():
    """A hook that builds dictionaries, and counts the keys of all of them together."""
    count = 0

    def pairs(members: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal count
        count += len(members)
        made = dict(members)
        if len(made) < len(members) or count > MOST_KEYS:
            raise ValueError("a duplicate key, or too many keys")
        return made

    return pairs


def exact_int(digits: str) -> int:
    value = int(digits)
    # JavaScript has doubles, which cannot represent every number beyond 2^53. A number that a double
    # represents may be written with all its digits, or as its shortest text.
    nearest = float(value)
    if value != int(nearest) and value != Decimal(repr(nearest)):
        raise ValueError("loses digits")
    return value


def exact_float(digits: str) -> float:
    value = float(digits)
    vanished = value == 0 and re.search("[1-9]", re.split("[eE]", digits)[0])
    if not math.isfinite(value) or vanished:
        raise ValueError("not exact")
    return value


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
