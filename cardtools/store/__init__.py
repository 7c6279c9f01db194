"""Store: the only package that reads or writes user files."""
