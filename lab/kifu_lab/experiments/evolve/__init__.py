"""Nguyen: draughts players bred by a genetic algorithm. The paper's results are headings; these fill them."""
