"""``python -m cardtools`` and the console script."""

from __future__ import annotations

from cardtools.cli.main import run


def main() -> None:
    """Run the command line and leave with its exit code."""
    raise SystemExit(run())


if __name__ == "__main__":
    main()
