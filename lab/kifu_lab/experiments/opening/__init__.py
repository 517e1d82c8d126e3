"""Huang, Connell and McQuade: a network that learns to value openings by temporal differences."""
