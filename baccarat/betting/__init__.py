"""What betting on a history comes to."""
