"""`python -m baccarat`: the command, where the script is not on the path."""

from baccarat.cli import main

if __name__ == "__main__":
    main()
