"""The public log: signed checkpoints, tiles, and checks of a document against them."""
