"""Sequences of coups: dealt, recorded, read and written."""
