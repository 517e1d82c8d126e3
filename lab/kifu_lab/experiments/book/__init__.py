"""Bouzy and Chaslot: patterns of the K nearest facts as a book, and as candidates of a search."""
