"""App: one function for each thing a user asks for, the same for the command line, the browser and the library."""
