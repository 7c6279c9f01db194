"""The user's wish to stop, remembered where everything that writes can see it; imports nothing of ours."""

from __future__ import annotations

import threading
from typing import Final

interrupted: Final = threading.Event()
"""Set when the user has asked to stop: nothing is written after that, whoever swallowed the interrupt."""
