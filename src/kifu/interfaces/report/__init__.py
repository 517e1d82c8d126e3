"""Reports of reviewed games: a page that opens without a server, an annotated record, JSON and CSV; an index.

Reviews of `kifu.analysis` come in, bytes of files go out; `many` does it for folders and archives.
"""
