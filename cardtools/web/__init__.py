"""The browser table: pages over the functions of app, for one laptop. It has no rules of its own."""
