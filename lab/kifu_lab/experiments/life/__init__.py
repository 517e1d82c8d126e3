"""Van der Werf, Winands, van den Herik and Uiterwijk: which blocks live, and who owns each point."""
