"""Names of cards: spellings brought to one form, looked up, and suggested where they were not found."""
