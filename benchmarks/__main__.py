"""Speed as ratios measured in one run: `make bench`, or `python -m benchmarks`."""

from benchmarks import dealing, odds, playing, settling, testing

if __name__ == "__main__":
    dealing.main()
    odds.main()
    settling.main()
    playing.main()
    testing.main()
