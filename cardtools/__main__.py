"""``python -m cardtools`` and the console script."""

from __future__ import annotations

import os

# Plugins of other packages have no business in our models, and looking for them costs a sixth of a start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from cardtools.cli.main import run

        code = run()
    except KeyboardInterrupt:
        code = 130
    raise SystemExit(code)


if __name__ == "__main__":
    main()
