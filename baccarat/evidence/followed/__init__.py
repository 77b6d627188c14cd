"""Bet selections as hypotheses."""
