"""Exact laws of runs, and of what averages of shoes show."""
