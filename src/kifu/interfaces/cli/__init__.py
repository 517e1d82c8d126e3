"""The `kifu` command: one module per subcommand, imported when it is used.

Arguments come in; text for people, or one JSON document with `--json`, goes to stdout; messages and
progress go to stderr. The work itself is done by the packages below.
"""
