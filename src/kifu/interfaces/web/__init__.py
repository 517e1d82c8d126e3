"""The study room's server: an HTTP API and the page, in one process that only speaks HTTP.

Requests come in (`routes`, checked by `schemas`), the work is done by worker processes (`lanes`, `worker`)
that call the same functions as the command line (`jobs`), and JSON goes out. Every layer below is used, none
of them knows of this one.
"""
