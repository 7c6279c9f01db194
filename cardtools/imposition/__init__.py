"""Imposition: where cards lie on sheets, in millimetres, finished before anything is drawn."""
