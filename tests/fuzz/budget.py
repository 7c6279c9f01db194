"""How much is tried: ``quick`` always tries the same, ``fuzz`` (``HYPOTHESIS_PROFILE=fuzz``) much more and ever new."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_CALM = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example)
QUICK = settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=_CALM)
FUZZ = settings(
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "2000")), deadline=None, print_blob=True,
    suppress_health_check=_CALM,
)  # fmt: skip
BUDGET = FUZZ if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else QUICK
"""The settings of the tests in this folder."""
