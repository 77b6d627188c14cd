"""Whether runs go on, and what betting on them brings."""
