"""MTG Arena's `Player.log`: its games imported into a journal, and refereed beside what Arena offered.

A log is framed into blocks (`framing`), a block holds messages of Arena's game rules engine (`messages`), and those state the
table as one player sees it (`table`). A recorder turns what changed on it into the events of one game (`recording`), an importer
finds the games in logs and keeps them in a journal (`importing`), and a check compares what may be declared with what Arena
offered (`checking`).

Entries carry the time at which Arena wrote the message, so that the same log always gives the same entries, digests included.
"""
