"""How good a model or player is: accuracy, calibration, intervals.

Models and labelled games come in, measured figures go out.
"""
