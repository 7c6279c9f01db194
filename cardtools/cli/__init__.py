"""The command line: thin commands over app; one place maps errors to exit codes."""
