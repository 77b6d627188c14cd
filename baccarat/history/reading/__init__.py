"""Reading records as people keep them: everything is text first, and nothing is guessed."""
