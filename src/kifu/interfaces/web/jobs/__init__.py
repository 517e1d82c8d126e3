"""What worker processes do: plain arguments come in, JSON-able facts go out; nothing here speaks HTTP."""
