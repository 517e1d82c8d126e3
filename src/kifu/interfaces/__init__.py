"""What people and programs meet: the command line; later GTP, Hub, HTTP and the web.

Requests come in, answers go out; everything below may be used, and nothing below knows of it.
"""
