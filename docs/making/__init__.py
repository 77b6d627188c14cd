"""What Sphinx is taught for these pages: a step a file."""
