"""What people and programs meet: commands, engines (GTP, Hub, DXP), reports, HTTP and the study room.

Requests come in, answers go out; everything below may be used, and nothing below knows of it.
"""
