"""What all experiments of the paper share."""

PAPER = (
    "Van der Werf, Winands, van den Herik and Uiterwijk, "
    "Learning to Predict Life and Death from Go Game Records"
)
LABELS = ("labels:human9",)
