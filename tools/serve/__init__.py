"""Rulings in the browser and for programs: `declarant serve` and `declarant mcp`.

`table` is what a judge edits, `stating` what they state besides, `permalink` a case as an address, `answers` what programs and
assistants get, `app` the routes. Everything is read only: no file is written, no journal is, and nobody is remembered.
"""
