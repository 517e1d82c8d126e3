"""The routes of the API, a file for each group: they check, ask a lane, and answer."""

from kifu.interfaces.web.routes import analysis, games, moves, records, runs, score, service

ROUTERS = [module.router for module in (service, score, analysis, moves, records, games, runs)]
