"""`python -m kifu` is the command `kifu`."""

from kifu.interfaces.cli.main import main

if __name__ == "__main__":
    main()
