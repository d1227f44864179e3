"""``trackside engine``: the rules engine as JSON Lines on standard input and output."""

from __future__ import annotations

import argparse
import os
import sys

from engine.lines import serve


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no options: the requests say everything."""
    parser.epilog = 'one request a line, e.g. {"id":1,"op":"legal","position":{…}}'


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends; 0 also when the reader of the answers has gone."""
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The interpreter flushes stdout at its end and would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0
