"""What a check of `mnemon doctor` says."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    """How one part is: `ok`, a `note` (works, with less), or `fault`; `remedy` is what to type."""

    part: str
    state: Literal["ok", "note", "fault"]
    detail: str
    remedy: str = ""
