"""A plan of tests, its corrections, and how often it rejects."""
