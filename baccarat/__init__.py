"""Baccarat betting systems, and the habit of following streaks, put to an honest test."""

import lazy_loader

# What is public stands in __init__.pyi, for people, type checkers and this line alike.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = "0.1.0"
