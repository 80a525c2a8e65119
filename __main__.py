"""`python -m declarant` is the command `declarant`."""

from .tools.entry import main

if __name__ == "__main__":
    main()
