"""Is it chance? Exact laws and tests."""
