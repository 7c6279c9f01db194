"""Print: one function for each document, every file read back before it is written.

They stand in the modules ``print_…`` beside this one; ``print_run`` is what all runs of cards go through.
"""

from __future__ import annotations

from cardtools.app.print_calibration import KeptPrinter, keep_printer, print_calibration
from cardtools.app.print_cards import print_cards
from cardtools.app.print_options import Printed, SheetOptions, for_profile
from cardtools.app.print_prototypes import print_prototypes
from cardtools.app.print_proxies import print_proxies
from cardtools.app.print_reference import print_reference
from cardtools.app.print_run import CardRun, Press, Progress, print_run
from cardtools.app.print_watch import watch

__all__ = [
    "CardRun",
    "KeptPrinter",
    "Press",
    "Printed",
    "Progress",
    "SheetOptions",
    "for_profile",
    "keep_printer",
    "print_calibration",
    "print_cards",
    "print_prototypes",
    "print_proxies",
    "print_reference",
    "print_run",
    "watch",
]
