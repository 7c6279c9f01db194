"""Page pictures of every document, for the README and docs/gallery: `make gallery`."""
