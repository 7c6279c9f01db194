"""Documents: models become view models here, with every word and number as it will be printed."""
