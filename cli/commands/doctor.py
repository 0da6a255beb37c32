"""`mnemon doctor`: does everything work, and if not, what to type."""

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import say, say_json

SHOWN = {"ok": "ok    ", "note": "note  ", "fault": "FAULT "}


@click.command()
@takes("user", "home", "model", "json")
@pass_given
def doctor(given: Given) -> int:
    """Check that everything works.

    Each line is ok, a note (it works, with less), or a fault with what mends it. Nothing is
    changed or made.
    """
    from cli.checkup import examine

    settings = load(given).settings
    findings = []
    for finding in examine(settings):
        findings.append(finding)
        if not given.json:
            remedy = f"  -> {finding.remedy}" if finding.remedy else ""
            say(f"{SHOWN[finding.state]} {finding.part:<12} {finding.detail}{remedy}")
    if given.json:
        say_json(findings)
    return 1 if any(finding.state == "fault" for finding in findings) else 0
