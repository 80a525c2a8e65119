"""Pages that anybody can open: a dispute or a game as one self-contained HTML file, and its board as a picture.

There is one renderer. `dispute` and `game` make of a case or of the entries of a journal what is shown, with `board` and `ribbon`
for the pictures and `words` for the sentences; `render` makes it HTML, for files, permalinks, the server and notebooks alike.
Everything that was read elsewhere (names, texts, reasons) is taken to be hostile: it becomes escaped text or a quoted attribute,
never markup, style, script, address or id.
"""
