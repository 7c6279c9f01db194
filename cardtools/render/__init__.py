"""Render: view models become HTML and PDF; the only package that knows Jinja, WeasyPrint and pikepdf."""
