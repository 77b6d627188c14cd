"""From notebooks to published pages: the suite, the runner, the page, the index."""
